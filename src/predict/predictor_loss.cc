#include "predict/predictor_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/random.h"
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
    : graph_(graph),
      predictor_(predictor),
      options_(options),
      threads_(threads),
      weights_(weights) {
  mean_answers_ = static_cast<double>(graph.ends()) * static_cast<double>(options.batch_size) /
                  static_cast<double>(std::max<std::size_t>(graph.segment_count(), 1));
}

double PredictorLoss::run(std::span<const PredictorQuery> batch, std::uint64_t seed,
                          const UseRow& use) {
  batch_ = batch;
  choose_columns(seed);
  list_examples();
  make_queries();
  compare_answers();
  pass_back_answers();
  if (options_.relation_weight > 0) predict_steps();
  pass_back_queries();
  list_parts();
  const StopScope hold({});  // half a step would be none
  use_entities(use);
  use_steps(use);
  return std::reduce(losses_.begin(), losses_.end()) / mean_answers_;
}

// Whatever has a gradient is a column, so that there is one pass over them.
void PredictorLoss::choose_columns(std::uint64_t seed) {
  if (!samples()) {
    column_squares_ = squares_of(predictor_.kind, predictor_.entities);
    return;
  }
  const std::size_t entities = graph_.entities();
  const std::size_t drawn = std::min(options_.samples, entities);
  std::vector<EntityId> all(entities);
  std::iota(all.begin(), all.end(), EntityId{0});
  Random random(seed);
  for (std::size_t i = 0; i < drawn; ++i) std::swap(all[i], all[i + random.below(entities - i)]);
  all.resize(drawn);
  std::ranges::sort(all);
  columns_ = all;
  for (const PredictorQuery& query : batch_) {
    columns_.push_back(query.entity);
    const auto targets = graph_.targets(query.entity, query.step);
    columns_.insert(columns_.end(), targets.begin(), targets.end());
  }
  std::ranges::sort(columns_);
  columns_.erase(std::unique(columns_.begin(), columns_.end()), columns_.end());
  const auto stands_for =
      static_cast<float>(std::log(static_cast<double>(entities) / static_cast<double>(drawn)));
  offsets_.assign(columns_.size(), -std::numeric_limits<float>::infinity());
  reserve(column_rows_, columns_.size(), predictor_.width());
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (std::ranges::binary_search(all, columns_[column])) offsets_[column] = stands_for;
    std::ranges::copy(predictor_.entities.row(columns_[column]), column_rows_.row(column).begin());
  }
  column_squares_ = squares_of(predictor_.kind, column_rows_);
}

void PredictorLoss::list_examples() {
  examples_.clear();
  first_example_.assign(1, 0);
  for (std::uint32_t query = 0; query < batch_.size(); ++query) {
    const auto [entity, step] = batch_[query];
    for (const EntityId answer : graph_.targets(entity, step)) {
      std::uint32_t column = answer;
      if (samples()) {
        const auto found = std::ranges::lower_bound(columns_, answer);
        column = static_cast<std::uint32_t>(found - columns_.begin());
      }
      examples_.push_back({query, column, answer, weights_.of(fact_of(entity, step, answer))});
    }
    first_example_.push_back(examples_.size());
  }
}

double PredictorLoss::weight_of(std::span<const Example> examples) const {
  if (!weights_.differ()) return static_cast<double>(examples.size());
  double sum = 0;
  for (const Example& example : examples) sum += example.weight;
  return sum;
}

void PredictorLoss::make_queries() {
  reserve(queries_, batch_.size(), predictor_.width());
  for (std::size_t i = 0; i < batch_.size(); ++i) {
    make_query(predictor_.kind, predictor_.entities.row(batch_[i].entity),
               predictor_.steps.row(batch_[i].step), queries_.row(i));
  }
}

