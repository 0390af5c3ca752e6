#include "gpu/slow_cuda.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "device/cuda_plugin.h"

namespace gntp::testing {
namespace {

using Vector = std::vector<double>;
using Rows = std::vector<Vector>;

int next_result = kGntpCudaDone;
std::string next_text;

// Calls work unless a failure was ordered.
template <typename Work>
int guarded(Work work) {
  if (next_result != kGntpCudaDone) return next_result;
  work();
  return kGntpCudaDone;
}

Rows rows_from(const float* values, std::size_t rows, std::size_t width) {
  Rows table(rows, Vector(width));
  if (values == nullptr) return table;
  for (Vector& row : table) {
    std::copy_n(values, width, row.begin());
    values += width;
  }
  return table;
}

void rows_to(const Rows& table, float* values) {
  for (const Vector& row : table) {
    for (const double value : row) *values++ = static_cast<float>(value);
  }
}

Vector add(Vector a, const Vector& b, double times = 1) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += times * b[i];
  return a;
}

using Complex = std::complex<double>;

// By component, of complex ones by complex component.
template <typename Function>
Vector by_component(std::uint32_t kind, const Vector& a, const Vector& b, Function function) {
  Vector out(a.size());
  if (kind != kGntpCudaComplEx) {
    for (std::size_t i = 0; i < a.size(); ++i)
      out[i] = function(Complex(a[i]), Complex(b[i])).real();
    return out;
  }
  const std::size_t half = a.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    const Complex value = function(Complex(a[i], a[half + i]), Complex(b[i], b[half + i]));
    out[i] = value.real();
    out[half + i] = value.imag();
  }
  return out;
}

Vector product(std::uint32_t kind, const Vector& a, const Vector& b) {
  return by_component(kind, a, b, [](Complex x, Complex y) { return x * y; });
}
// a conj(b)
Vector product_with_conjugate(std::uint32_t kind, const Vector& a, const Vector& b) {
  return by_component(kind, a, b, [](Complex x, Complex y) { return x * std::conj(y); });
}

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double score_of(std::uint32_t kind, const Vector& query, const Vector& row) {
  if (kind != kGntpCudaTransE) return dot(query, row);
  const Vector apart = add(query, row, -1);
  return -std::sqrt(std::max(dot(apart, apart), 1e-12));
}

Vector query_of(std::uint32_t kind, const Vector& entity, const Vector& step) {
  return kind == kGntpCudaTransE ? add(entity, step) : product(kind, entity, step);
}

// Of one row of scores: the loss, and how it changes the query and the rows it was compared with.
struct Softmax {
  double loss = 0;
  Vector by_query;
  Rows by_row;
};

struct Answer {
  std::size_t column;
  double weight;
};

Softmax softmax(std::uint32_t kind, const Vector& query, const Rows& rows, const Vector& offsets,
                const std::vector<Answer>& answers) {
  Vector scores;
  for (const Vector& row : rows) scores.push_back(score_of(kind, query, row));
  Vector counted = add(scores, offsets);
  double all = 0;
  Softmax found{0, Vector(query.size()), Rows(rows.size(), Vector(query.size()))};
  for (const Answer& answer : answers) {
    counted[answer.column] = scores[answer.column];
    found.loss -= answer.weight * scores[answer.column];
    all += answer.weight;
  }
  double sum = 0;
  for (const double score : counted) sum += std::exp(score);
  found.loss += all * std::log(sum);
  for (std::size_t j = 0; j < rows.size(); ++j) {
    double slope = all * std::exp(counted[j]) / sum;
    for (const Answer& answer : answers) slope -= answer.column == j ? answer.weight : 0;
    if (slope == 0) continue;
    if (kind == kGntpCudaTransE) {  // of -|q - x|
      const Vector apart = add(query, rows[j], -1);
      found.by_query = add(found.by_query, apart, slope / scores[j]);
      found.by_row[j] = add(found.by_row[j], apart, -slope / scores[j]);
    } else {
      found.by_query = add(found.by_query, rows[j], slope);
      found.by_row[j] = add(found.by_row[j], query, slope);
    }
  }
  return found;
}

class SlowTraining {
 public:
  explicit SlowTraining(const GntpCudaTraining& training) : is_(training) {}

