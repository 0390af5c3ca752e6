#include "engine/estimate.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include "base/communicator.h"
#include "base/stop.h"
#include "base/stopwatch.h"
#include "base/timed_stop.h"
#include "engine/predictor_training.h"
#include "engine/training.h"
#include "engine/validation.h"
#include "engine/watch.h"

namespace gntp {
namespace {

constexpr double kTrialSeconds = 2;     // training is tried for so long
constexpr double kPatienceSeconds = 5;  // a batch that takes longer is ended
constexpr std::size_t kTriples = 20;    // valid triples that are ranked for real

std::size_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

// Calls work() for at most kPatienceSeconds. False if it was ended then. Throws Interrupted if the
// caller asked to stop.
template <typename Work>
bool try_out(const Work& work) {
  try {
    const TimedStop stop(kPatienceSeconds);
    work();
    return true;
  } catch (const Interrupted&) {
    stop_if_asked();
    return false;
  }
}

void try_batches(Trainer& trainer, ThreadPool& threads, std::size_t batch_size,
                 TrainingEstimate& estimate) {
  const Stopwatch stopwatch;
  double done = 0;  // batches
  const bool ended = try_out([&] {
    do {
      trainer.run_step([&](const EpochReport& now) {
        done = static_cast<double>(now.batches_done) + now.batch_done;
      });
    } while (!trainer.is_epoch_over() && stopwatch.seconds() < kTrialSeconds);
  });
  const double seconds = stopwatch.seconds();
  estimate.batches_tried = trainer.epoch().batches_done;
  estimate.batches = trainer.epoch().batches;
  if (estimate.batches == 0) return;
  if (!ended && done == 0) {
    // No goal was proved: each takes longer, and there are as many a batch at the least.
    estimate.is_lower_bound = true;
    done = static_cast<double>(threads.size()) / static_cast<double>(batch_size);
  }
  estimate.epoch_seconds = seconds / done * static_cast<double>(estimate.batches);
}

void try_validation(const LoadedDataset& dataset, const AnswerIndex& index, ThreadPool& threads,
                    const Observer& observer, TrainingEstimate& estimate) {
  const Validation sample(dataset, kTriples);
  if (!sample.possible()) return;
  const Stopwatch stopwatch;
  if (!try_out([&] { sample.score(index, threads, observer); })) estimate.is_lower_bound = true;
  estimate.validation_seconds = stopwatch.seconds() / static_cast<double>(sample.count()) *
                                static_cast<double>(Validation(dataset).count());
}

// A few batches of a link predictor; products of matrices say how they compare to the whole.
void try_vectors(const KnowledgeBase& kb, const PredictorOptions& options, std::uint64_t seed,
                 ThreadPool& threads, TrainingEstimate& estimate) {
  const StepGraph facts = predictor_facts(kb);
  Predictor predictor = make_predictor(options, facts.entities(), facts.steps(), seed);
  PredictorTrainer trainer(facts, predictor, options, seed, threads);
  trainer.run_step();
  trainer.synchronize();  // what a GPU does once is done
  const Stopwatch stopwatch;
  std::size_t steps = 0;
  do {
    trainer.run_step();
    ++steps;
  } while (!trainer.is_epoch_over() && stopwatch.seconds() < kTrialSeconds);
  trainer.synchronize();
  const double epoch = stopwatch.seconds() / static_cast<double>(steps) *
                       static_cast<double>(trainer.epoch().batches);
  const double operations = epoch_operations(options, facts);
  double epochs = static_cast<double>(predictor_starts(options, facts) * options.epochs);
  for (const PredictorOptions& trial : predictor_trials(options, facts)) {
    epochs += static_cast<double>(trial.epochs) * epoch_operations(trial, facts) / operations;
  }
  estimate.vector_seconds = epochs * epoch;
  estimate.model_bytes += sizeof(float) * predictor_starts(options, facts) *
                          (predictor.entities.values().size() + predictor.steps.values().size());
}

}  // namespace

TrainingEstimate estimate_training(const LoadedDataset& dataset, const AllOptions& settings,
                                   std::uint64_t seed, ThreadPool& threads,
                                   const Observer& observer) {
  const StopScope stop(observer.stop);
  const CommunicatorScope by_itself;  // what is tried is ended by the clock
  TrainingEstimate estimate;
  const LearnOptions learn = learn_options(settings);
  const Stopwatch stopwatch;
  Model model = make_model(dataset.kb, settings.model, seed);
  Trainer trainer(dataset.kb, model, settings.prover, learn, seed, threads);
  estimate.setup_seconds = stopwatch.seconds();
  estimate.model_bytes =
      sizeof(float) * (model.entities.values().size() + model.predicates.values().size() +
                       model.attention.values().size() + model.encoder.vectors.values().size());
  try_batches(trainer, threads, learn.batch_size, estimate);
  const bool validates = learn.validate_every > 0;
  if (validates) try_validation(dataset, trainer.answer_index(), threads, observer, estimate);

  const auto epochs = static_cast<double>(learn.epochs);
  const double validations = validates ? epochs / static_cast<double>(learn.validate_every) : 0;
  const double one = estimate.setup_seconds + epochs * estimate.epoch_seconds +
                     validations * estimate.validation_seconds;
  estimate.seconds = one * (validates ? static_cast<double>(learn.restarts) : 1);
  if (settings.predictor.kind != PredictorKind::kNone) {
    try_vectors(dataset.kb, settings.predictor, seed, threads, estimate);
    estimate.seconds += estimate.vector_seconds;
  }
  // The best model so far is kept beside the one in training.
  estimate.peak_bytes = peak_memory() + (validates ? 2 * estimate.model_bytes : 0);
  return estimate;
}

void warn_if_hopeless(const LoadedDataset& dataset, const AllOptions& settings, std::uint64_t seed,
                      ThreadPool& threads, const Observer& observer) {
  constexpr double kHour = 3600;
  if (settings.prover.depth < 2 || !Communicator::current().is_first()) return;
  const TrainingEstimate estimate = estimate_training(dataset, settings, seed, threads, observer);
  if (estimate.seconds < kHour) return;
  warn(observer,
       fmt::format("this training would take {} {:.0f} hours; lower prover.depth or "
                   "learn.epochs, or take fewer rules",
                   estimate.is_lower_bound ? "more than" : "about", estimate.seconds / kHour));
}

}  // namespace gntp