void PredictorLoss::compare_answers() {
  const std::size_t count = columns();
  reserve(scores_, batch_.size(), count);
  threads_.for_each(blocks_of(count, kColumnBlock), [&](std::size_t block, std::size_t) {
    const std::size_t first = block * kColumnBlock;
    const std::size_t size = std::min(kColumnBlock, count - first);
    compare_rows(predictor_.kind, rows_of(std::as_const(queries_), 0, batch_.size()),
                 rows_of(compared(), first, size), part_of(column_squares_, first, size),
                 columns_of(rows_of(scores_, 0, batch_.size()), first, size));
  });
  row_sums_.resize(batch_.size());
  losses_.assign(batch_.size(), 0);
  threads_.for_each(batch_.size(), [&](std::size_t i, std::size_t) {
    const std::span<float> scores = scores_.row(i);
    const std::span<const Example> examples = examples_of(i);
    if (samples()) {
      // An answer of the question's own stands for itself.
      std::vector<float> own;
      own.reserve(examples.size());
      for (const Example& example : examples) own.push_back(scores[example.column]);
      for (std::size_t column = 0; column < count; ++column) scores[column] += offsets_[column];
      for (std::size_t k = 0; k < own.size(); ++k) scores[examples[k].column] = own[k];
    }
    row_sums_[i] = to_gradient(scores.first(count), examples, 1, losses_[i]);
  });
}

// Adds the loss of the examples; returns the sum of the gradients, for distances.
float PredictorLoss::to_gradient(std::span<float> scores, std::span<const Example> examples,
                                 double weight, double& loss) const {
  std::vector<float> distances;
  if (is_distance(predictor_.kind)) distances.assign(scores.begin(), scores.end());
  for (const Example& example : examples) {
    loss -= weight * example.weight * scores[example.column];
  }
  const double all = weight_of(examples);
  const auto each = static_cast<float>(weight / mean_answers_);
  loss += weight * all * softmax(scores, each * static_cast<float>(all));
  for (const Example& example : examples) {
    scores[example.column] -= each * static_cast<float>(example.weight);
  }
  return distances.empty() ? 0 : by_distance(scores, distances);
}