  void write(const GntpCudaTables& from) {
    entities_ = {rows_from(from.entities, is_.entities, is_.width),
                 rows_from(from.first_of_entities, is_.entities, is_.width),
                 rows_from(from.second_of_entities, is_.entities, is_.width)};
    steps_ = {rows_from(from.steps, is_.steps, is_.width),
              rows_from(from.first_of_steps, is_.steps, is_.width),
              rows_from(from.second_of_steps, is_.steps, is_.width)};
  }
  void read(const GntpCudaTables& to) const {
    rows_to(entities_.values, to.entities);
    rows_to(steps_.values, to.steps);
    if (to.first_of_entities != nullptr) rows_to(entities_.first, to.first_of_entities);
    if (to.first_of_steps != nullptr) rows_to(steps_.first, to.first_of_steps);
    rows_to(entities_.second, to.second_of_entities);
    rows_to(steps_.second, to.second_of_steps);
  }

  void step(const GntpCudaBatch& batch) {
    const Rows columns = columns_of(batch);
    Vector offsets(columns.size());
    if (batch.column_offset != nullptr) {
      std::copy_n(batch.column_offset, offsets.size(), offsets.begin());
    }
    Rows by_column(columns.size(), Vector(is_.width));
    Rows by_step(is_.steps, Vector(is_.width));
    Rows of_questions;
    Rows steps_of_questions;
    Rows of_examples(batch.examples, Vector(is_.width));
    double loss = 0;
    for (std::size_t q = 0; q < batch.questions; ++q) {
      const Vector& known = entities_.values[batch.entity[q]];
      const Vector& step = steps_.values[batch.step[q]];
      const Vector query = query_of(is_.kind, known, step);
      const Softmax found = softmax(is_.kind, query, columns, offsets, answers_of(batch, q));
      loss += found.loss;
      for (std::size_t j = 0; j < columns.size(); ++j) {
        by_column[j] = add(by_column[j], found.by_row[j], is_.answer_weight);
      }
      const Vector back = add(Vector(is_.width), found.by_query, is_.answer_weight);
      const bool adds = is_.kind == kGntpCudaTransE;
      of_questions.push_back(adds ? back : product_with_conjugate(is_.kind, back, step));
      steps_of_questions.push_back(adds ? back : product_with_conjugate(is_.kind, back, known));
      if (is_.relation_weight == 0) continue;
      for (std::size_t k = batch.first_example[q]; k < batch.first_example[q + 1]; ++k) {
        loss += predict_step(batch, k, by_step, of_questions[q], of_examples[k]);
      }
    }
    losses_.push_back(loss);
    add_parts(std::span(batch.entity_row, batch.entity_rows + 1), batch.entity_part, of_questions,
              of_examples, batch.column_entity, entities_.values, by_column);
    add_parts(std::span(batch.step_row, batch.step_rows + 1), batch.step_part, steps_of_questions,
              {}, nullptr, steps_.values, by_step);
    for (std::size_t j = 0; j < by_column.size(); ++j) {
      move(entities_, batch.column_entity == nullptr ? j : batch.column_entity[j], by_column[j],
           batch);
    }
    std::vector<bool> touched(is_.steps, is_.relation_weight > 0);
    for (std::size_t i = 0; i < batch.step_rows; ++i) touched[batch.step_row[i].row] = true;
    for (std::size_t row = 0; row < is_.steps; ++row) {
      if (touched[row]) move(steps_, row, by_step[row], batch);
    }
  }

  // Those of steps that are done, first to last; the last steps go on for as long as they may.
  std::size_t take_losses(std::size_t running, std::span<double> losses) {
    const std::size_t over = losses_.size() > running ? losses_.size() - running : 0;
    const std::size_t taken = std::min(losses.size(), over);
    std::copy_n(losses_.begin(), taken, losses.begin());
    losses_.erase(losses_.begin(), losses_.begin() + static_cast<std::ptrdiff_t>(taken));
    return taken;
  }

 private:
  struct Table {
    Rows values;
    Rows first;
    Rows second;
  };

