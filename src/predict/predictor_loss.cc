#include "predict/predictor_loss.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/stop.h"
#include "predict/compare_rows.h"
#include "predict/row_kernels.h"

namespace gntp {
namespace {

// Large enough for OpenBLAS to be fast, small enough for a few threads to have several.
constexpr std::size_t kRowBlock = 256;
constexpr std::size_t kColumnBlock = 512;
constexpr std::size_t kWidthBlock = 256;

constexpr std::size_t blocks_of(std::size_t size, std::size_t block) {
  return (size + block - 1) / block;
}

// Makes room for rows; what was there is lost where there was none.
void reserve(Matrix& matrix, std::size_t rows, std::size_t columns) {
  if (matrix.rows() < rows || matrix.columns() != columns) matrix = Matrix(rows, columns);
}

std::vector<float> squares_of(PredictorKind kind, const Matrix& table) {
  std::vector<float> squares(is_distance(kind) ? table.rows() : 0);
  for (std::size_t row = 0; row < squares.size(); ++row) squares[row] = square_of(table.row(row));
  return squares;
}

// Those of some rows; none where nobody reads them.
std::span<const float> part_of(const std::vector<float>& squares, std::size_t first,
                               std::size_t count) {
  return squares.empty() ? std::span<const float>() : std::span(squares).subspan(first, count);
}

void add(std::span<float> to, std::span<const float> from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

}  // namespace

PredictorLoss::PredictorLoss(const StepGraph& graph, const Predictor& predictor,
                             const PredictorOptions& options, ThreadPool& threads,
                             const FactWeights& weights)
    : predictor_(predictor),
      options_(options),
      threads_(threads),
      batch_(graph, options, weights) {}

double PredictorLoss::run(std::span<const PredictorQuery> batch, std::uint64_t seed,
                          const UseRow& use) {
  batch_.assign(batch, seed);
  gather_columns();
  make_queries();
  compare_answers();
  pass_back_answers();
  if (options_.relation_weight > 0) predict_steps();
  pass_back_queries();
  const StopScope hold({});  // half a step would be none
  use_entities(use);
  use_steps(use);
  return std::reduce(losses_.begin(), losses_.end()) / batch_.mean_answers();
}

void PredictorLoss::gather_columns() {
  if (batch_.samples()) {
    reserve(column_rows_, batch_.columns(), predictor_.width());
    for (std::size_t column = 0; column < batch_.columns(); ++column) {
      std::ranges::copy(predictor_.entities.row(batch_.entity_of(column)),
                        column_rows_.row(column).begin());
    }
  }
  column_squares_ = squares_of(predictor_.kind, compared());
}

void PredictorLoss::make_queries() {
  const std::span<const PredictorQuery> questions = batch_.questions();
  reserve(queries_, questions.size(), predictor_.width());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    make_query(predictor_.kind, predictor_.entities.row(questions[i].entity),
               predictor_.steps.row(questions[i].step), queries_.row(i));
  }
}

void PredictorLoss::compare_answers() {
  const std::size_t count = batch_.columns();
  const std::size_t questions = batch_.questions().size();
  reserve(scores_, questions, count);
  threads_.for_each(blocks_of(count, kColumnBlock), [&](std::size_t block, std::size_t) {
    const std::size_t first = block * kColumnBlock;
    const std::size_t size = std::min(kColumnBlock, count - first);
    compare_rows(predictor_.kind, rows_of(std::as_const(queries_), 0, questions),
                 rows_of(compared(), first, size), part_of(column_squares_, first, size),
                 columns_of(rows_of(scores_, 0, questions), first, size));
  });
  row_sums_.resize(questions);
  losses_.assign(questions, 0);
  threads_.for_each(questions, [&](std::size_t i, std::size_t) {
    row_sums_[i] = to_gradient(scores_.row(i).first(count), batch_.offsets(), batch_.examples_of(i),
                               1, losses_[i]);
  });
}

// Adds the loss of the examples; returns the sum of the gradients, for distances. `offsets` are
// added to scores where there are any, but not to an example's: it stands for itself.
float PredictorLoss::to_gradient(std::span<float> scores, std::span<const float> offsets,
                                 std::span<const Example> examples, double weight,
                                 double& loss) const {
  std::vector<float> distances;
  if (is_distance(predictor_.kind)) distances.assign(scores.begin(), scores.end());
  std::vector<float> own;
  for (const Example& example : examples) {
    own.push_back(scores[example.column]);
    loss -= weight * example.weight * own.back();
  }
  for (std::size_t column = 0; column < offsets.size(); ++column) {
    scores[column] += offsets[column];
  }
  for (std::size_t k = 0; k < own.size(); ++k) scores[examples[k].column] = own[k];
  const double all = batch_.weight_of(examples);
  const auto each = static_cast<float>(weight / batch_.mean_answers());
  loss += weight * all * softmax(scores, each * static_cast<float>(all));
  for (const Example& example : examples) {
    scores[example.column] -= each * static_cast<float>(example.weight);
  }
  return distances.empty() ? 0 : by_distance(scores, distances);
}

void PredictorLoss::pass_back_answers() {
  const std::size_t width = predictor_.width();
  const std::size_t count = batch_.columns();
  const std::size_t questions = batch_.questions().size();
  reserve(by_query_, questions, width);
  const std::size_t across = blocks_of(width, kWidthBlock);
  const std::size_t down = blocks_of(questions, kRowBlock);
  threads_.for_each(across * down, [&](std::size_t block, std::size_t) {
    const std::size_t row = block / across * kRowBlock;
    const std::size_t rows = std::min(kRowBlock, questions - row);
    const std::size_t column = block % across * kWidthBlock;
    const std::size_t size = std::min(kWidthBlock, width - column);
    pass_to_queries(predictor_.kind,
                    columns_of(rows_of(std::as_const(scores_), row, rows), 0, count),
                    std::span(row_sums_).subspan(row, rows),
                    columns_of(rows_of(compared(), 0, count), column, size),
                    columns_of(rows_of(std::as_const(queries_), row, rows), column, size),
                    columns_of(rows_of(by_query_, row, rows), column, size));
  });
}

// Which step leads from the question's entity to its answer?
void PredictorLoss::predict_steps() {
  const std::size_t width = predictor_.width();
  const std::size_t steps = predictor_.steps.rows();
  const std::span<const Example> examples = batch_.examples();
  const std::span<const PredictorQuery> questions = batch_.questions();
  reserve(step_queries_, examples.size(), width);
  reserve(step_scores_, examples.size(), steps);
  reserve(by_known_, examples.size(), width);
  reserve(by_answer_, examples.size(), width);
  step_squares_ = squares_of(predictor_.kind, predictor_.steps);
  step_losses_.assign(examples.size(), 0);
  threads_.for_each(blocks_of(examples.size(), kRowBlock), [&](std::size_t block, std::size_t) {
    const std::size_t first = block * kRowBlock;
    const std::size_t count = std::min(kRowBlock, examples.size() - first);
    const auto entity_of_example = [&](std::size_t i) {
      return predictor_.entities.row(questions[examples[i].query].entity);
    };
    for (std::size_t i = first; i < first + count; ++i) {
      make_step_query(predictor_.kind, entity_of_example(i),
                      predictor_.entities.row(examples[i].answer), step_queries_.row(i));
    }
    const Block<const float> queries = rows_of(std::as_const(step_queries_), first, count);
    compare_rows(predictor_.kind, queries, rows_of(predictor_.steps, 0, steps), step_squares_,
                 rows_of(step_scores_, first, count));
    std::vector<float> sums(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Example& example = examples[first + i];
      const Example target{example.query, questions[example.query].step, {}, example.weight};
      sums[i] = to_gradient(step_scores_.row(first + i), {}, {&target, 1}, options_.relation_weight,
                            step_losses_[first + i]);
    }
    Matrix by_step_query(count, width);
    pass_to_queries(predictor_.kind, rows_of(std::as_const(step_scores_), first, count), sums,
                    rows_of(predictor_.steps, 0, steps), queries, rows_of(by_step_query, 0, count));
    for (std::size_t i = first; i < first + count; ++i) {
      std::ranges::fill(by_known_.row(i), 0.0F);
      std::ranges::fill(by_answer_.row(i), 0.0F);
      pass_back_step_query(predictor_.kind, by_step_query.row(i - first), entity_of_example(i),
                           predictor_.entities.row(examples[i].answer), by_known_.row(i),
                           by_answer_.row(i));
    }
  });
  for (std::size_t i = 0; i < examples.size(); ++i) losses_[examples[i].query] += step_losses_[i];
}

void PredictorLoss::pass_back_queries() {
  const std::span<const PredictorQuery> questions = batch_.questions();
  reserve(by_entity_, questions.size(), predictor_.width());
  reserve(by_step_, questions.size(), predictor_.width());
  threads_.for_each(questions.size(), [&](std::size_t i, std::size_t) {
    std::ranges::fill(by_entity_.row(i), 0.0F);
    std::ranges::fill(by_step_.row(i), 0.0F);
    pass_back_query(predictor_.kind, by_query_.row(i), predictor_.entities.row(questions[i].entity),
                    predictor_.steps.row(questions[i].step), by_entity_.row(i), by_step_.row(i));
    if (options_.relation_weight == 0) return;
    const std::span<const std::uint32_t> first = batch_.first_examples();
    for (std::size_t k = first[i]; k < first[i + 1]; ++k) {
      add(by_entity_.row(i), by_known_.row(k));
    }
  });
}

void PredictorLoss::use_entities(const UseRow& use) {
  const std::size_t width = predictor_.width();
  const std::size_t count = batch_.columns();
  const std::size_t questions = batch_.questions().size();
  const std::span<const Part> of_entities = batch_.of_entities();
  threads_.for_each(blocks_of(count, kColumnBlock), [&](std::size_t block, std::size_t) {
    const std::size_t first = block * kColumnBlock;
    const std::size_t size = std::min(kColumnBlock, count - first);
    Matrix gradient(size, width);
    pass_to_rows(predictor_.kind,
                 columns_of(rows_of(std::as_const(scores_), 0, questions), first, size),
                 rows_of(std::as_const(queries_), 0, questions), rows_of(compared(), first, size),
                 rows_of(gradient, 0, size));
    auto part = std::ranges::lower_bound(of_entities, batch_.entity_of(first), {}, &Part::row);
    for (std::size_t i = 0; i < size; ++i) {
      const EntityId entity = batch_.entity_of(first + i);
      double times = 0;  // that it is an entity of an example, by weight
      for (; part != of_entities.end() && part->row == entity; ++part) {
        times += batch_.times_of(*part);
        if (part->of == Part::Of::kQuestion) {
          add(gradient.row(i), by_entity_.row(part->source));
        } else if (options_.relation_weight > 0) {
          add(gradient.row(i), by_answer_.row(part->source));
        }
      }
      add_penalty(predictor_.entities.row(entity), times, gradient.row(i));
      use(Table::kEntities, entity, gradient.row(i));
    }
  });
}

void PredictorLoss::use_steps(const UseRow& use) {
  const std::size_t width = predictor_.width();
  const std::size_t steps = predictor_.steps.rows();
  const bool predicts = options_.relation_weight > 0;
  const std::size_t examples = batch_.examples().size();
  const std::span<const Part> of_steps = batch_.of_steps();
  threads_.for_each(blocks_of(steps, kColumnBlock), [&](std::size_t block, std::size_t) {
    const std::size_t first = block * kColumnBlock;
    const std::size_t size = std::min(kColumnBlock, steps - first);
    Matrix gradient(size, width);
    if (predicts) {
      pass_to_rows(predictor_.kind,
                   columns_of(rows_of(std::as_const(step_scores_), 0, examples), first, size),
                   rows_of(std::as_const(step_queries_), 0, examples),
                   rows_of(predictor_.steps, first, size), rows_of(gradient, 0, size));
    }
    auto part = std::ranges::lower_bound(of_steps, first, {}, &Part::row);
    for (std::size_t i = 0; i < size; ++i) {
      double times = 0;
      for (; part != of_steps.end() && part->row == first + i; ++part) {
        times += batch_.times_of(*part);
        add(gradient.row(i), by_step_.row(part->source));
      }
      if (times == 0 && !predicts) continue;
      add_penalty(predictor_.steps.row(first + i), times, gradient.row(i));
      use(Table::kSteps, first + i, gradient.row(i));
    }
  });
}

// The gradient of weight * sum |x|^3, or of weight * sum |x|^2, over (complex) components.
void PredictorLoss::add_penalty(std::span<const float> row, double times,
                                std::span<float> gradient) const {
  if (times == 0 || options_.penalty_weight == 0) return;
  const auto weight = static_cast<float>(options_.penalty_weight * times / batch_.mean_answers());
  if (options_.penalty == Penalty::kL2) {
    for (std::size_t i = 0; i < row.size(); ++i) gradient[i] += 2 * weight * row[i];
  } else if (predictor_.kind == PredictorKind::kComplEx) {
    const std::size_t half = row.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
      const float size = std::sqrt(row[i] * row[i] + row[half + i] * row[half + i]);
      gradient[i] += 3 * weight * size * row[i];
      gradient[half + i] += 3 * weight * size * row[half + i];
    }
  } else {
    for (std::size_t i = 0; i < row.size(); ++i) {
      gradient[i] += 3 * weight * std::abs(row[i]) * row[i];
    }
  }
}

}  // namespace gntp