void PredictorLoss::pass_back_answers() {
  const std::size_t width = predictor_.width();
  const std::size_t count = columns();
  reserve(by_query_, batch_.size(), width);
  const std::size_t across = blocks_of(width, kWidthBlock);
  const std::size_t down = blocks_of(batch_.size(), kRowBlock);
  threads_.for_each(across * down, [&](std::size_t block, std::size_t) {
    const std::size_t row = block / across * kRowBlock;
    const std::size_t rows = std::min(kRowBlock, batch_.size() - row);
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
  reserve(step_queries_, examples_.size(), width);
  reserve(step_scores_, examples_.size(), steps);
  reserve(by_known_, examples_.size(), width);
  reserve(by_answer_, examples_.size(), width);
  step_squares_ = squares_of(predictor_.kind, predictor_.steps);
  step_losses_.assign(examples_.size(), 0);
  threads_.for_each(blocks_of(examples_.size(), kRowBlock), [&](std::size_t block, std::size_t) {
    const std::size_t first = block * kRowBlock;
    const std::size_t count = std::min(kRowBlock, examples_.size() - first);
    const auto entity_of_example = [&](std::size_t i) {
      return predictor_.entities.row(batch_[examples_[i].query].entity);
    };
    for (std::size_t i = first; i < first + count; ++i) {
      make_step_query(predictor_.kind, entity_of_example(i),
                      predictor_.entities.row(examples_[i].answer), step_queries_.row(i));
    }
    const Block<const float> queries = rows_of(std::as_const(step_queries_), first, count);
    compare_rows(predictor_.kind, queries, rows_of(predictor_.steps, 0, steps), step_squares_,
                 rows_of(step_scores_, first, count));
    std::vector<float> sums(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Example& example = examples_[first + i];
      const Example target{example.query, batch_[example.query].step, {}, example.weight};
      sums[i] = to_gradient(step_scores_.row(first + i), {&target, 1}, options_.relation_weight,
                            step_losses_[first + i]);
    }
    Matrix by_step_query(count, width);
    pass_to_queries(predictor_.kind, rows_of(std::as_const(step_scores_), first, count), sums,
                    rows_of(predictor_.steps, 0, steps), queries, rows_of(by_step_query, 0, count));
    for (std::size_t i = first; i < first + count; ++i) {
      std::ranges::fill(by_known_.row(i), 0.0F);
      std::ranges::fill(by_answer_.row(i), 0.0F);
      pass_back_step_query(predictor_.kind, by_step_query.row(i - first), entity_of_example(i),
                           predictor_.entities.row(examples_[i].answer), by_known_.row(i),
                           by_answer_.row(i));
    }
  });
  for (std::size_t i = 0; i < examples_.size(); ++i) losses_[examples_[i].query] += step_losses_[i];
}

void PredictorLoss::pass_back_queries() {
  reserve(by_entity_, batch_.size(), predictor_.width());
  reserve(by_step_, batch_.size(), predictor_.width());
  threads_.for_each(batch_.size(), [&](std::size_t i, std::size_t) {
    std::ranges::fill(by_entity_.row(i), 0.0F);
    std::ranges::fill(by_step_.row(i), 0.0F);
    pass_back_query(predictor_.kind, by_query_.row(i), predictor_.entities.row(batch_[i].entity),
                    predictor_.steps.row(batch_[i].step), by_entity_.row(i), by_step_.row(i));
    if (options_.relation_weight == 0) return;
    for (std::size_t k = first_example_[i]; k < first_example_[i + 1]; ++k) {
      add(by_entity_.row(i), by_known_.row(k));
    }
  });
}

void PredictorLoss::list_parts() {
  of_entities_.clear();
  of_steps_.clear();
  for (std::uint32_t i = 0; i < batch_.size(); ++i) {
    of_entities_.push_back({batch_[i].entity, i, Part::Of::kQuestion});
    of_steps_.push_back({batch_[i].step, i, Part::Of::kQuestion});
  }
  for (std::uint32_t i = 0; i < examples_.size(); ++i) {
    of_entities_.push_back({examples_[i].answer, i, Part::Of::kExample});
  }
  std::ranges::stable_sort(of_entities_, {}, &Part::row);
  std::ranges::stable_sort(of_steps_, {}, &Part::row);
}

void PredictorLoss::use_entities(const UseRow& use) {
  const std::size_t width = predictor_.width();
  const std::size_t count = columns();
  threads_.for_each(blocks_of(count, kColumnBlock), [&](std::size_t block, std::size_t) {
    const std::size_t first = block * kColumnBlock;
    const std::size_t size = std::min(kColumnBlock, count - first);
    Matrix gradient(size, width);
    pass_to_rows(predictor_.kind,
                 columns_of(rows_of(std::as_const(scores_), 0, batch_.size()), first, size),
                 rows_of(std::as_const(queries_), 0, batch_.size()),
                 rows_of(compared(), first, size), rows_of(gradient, 0, size));
    auto part = std::ranges::lower_bound(of_entities_, entity_of(first), {}, &Part::row);
    for (std::size_t i = 0; i < size; ++i) {
      const EntityId entity = entity_of(first + i);
      double times = 0;  // that it is an entity of an example, by weight
      for (; part != of_entities_.end() && part->row == entity; ++part) {
        if (part->of == Part::Of::kQuestion) {
          times += weight_of(examples_of(part->source));
          add(gradient.row(i), by_entity_.row(part->source));
        } else {
          times += examples_[part->source].weight;
          if (options_.relation_weight > 0) add(gradient.row(i), by_answer_.row(part->source));
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
  threads_.for_each(blocks_of(steps, kColumnBlock), [&](std::size_t block, std::size_t) {
    const std::size_t first = block * kColumnBlock;
    const std::size_t size = std::min(kColumnBlock, steps - first);
    Matrix gradient(size, width);
    if (predicts) {
      pass_to_rows(
          predictor_.kind,
          columns_of(rows_of(std::as_const(step_scores_), 0, examples_.size()), first, size),
          rows_of(std::as_const(step_queries_), 0, examples_.size()),
          rows_of(predictor_.steps, first, size), rows_of(gradient, 0, size));
    }
    auto part = std::ranges::lower_bound(of_steps_, first, {}, &Part::row);
    for (std::size_t i = 0; i < size; ++i) {
      double times = 0;
      for (; part != of_steps_.end() && part->row == first + i; ++part) {
        times += weight_of(examples_of(part->source));
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
  const auto weight = static_cast<float>(options_.penalty_weight * times / mean_answers_);
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