  Rows columns_of(const GntpCudaBatch& batch) const {
    if (batch.column_entity == nullptr) return entities_.values;
    Rows columns;
    for (std::size_t j = 0; j < batch.columns; ++j) {
      columns.push_back(entities_.values[batch.column_entity[j]]);
    }
    return columns;
  }
  static std::vector<Answer> answers_of(const GntpCudaBatch& batch, std::size_t q) {
    std::vector<Answer> answers;
    for (std::size_t k = batch.first_example[q]; k < batch.first_example[q + 1]; ++k) {
      answers.push_back({batch.column[k], batch.weight == nullptr ? 1.0 : batch.weight[k]});
    }
    return answers;
  }

  // Returns the loss.
  double predict_step(const GntpCudaBatch& batch, std::size_t k, Rows& by_step, Vector& by_known,
                      Vector& by_answer) const {
    const std::size_t q = batch.question[k];
    const Vector& known = entities_.values[batch.entity[q]];
    const Vector& answer = entities_.values[batch.answer[k]];
    const bool is_sum = is_.kind == kGntpCudaTransE;
    const Vector query =
        is_sum ? add(answer, known, -1) : product_with_conjugate(is_.kind, answer, known);
    const double weight = batch.weight == nullptr ? 1.0 : batch.weight[k];
    const Softmax found =
        softmax(is_.kind, query, steps_.values, Vector(is_.steps), {{batch.step[q], weight}});
    const double each = double{is_.answer_weight} * is_.relation_weight;
    for (std::size_t s = 0; s < by_step.size(); ++s) {
      by_step[s] = add(by_step[s], found.by_row[s], each);
    }
    const Vector back = add(Vector(is_.width), found.by_query, each);
    by_known = add(by_known, is_sum ? back : product_with_conjugate(is_.kind, answer, back),
                   is_sum ? -1 : 1);
    by_answer = is_sum ? back : product(is_.kind, back, known);
    return is_.relation_weight * found.loss;
  }

  void add_parts(std::span<const GntpCudaRow> rows, const GntpCudaPart* parts,
                 const Rows& of_questions, const Rows& of_examples,
                 const std::uint32_t* entity_of_row, const Rows& values, Rows& gradient) const {
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
      Vector& own = gradient[rows[i].row];
      for (std::size_t p = rows[i].first; p < rows[i + 1].first; ++p) {
        if (parts[p].is_example == 0) {
          own = add(own, of_questions[parts[p].source]);
        } else if (!of_examples.empty()) {
          own = add(own, of_examples[parts[p].source]);
        }
      }
      const Vector& x = values[entity_of_row == nullptr ? rows[i].row : entity_of_row[rows[i].row]];
      own = add(own, penalty_of(x), rows[i].penalty);
    }
  }
  Vector penalty_of(const Vector& x) const {
    Vector slope(x.size());
    const std::size_t half = x.size() / 2;
    for (std::size_t i = 0; i < x.size(); ++i) {
      double size = std::abs(x[i]);
      if (is_.kind == kGntpCudaComplEx) size = std::hypot(x[i % half], x[half + i % half]);
      slope[i] = is_.penalty == kGntpCudaL2 ? 2 * x[i] : 3 * size * x[i];
    }
    return slope;
  }

  void move(Table& table, std::size_t row, const Vector& gradient,
            const GntpCudaBatch& batch) const {
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      const double g = gradient[i];
      double& value = table.values[row][i];
      double& first = table.first[row][i];
      double& second = table.second[row][i];
      if (is_.optimizer == kGntpCudaAdam) {
        first = 0.9 * first + 0.1 * g;
        second = 0.999 * second + 0.001 * g * g;
        value -= batch.rate * first / (std::sqrt(second) * batch.scale + 1e-8);
      } else {
        second += g * g;
        value -= batch.rate * g / (std::sqrt(second) + 1e-10);
      }
    }
  }

  GntpCudaTraining is_;
  Table entities_;
  Table steps_;
  std::vector<double> losses_;
};

struct SlowTable {
  std::uint32_t kind;
  Rows entities;
  Rows steps;

  Vector scores_of(std::uint32_t entity, std::uint32_t step) const {
    const Vector query = query_of(kind, entities[entity], steps[step]);
    Vector scores;
    for (const Vector& row : entities) scores.push_back(score_of(kind, query, row));
    return scores;
  }
};

