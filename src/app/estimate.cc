#include "app/estimate.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/interrupt.h"
#include "app/progress.h"
#include "app/validation.h"

namespace gntp {
namespace {

constexpr double kTrialSeconds = 2;   // training is tried for so long
constexpr std::size_t kTriples = 20;  // valid triples that are ranked for real

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Ends an epoch early.
struct Enough {};

std::size_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

void try_batches(Trainer& trainer, Estimate& estimate) {
  EpochReport last;
  try {
    trainer.run_epoch([&](const EpochReport& report) {
      throw_if_interrupted();
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

void try_look(const Dataset& dataset, const Reasoner& reasoner, ThreadPool& threads,
              Estimate& estimate) {
  const Validation sample(dataset, kTriples);
  if (!sample.possible()) return;
  const auto start = std::chrono::steady_clock::now();
  sample.score(AnswerIndex(reasoner, threads), threads);
  estimate.look_seconds = seconds_since(start) / static_cast<double>(sample.count()) *
                          static_cast<double>(Validation(dataset).count());
}

std::string bytes_text(std::size_t bytes) {
  constexpr double kMebi = 1024.0 * 1024.0;
  const double mebi = static_cast<double>(bytes) / kMebi;
  return mebi < 1024 ? fmt::format("{:.1f} MiB", mebi) : fmt::format("{:.1f} GiB", mebi / 1024);
}

}  // namespace

Estimate estimate_training(const Dataset& dataset, const Settings& settings, std::uint64_t seed,
                           ThreadPool& threads) {
  Estimate estimate;
  const LearnOptions& learn = settings.learn;
  const auto start = std::chrono::steady_clock::now();
  Model model = make_model(dataset.kb, settings.model, seed);
  Trainer trainer(dataset.kb, model, settings.prover, learn, seed, threads);
  estimate.setup_seconds = seconds_since(start);
  estimate.model_bytes =
      sizeof(float) * (model.entities.values().size() + model.predicates.values().size() +
                       model.attention.values().size() + model.encoder.vectors.values().size());
  try_batches(trainer, estimate);
  const bool looks = learn.validate_every > 0;
  if (looks) try_look(dataset, trainer.reasoner(), threads, estimate);

  const auto epochs = static_cast<double>(learn.epochs);
  const double look_count = looks ? epochs / static_cast<double>(learn.validate_every) : 0;
  const double one =
      estimate.setup_seconds + epochs * estimate.epoch_seconds + look_count * estimate.look_seconds;
  estimate.seconds = one * (looks ? static_cast<double>(learn.restarts) : 1);
  // The best model so far is kept beside the one in training.
  estimate.peak_bytes = peak_memory() + (looks ? 2 * estimate.model_bytes : 0);
  return estimate;
}

std::string to_text(const Estimate& estimate, const Settings& settings) {
  const LearnOptions& learn = settings.learn;
  std::string text = fmt::format(
      "training   about {} for {} epochs{}\n"
      "an epoch   {:.3g} s ({} of {} batches tried)\n",
      duration_text(estimate.seconds), learn.epochs,
      learn.restarts > 1 && learn.validate_every > 0
          ? fmt::format(" from each of {} random starts", learn.restarts)
          : "",
      estimate.epoch_seconds, estimate.batches_tried, estimate.batches);
  if (estimate.look_seconds > 0) {
    text += fmt::format("valid      {:.3g} s a look, every {} epochs\n", estimate.look_seconds,
                        learn.validate_every);
  }
  text += fmt::format("memory     about {} at the peak, {} of it the model\n",
                      bytes_text(estimate.peak_bytes), bytes_text(estimate.model_bytes));
  return text;
}

nlohmann::ordered_json to_json(const Estimate& estimate) {
  return {{"seconds", estimate.seconds},
          {"setup_seconds", estimate.setup_seconds},
          {"epoch_seconds", estimate.epoch_seconds},
          {"look_seconds", estimate.look_seconds},
          {"batches_tried", estimate.batches_tried},
          {"batches", estimate.batches},
          {"model_bytes", estimate.model_bytes},
          {"peak_bytes", estimate.peak_bytes}};
}

}  // namespace gntp
