// The loss of a link predictor over a batch of questions, and its gradient.
//
// A question is an entity and a step; its answers are all targets of the facts. Each answer t of
// question i costs -log softmax(scores of i)[t], over all entities or over a sample that the
// questions of the batch share; the penalty of its two entities and its step; and, weighted, -log
// softmax of the step among all steps (relation prediction). All of it is multiplied by the weight
// of the fact (kb/fact_weights.h) and divided by the mean number of answers of a batch, so that
// facts weigh the same in every batch.
//
// With a sample, an entity that is no answer counts as many times as it stands for, and answers of
// other questions count only where they were drawn: the expected sum is that over all entities.
//
// Threads share out blocks of fixed size: results do not depend on their number.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/parallel.h"
#include "kb/fact_weights.h"
#include "kb/step_graph.h"
#include "predict/predictor_options.h"
#include "predict/predictor_query.h"

namespace gntp {

class PredictorLoss {
 public:
  enum class Table : std::uint8_t { kEntities, kSteps };
  // Gets the gradient of a row, on some thread. Each row comes once at most, and may be changed.
  using UseRow = std::function<void(Table table, std::size_t row, std::span<const float> gradient)>;

  // Keeps references. `graph` has the facts to learn from. Requires: a batch size.
  PredictorLoss(const StepGraph& graph, const Predictor& predictor, const PredictorOptions& options,
                ThreadPool& threads, const FactWeights& weights = kEqualWeights);

  // The loss, without penalties. `seed` draws the sample. Throws Interrupted before the first row
  // is used, or not at all.
  double run(std::span<const PredictorQuery> batch, std::uint64_t seed, const UseRow& use);

 private:
  // One answer of the batch.
  struct Example {
    std::uint32_t query;
    std::uint32_t column;  // of the answer
    EntityId answer;
    double weight;
  };
  // Where a part of a row's gradient is: with a question, or with an example.
  struct Part {
    enum class Of : std::uint8_t { kQuestion, kExample };
    std::uint32_t row;
    std::uint32_t source;
    Of of;
  };

  void list_examples();
  void choose_columns(std::uint64_t seed);
  void make_queries();
  void compare_answers();
  void pass_back_answers();
  void predict_steps();
  void pass_back_queries();
  void list_parts();
  void use_entities(const UseRow& use);
  void use_steps(const UseRow& use);
  float to_gradient(std::span<float> scores, std::span<const Example> examples, double weight,
                    double& loss) const;
  void add_penalty(std::span<const float> row, double times, std::span<float> gradient) const;
  std::span<const Example> examples_of(std::size_t query) const {
    return std::span(examples_).subspan(first_example_[query],
                                        first_example_[query + 1] - first_example_[query]);
  }
  double weight_of(std::span<const Example> examples) const;
  bool samples() const { return options_.samples > 0; }
  std::size_t columns() const { return samples() ? columns_.size() : graph_.entities(); }
  const Matrix& compared() const { return samples() ? column_rows_ : predictor_.entities; }
  EntityId entity_of(std::size_t column) const {
    return samples() ? columns_[column] : EntityId(column);
  }

  const StepGraph& graph_;
  const Predictor& predictor_;
  PredictorOptions options_;
  ThreadPool& threads_;
  const FactWeights& weights_;
  double mean_answers_;  // of a batch

  std::span<const PredictorQuery> batch_;
  std::vector<Example> examples_;           // by question
  std::vector<std::size_t> first_example_;  // of each question, and the end

  std::vector<EntityId> columns_;  // of a sample, sorted
  std::vector<float> offsets_;     // by column: log of how many entities it stands for
  Matrix column_rows_;             // their vectors
  std::vector<float> column_squares_;

  Matrix queries_;               // (questions, width)
  Matrix scores_;                // (questions, columns), then their gradient
  std::vector<float> row_sums_;  // of the gradient, for distances
  Matrix by_query_;              // (questions, width)
  Matrix by_entity_;             // (questions, width)
  Matrix by_step_;               // (questions, width)

  Matrix step_queries_;  // (examples, width)
  Matrix step_scores_;   // (examples, steps), then their gradient
  Matrix by_known_;      // (examples, width): of the question's entity
  Matrix by_answer_;     // (examples, width)
  std::vector<float> step_squares_;

  std::vector<Part> of_entities_;  // sorted by row
  std::vector<Part> of_steps_;     // the same
  std::vector<double> losses_;     // by row of scores
  std::vector<double> step_losses_;
};

}  // namespace gntp