void find_ranks(const SlowTable& table, const GntpCudaRanking& ranking) {
  for (std::size_t q = 0; q < ranking.questions; ++q) {
    const Vector scores = table.scores_of(ranking.entity[q], ranking.step[q]);
    const std::span known(ranking.known + ranking.first_known[q],
                          ranking.known + ranking.first_known[q + 1]);
    for (std::size_t k = ranking.first_answer[q]; k < ranking.first_answer[q + 1]; ++k) {
      ranking.nearer[k] = ranking.equal[k] = 0;
      const std::uint32_t answer = ranking.answer[k];
      for (std::uint32_t e = 0; e < scores.size(); ++e) {
        if (e == answer || std::ranges::find(known, e) != known.end()) continue;
        if (ranking.limited != nullptr && ranking.limited[q] != 0 && ranking.candidates[e] == 0) {
          continue;
        }
        if (!(scores[e] <= scores[answer])) ++ranking.nearer[k];
        if (scores[e] == scores[answer]) ++ranking.equal[k];
      }
    }
  }
}

GntpCudaPlugin make_plugin() {
  GntpCudaPlugin plugin{};
  plugin.version = kGntpCudaVersion;
  plugin.last_error = [] { return next_text.c_str(); };
  plugin.count = [](std::uint32_t* devices) {
    *devices = 1;
    return int{kGntpCudaDone};
  };
  plugin.describe = [](std::uint32_t, GntpCudaDevice* description) {
    *description = {};
    std::strcpy(description->name, "slow");
    std::strcpy(description->architecture, "0.0");
    description->bytes = description->free_bytes = std::uint64_t{1} << 30U;
    return int{kGntpCudaDone};
  };
  plugin.open_training = [](std::uint32_t, const GntpCudaTraining* training, void** opened) {
    return guarded([&] { *opened = new SlowTraining(*training); });
  };
  plugin.write_training = [](void* training, const GntpCudaTables* from) {
    return guarded([&] { static_cast<SlowTraining*>(training)->write(*from); });
  };
  plugin.read_training = [](void* training, const GntpCudaTables* to) {
    return guarded([&] { static_cast<SlowTraining*>(training)->read(*to); });
  };
  plugin.begin_step = [](void* training, const GntpCudaBatch* batch) {
    return guarded([&] { static_cast<SlowTraining*>(training)->step(*batch); });
  };
  plugin.take_losses = [](void* training, std::uint64_t running, double* losses,
                          std::uint64_t* count) {
    return guarded([&] {
      *count = static_cast<SlowTraining*>(training)->take_losses(running, {losses, *count});
    });
  };
  plugin.close_training = [](void* training) { delete static_cast<SlowTraining*>(training); };
  plugin.open_table = [](std::uint32_t, std::uint32_t kind, std::uint64_t entities,
                         std::uint64_t steps, std::uint64_t width, const float* entity_rows,
                         const float* step_rows, void** opened) {
    return guarded([&] {
      *opened = new SlowTable{kind, rows_from(entity_rows, entities, width),
                              rows_from(step_rows, steps, width)};
    });
  };
  plugin.find_scores = [](void* table, std::uint64_t questions, const std::uint32_t* entity,
                          const std::uint32_t* step, std::uint32_t as_shares, float* scores,
                          std::uint64_t stride) {
    return guarded([&] {
      for (std::size_t q = 0; q < questions; ++q) {
        const Vector found = static_cast<SlowTable*>(table)->scores_of(entity[q], step[q]);
        double sum = 0;
        for (const double score : found) sum += std::exp(score);
        const double shift = as_shares != 0 ? std::log(sum) : 0;
        for (std::size_t j = 0; j < found.size(); ++j) {
          scores[q * stride + j] = static_cast<float>(found[j] - shift);
        }
      }
    });
  };
  plugin.find_ranks = [](void* table, const GntpCudaRanking* ranking) {
    return guarded([&] { find_ranks(*static_cast<SlowTable*>(table), *ranking); });
  };
  plugin.close_table = [](void* table) { delete static_cast<SlowTable*>(table); };
  return plugin;
}

}  // namespace

const Gpu& slow_gpu() {
  static const GntpCudaPlugin kPlugin = make_plugin();
  static const Gpu kGpu(kPlugin, 0);
  return kGpu;
}

void let_slow_gpu_fail(int result, const char* text) {
  next_result = result;
  next_text = text;
}

}  // namespace gntp::testing
