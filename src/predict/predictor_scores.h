// Scores of a trained link predictor: of questions with all entities, on the calling thread or,
// with a table there, on a GPU.
//
// Products always have the same number of rows and treat each alike (compare_each), so that a
// question's scores are the same to the last bit whatever it is asked together with.
//
// Immutable; shared by all threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "device/gpu_table.h"
#include "model/predictor.h"
#include "predict/predictor_query.h"

namespace gntp {

class PredictorScores {
 public:
  // As many questions are worth asking together, fewer where entities are very many; a power of
  // two.
  static std::size_t together(std::size_t entities);

  // Keeps a reference. `table` has the same vectors; null: there is none.
  explicit PredictorScores(const Predictor& predictor, std::shared_ptr<GpuTable> table = nullptr);

  // Row i of `out` gets the scores of questions[i] with every entity. Requires: `out` has
  // together() rows, and there are no more questions.
  void find(std::span<const PredictorQuery> questions, Matrix& out) const;
  // The same as logarithms of a softmax.
  void find_log_shares(std::span<const PredictorQuery> questions, Matrix& out) const;

 private:
  void find_on_gpu(std::span<const PredictorQuery> questions, bool as_shares, Matrix& out) const;

  const Predictor& predictor_;
  std::shared_ptr<GpuTable> table_;
  std::vector<float> squares_;  // by entity, for distances
};

}  // namespace gntp
