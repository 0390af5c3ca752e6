// A link predictor out of a data set: trained epoch by epoch, with the best on the valid split
// kept. Where its weights are to be chosen, short trainings with each of a few choices come first.
#pragma once

#include <gntp/observer.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "engine/training.h"
#include "kb/dataset.h"
#include "model/predictor.h"
#include "predict/predictor_options.h"
#include "predict/predictor_trainer.h"

namespace gntp {

struct PredictorEpoch {
  PredictorTrainer::Epoch report;
  std::size_t start = 0;        // the random start
  std::optional<double> valid;  // mean reciprocal rank, where it was measured
};

struct PredictorTraining {
  Predictor predictor;
  std::vector<PredictorEpoch> epochs;  // of all starts, but not of trials
  std::optional<double> valid_kept;    // of the predictor
  std::size_t kept_epoch = 0;          // of the last start
  double seconds = 0;
  bool complete = true;  // false where it was ended before the last step
  // That took the steps, as text_of in device_choice.h names them: "cuda: NVIDIA H200, then cpu".
  std::string devices;

  // All of it (base/byte_archive.h).
  template <typename Archive>
  void exchange(Archive& archive) {
    archive(predictor.kind);
    predictor.exchange(archive);
    archive(epochs);
    archive(valid_kept);
    archive(kept_epoch);
    archive(seconds);
    archive(complete);
    archive(devices);
  }
};

// Steps are batches. Throws Interrupted if the observer asks to stop.
PredictorTraining train_predictor(const LoadedDataset& dataset, const PredictorOptions& options,
                                  std::uint64_t seed, ThreadPool& threads, const Observer& observer,
                                  const TrainingSteps& steps = {});

// The facts that a predictor learns from: all but mentions.
StepGraph predictor_facts(const KnowledgeBase& kb);

// What is tried before the training itself; none where nothing is to be chosen. A matter of the
// data's size: where data are small, whole trainings with each choice, else short ones with few.
std::vector<PredictorOptions> predictor_trials(const PredictorOptions& options,
                                               const StepGraph& facts);

// The options with what the trial tried. Its vectors may be narrower: then its rate is not the
// same.
PredictorOptions with_choice(PredictorOptions options, const PredictorOptions& trial);

// From how many random starts it is trained.
std::size_t predictor_starts(const PredictorOptions& options, const StepGraph& facts);

// Multiplications and additions of an epoch, about.
double epoch_operations(const PredictorOptions& options, const StepGraph& facts);

}  // namespace gntp
