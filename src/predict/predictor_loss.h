// The loss of a link predictor over a batch of questions, and its gradient.
//
// A question is an entity and a step; its answers are all targets of the facts. Each answer t of
// question i costs -log softmax(scores of i)[t], over all entities or over a sample that the
// questions of the batch share; the penalty of its two entities and its step; and, weighted, -log
// softmax of the step among all steps (relation prediction). All of it is multiplied by the weight
// of the fact (kb/fact_weights.h) and divided by the mean number of answers of a batch, so that
// facts weigh the same in every batch.
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
#include "predict/predictor_batch.h"

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
  using Example = PredictorBatch::Example;
  using Part = PredictorBatch::Part;

  void gather_columns();
  void make_queries();
  void compare_answers();
  void pass_back_answers();
  void predict_steps();
  void pass_back_queries();
  void use_entities(const UseRow& use);
  void use_steps(const UseRow& use);
  float to_gradient(std::span<float> scores, std::span<const float> offsets,
                    std::span<const Example> examples, double weight, double& loss) const;
  void add_penalty(std::span<const float> row, double times, std::span<float> gradient) const;
  const Matrix& compared() const { return batch_.samples() ? column_rows_ : predictor_.entities; }

  const Predictor& predictor_;
  PredictorOptions options_;
  ThreadPool& threads_;
  PredictorBatch batch_;

  Matrix column_rows_;  // of a sample
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

  std::vector<double> losses_;  // by row of scores
  std::vector<double> step_losses_;
};

}  // namespace gntp
