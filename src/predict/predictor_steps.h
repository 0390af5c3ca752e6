// Who takes the steps of a training of vectors: the threads of this machine, or a GPU. Both compute
// the loss of predictor_loss.h, and both optimizers of row_kernels.h.
//
// A GPU has tables of its own, and steps are on their way there while the next batch is made: what
// the program has is up to date after `download` only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/parallel.h"
#include "device/device.h"
#include "kb/fact_weights.h"
#include "predict/predictor_options.h"
#include "predict/predictor_query.h"

namespace gntp {

// The vectors and the optimizer's moments, by table: entities, steps. Adagrad has only the second.
struct PredictorTables {
  Predictor& predictor;
  std::vector<Matrix> first;
  std::vector<Matrix> second;
};

class PredictorSteps {
 public:
  PredictorSteps() = default;
  PredictorSteps(const PredictorSteps&) = delete;
  PredictorSteps& operator=(const PredictorSteps&) = delete;
  virtual ~PredictorSteps() = default;

  // Begins step number `number`, from 1, with a batch. `seed` draws the sample, if there is one.
  // Throws Interrupted with nothing begun.
  virtual void begin(std::span<const PredictorQuery> batch, std::uint64_t seed,
                     double learning_rate, std::uint64_t number) = 0;
  // The losses of steps that are over and have not been told, in order; with `all` of all that were
  // begun.
  virtual std::vector<double> take_losses(bool all) = 0;
  // Brings the tables up to date, once all steps are over.
  virtual void download() = 0;
  // Takes the tables as they are.
  virtual void upload() = 0;
};

// Steps on a GPU, or, where `gpu` is null, on the threads. Keeps references. Requires: a batch
// size.
std::unique_ptr<PredictorSteps> make_steps(const Gpu* gpu, const StepGraph& facts,
                                           PredictorTables& tables, const PredictorOptions& options,
                                           ThreadPool& threads, const FactWeights& weights);

// Adam's moments begin at zero: the rate is divided, and square roots of second moments are
// multiplied, so that they are none the smaller for it.
struct AdamCorrection {
  double divisor = 1;
  double scale = 1;
};
AdamCorrection adam_correction(std::uint64_t step);

}  // namespace gntp
