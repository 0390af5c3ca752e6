#include "engine/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/stopwatch.h"
#include "engine/validation.h"
#include "engine/watch.h"
#include "learn/best_model.h"

namespace gntp {
namespace {

// Goals from thousands on are counted in k.
std::string rate_text(double per_second) {
  return per_second < 10000 ? fmt::format("{:.0f} goals/s", per_second)
                            : fmt::format("{:.0f}k goals/s", per_second / 1000);
}

// The seed of a restart; the first is the user's own.
std::uint64_t seed_of(std::uint64_t seed, std::size_t restart) {
  constexpr std::uint64_t kStride = 0x9e3779b97f4a7c15ULL;  // far from the seeds that people choose
  return seed + restart * kStride;
}

bool has_confidences(const RuleSet& rules) {
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    if (!rules.is_certain(rule)) return true;
  }
  return false;
}

// One training from its own random start after the other; the best model of all is kept.
class TrainingRun {
 public:
  TrainingRun(const LoadedDataset& dataset, const AllOptions& settings, ThreadPool& threads,
              const Observer& observer)
      : dataset_(dataset),
        settings_(settings),
        learn_(learn_options(settings)),
        threads_(threads),
        observer_(observer),
        validation_(dataset) {
    if (dataset.kb.patterns > GoalPredicates::kFewPatterns) {
      warn(observer,
           fmt::format("mentions have {} patterns, more than {}: they are used in proofs, but "
                       "are not goals to learn from",
                       dataset.kb.patterns, GoalPredicates::kFewPatterns));
    }
    if (learn_.validate_every > 0 && !validation_.possible()) {
      warn(observer,
           "there are no valid triples to choose the best model by; the last one is kept");
      learn_.validate_every = 0;
    }
  }

  Training train(std::uint64_t seed) {
    const std::size_t restarts = learn_.validate_every > 0 ? learn_.restarts : 1;
    for (restart_ = 0; restart_ < restarts; ++restart_) train_once(seed_of(seed, restart_));
    training_.seconds = stopwatch_.seconds();
    training_.valid_kept = kept_score_;
    return std::move(training_);
  }

 private:
  void train_once(std::uint64_t seed) {
    Model model = make_model(dataset_.kb, settings_.model, seed);
    Trainer trainer(dataset_.kb, model, settings_.prover, learn_, seed, threads_);
    BestModel best(learn_.patience);
    std::size_t epoch = 0;
    if (learn_.validate_every > 0 && has_confidences(dataset_.kb.rules)) {
      // Given and mined rules know something already.
      validate(trainer.answer_index(), model, epoch, best);
      if (restart_ == 0) training_.valid_before = best.score();
    }
    while (epoch < learn_.epochs && !best.gives_up()) {
      ++epoch;
      const EpochReport report = trainer.run_epoch([this](const EpochReport& now) { show(now); });
      training_.epochs.push_back({report, restart_, std::nullopt});
      goals_ += report.goals;
      const bool last = epoch == learn_.epochs;
      if (learn_.validate_every > 0 && (last || epoch % learn_.validate_every == 0)) {
        training_.epochs.back().valid = validate(trainer.answer_index(), model, epoch, best);
      }
    }
    if (!best.model()) {
      training_.model = std::move(model);
      training_.kept_epoch = epoch;
    } else if (!kept_score_ || best.score() > *kept_score_) {
      training_.model = *best.model();
      training_.kept_epoch = best.epoch();
      training_.kept_restart = restart_;
      kept_score_ = best.score();
    }
  }

  double validate(const AnswerIndex& index, const Model& model, std::size_t epoch,
                  BestModel& best) {
    const double score = validation_.score(index, threads_, observer_);
    best.offer(model, score, epoch);
    highest_ = std::max(highest_.value_or(score), score);
    return score;
  }

  void show(const EpochReport& report) const {
    const auto part = [](std::size_t done, std::size_t all) {
      return static_cast<double>(done) / static_cast<double>(all);
    };
    const double epochs =
        static_cast<double>(report.epoch - 1) + part(report.batches_done, report.batches);
    const double done = static_cast<double>(restart_) + epochs / static_cast<double>(learn_.epochs);
    const std::size_t restarts = learn_.validate_every > 0 ? learn_.restarts : 1;
    gntp::report(observer_, "training", done / static_cast<double>(restarts),
                 [&] { return details(report, restarts); });
  }

  std::string details(const EpochReport& report, std::size_t restarts) const {
    const std::string start =
        restarts > 1 ? fmt::format("start {}/{}  ", restart_ + 1, restarts) : std::string();
    const std::string valid =
        highest_ ? fmt::format("  best valid {:.4f}", *highest_) : std::string();
    const double rate =
        static_cast<double>(goals_ + report.goals) / std::max(stopwatch_.seconds(), kLeastSeconds);
    return fmt::format("{}epoch {}/{}  loss {:.4f}{}  {}", start, report.epoch, learn_.epochs,
                       report.loss, valid, rate_text(rate));
  }

  static constexpr double kLeastSeconds = 1e-9;

  const LoadedDataset& dataset_;
  const AllOptions& settings_;
  LearnOptions learn_;
  ThreadPool& threads_;
  const Observer& observer_;
  Validation validation_;
  Stopwatch stopwatch_;
  std::size_t restart_ = 0;
  std::size_t goals_ = 0;             // proved so far
  std::optional<double> kept_score_;  // of the model that is kept so far
  std::optional<double> highest_;     // of all validations so far
  Training training_;
};

}  // namespace

LearnOptions learn_options(const AllOptions& settings) {
  LearnOptions learn = settings.learn;
  learn.adam.train_slope = settings.model.train_slope;
  return learn;
}

Training train_model(const LoadedDataset& dataset, const AllOptions& settings, std::uint64_t seed,
                     ThreadPool& threads, const Observer& observer) {
  return TrainingRun(dataset, settings, threads, observer).train(seed);
}

}  // namespace gntp
