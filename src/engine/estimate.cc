#include "engine/estimate.h"

#include <sys/resource.h>

#include "base/stopwatch.h"
#include "engine/training.h"
#include "engine/validation.h"
#include "engine/watch.h"

namespace gntp {
namespace {

constexpr double kTrialSeconds = 2;   // training is tried for so long
constexpr std::size_t kTriples = 20;  // valid triples that are ranked for real

// Ends an epoch early.
struct Enough {};

std::size_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

void try_batches(Trainer& trainer, const Observer& observer, TrainingEstimate& estimate) {
  EpochReport last;
  try {
    trainer.run_epoch([&](const EpochReport& report) {
      throw_if_stopped(observer);
      last = report;
      if (report.seconds > kTrialSeconds) throw Enough();
    });
  } catch (const Enough&) {
    // What was seen is enough.
  }
  estimate.batches_tried = last.batches_done;
  estimate.batches = last.batches;
  estimate.epoch_seconds =
      last.seconds / static_cast<double>(last.batches_done) * static_cast<double>(last.batches);
}

void try_validation(const LoadedDataset& dataset, const AnswerIndex& index, ThreadPool& threads,
                    const Observer& observer, TrainingEstimate& estimate) {
  const Validation sample(dataset, kTriples);
  if (!sample.possible()) return;
  const Stopwatch stopwatch;
  sample.score(index, threads, observer);
  estimate.validation_seconds = stopwatch.seconds() / static_cast<double>(sample.count()) *
                                static_cast<double>(Validation(dataset).count());
}

}  // namespace

TrainingEstimate estimate_training(const LoadedDataset& dataset, const AllOptions& settings,
                                   std::uint64_t seed, ThreadPool& threads,
                                   const Observer& observer) {
  TrainingEstimate estimate;
  const LearnOptions learn = learn_options(settings);
  const Stopwatch stopwatch;
  Model model = make_model(dataset.kb, settings.model, seed);
  Trainer trainer(dataset.kb, model, settings.prover, learn, seed, threads);
  estimate.setup_seconds = stopwatch.seconds();
  estimate.model_bytes =
      sizeof(float) * (model.entities.values().size() + model.predicates.values().size() +
                       model.attention.values().size() + model.encoder.vectors.values().size());
  try_batches(trainer, observer, estimate);
  const bool validates = learn.validate_every > 0;
  if (validates) try_validation(dataset, trainer.answer_index(), threads, observer, estimate);

  const auto epochs = static_cast<double>(learn.epochs);
  const double validations = validates ? epochs / static_cast<double>(learn.validate_every) : 0;
  const double one = estimate.setup_seconds + epochs * estimate.epoch_seconds +
                     validations * estimate.validation_seconds;
  estimate.seconds = one * (validates ? static_cast<double>(learn.restarts) : 1);
  // The best model so far is kept beside the one in training.
  estimate.peak_bytes = peak_memory() + (validates ? 2 * estimate.model_bytes : 0);
  return estimate;
}

}  // namespace gntp
