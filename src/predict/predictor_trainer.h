// Training a link predictor: every epoch asks all questions of the facts once, in random order, a
// batch at a time, and moves the vectors against the gradient of the loss (predictor_loss.h).
//
// The same seed gives the same vectors, whatever the number of threads. A GPU's differ from them in
// rounding, and are the same each time.
#pragma once

#include <cstdint>
#include <vector>

#include "predict/predictor_steps.h"

namespace gntp {

// With random vectors.
Predictor make_predictor(const PredictorOptions& options, std::size_t entities, std::size_t steps,
                         std::uint64_t seed);

// Predictors of one kind as one: its scores are the mean of theirs, or, for distances, the root of
// their mean square. Requires: at least one, and equal shapes.
Predictor side_by_side(std::span<const Predictor> predictors);

class PredictorTrainer {
 public:
  struct Epoch {
    std::size_t epoch = 0;  // from 1
    std::size_t batches_done = 0;
    std::size_t batches = 0;
    double loss = 0;  // mean over the answers of the batches that are over, of both objectives
    double seconds = 0;
  };

  // Keeps references; changes the predictor. Steps are taken by the device of this thread's
  // DeviceScope.
  PredictorTrainer(const StepGraph& facts, Predictor& predictor, const PredictorOptions& options,
                   std::uint64_t seed, ThreadPool& threads,
                   const FactWeights& weights = kEqualWeights);
  PredictorTrainer(const PredictorTrainer&) = delete;
  PredictorTrainer& operator=(const PredictorTrainer&) = delete;

  // The next batch of the epoch, or of the next epoch where that is over. Throws Interrupted with
  // nothing changed.
  const Epoch& run_step();
  // Waits for what a GPU has not done yet: only then are the predictor and the loss those after the
  // last batch.
  void synchronize();
  bool is_epoch_over() const { return epoch_.batches_done == epoch_.batches; }
  const Epoch& epoch() const { return epoch_; }

  // The whole state, the vectors among it (base/archive.h). What is read must have been written by
  // a trainer of the same data, options and seed.
  template <typename Archive>
  void exchange(Archive& archive) {
    if constexpr (!Archive::kReads) synchronize();
    tables_.predictor.exchange(archive);
    for (Matrix& moment : tables_.first) archive(moment);
    for (Matrix& moment : tables_.second) archive(moment);
    archive(steps_);
    archive(epoch_);
    if constexpr (Archive::kReads) {
      finished_ = epoch_.batches_done;
      shuffle();
      work_->upload();
    }
  }

 private:
  void shuffle();
  double rate() const;
  void add_losses(bool all);

  PredictorTables tables_;
  PredictorOptions options_;
  std::uint64_t seed_;
  std::unique_ptr<PredictorSteps> work_;
  std::vector<PredictorQuery> questions_;
  std::vector<PredictorQuery> order_;  // of the epoch
  std::uint64_t steps_ = 0;
  Epoch epoch_;
  std::size_t finished_ = 0;  // batches of the epoch whose loss is known
};

}  // namespace gntp
