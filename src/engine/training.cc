#include "engine/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/stopwatch.h"
#include "engine/counting_choice.h"
#include "engine/validation.h"
#include "engine/watch.h"
#include "learn/best_model.h"
#include "model/answer_choice.h"

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

// A training from one random start, while it runs.
struct Start {
  Start(Model start, const LoadedDataset& dataset, const AllOptions& settings,
        const LearnOptions& learn, std::uint64_t seed, ThreadPool& threads)
      : model(std::move(start)),
        trainer(dataset.kb, model, settings.prover, learn, seed, threads),
        best(learn.patience) {}

  template <typename Archive>
  void exchange(Archive& archive) {
    trainer.exchange(archive);
    best.exchange(archive, model);
    archive(to_validate);
  }

  Model model;
  Trainer trainer;
  BestModel best;
  bool to_validate = false;  // before the next batch
};

// One training from its own random start after the other; the best model of all is kept.
class TrainingRun {
 public:
  TrainingRun(const LoadedDataset& dataset, const AllOptions& settings, std::uint64_t seed,
              ThreadPool& threads, const Observer& observer, const TrainingSteps& steps)
      : dataset_(dataset),
        settings_(settings),
        learn_(learn_options(settings)),
        seed_(seed),
        threads_(threads),
        observer_(observer),
        steps_(steps),
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
    if (steps.start != nullptr) {
      exchange(*steps.start);
      steps.start->finish();
    }
  }

  Training train() {
    try {
      for (; restart_ < restarts() && !ended_; ++restart_) {
        train_once();
        keep_best();
      }
    } catch (const Interrupted&) {
      if (steps_.when_stopped) steps_.when_stopped(save());
      throw;
    }
    training_.seconds = seconds_before_ + stopwatch_.seconds();
    training_.valid_kept = kept_score_;
    training_.complete = !ended_;
    return std::move(training_);
  }

 private:
  std::size_t restarts() const { return validates() ? learn_.restarts : 1; }
  bool validates() const { return learn_.validate_every > 0; }

  void begin() {
    const std::uint64_t seed = seed_of(seed_, restart_);
    Model model = make_model(dataset_.kb, settings_.model, seed);
    if (chooses_counting(settings_, validation_)) {
      choose_counting(dataset_, settings_, validation_, seed, model, threads_, observer_);
    }
    start_.emplace(std::move(model), dataset_, settings_, learn_, seed, threads_);
    // Given and mined rules know something already.
    start_->to_validate = validates() && has_confidences(dataset_.kb.rules);
  }

  // From wherever the start is to its end.
  void train_once() {
    if (!start_) begin();
    for (;;) {
      if (start_->to_validate) validate();
      const std::size_t epoch = start_->trainer.epoch().epoch;
      const bool over = start_->trainer.is_epoch_over();
      if (over && (epoch == learn_.epochs || start_->best.gives_up())) return;
      if (steps_.may_go_on && !steps_.may_go_on()) {
        end_here();
        return;
      }
      run_step();
    }
  }

  // A wish to stop may come before the model has moved, or after: then the step was taken.
  void run_step() {
    const std::size_t before = start_->trainer.steps();
    try {
      start_->trainer.run_step([this](const EpochReport& now) { show(now); });
    } catch (...) {
      if (start_->trainer.steps() != before) end_step();
      throw;
    }
    end_step();
  }

  void end_step() {
    const EpochReport& report = start_->trainer.epoch();
    if (start_->trainer.is_epoch_over()) {
      add_epoch(report);
      const bool last = report.epoch == learn_.epochs;
      start_->to_validate = validates() && (last || report.epoch % learn_.validate_every == 0);
    }
    if (steps_.after_step) steps_.after_step(save());
  }

  void add_epoch(const EpochReport& report) {
    training_.epochs.push_back({report, restart_, std::nullopt, std::nullopt});
    goals_ += report.goals;
    tell(training_.epochs.back());
  }

  // As after the last epoch, though it is not.
  void end_here() {
    ended_ = true;
    if (!start_->trainer.is_epoch_over()) add_epoch(start_->trainer.epoch());
    const bool is_new = training_.epochs.empty() || !training_.epochs.back().valid;
    if (validates() && is_new && start_->trainer.epoch().epoch > 0) validate();
  }

  // Throws Interrupted with nothing changed.
  void validate() {
    const Validation::Result result =
        validation_.rank(start_->trainer.answer_index(), threads_, observer_);
    const double score = result.score;
    const std::size_t epoch = start_->trainer.epoch().epoch;
    start_->best.offer(start_->model, score, epoch);
    start_->to_validate = false;
    highest_ = std::max(highest_.value_or(score), score);
    if (epoch > 0) {
      training_.epochs.back().valid = score;
      training_.epochs.back().proved = result.proved;
      tell(training_.epochs.back());
      return;
    }
    if (restart_ == 0) training_.valid_before = score;
    tell({.report = {}, .restart = restart_, .valid = score, .proved = result.proved});
  }

  void tell(const TrainedEpoch& epoch) const {
    if (!steps_.after_epoch) return;
    LiveTraining::Epoch told{.restart = epoch.restart,
                             .epoch = epoch.report.epoch,
                             .valid = epoch.valid,
                             .proved = epoch.proved};
    if (told.epoch > 0) told.loss = epoch.report.loss;
    steps_.after_epoch(told);
  }

  void keep_best() {
    const BestModel& best = start_->best;
    if (best.model() && (!kept_score_ || best.score() > *kept_score_)) {
      training_.model = *best.model();
      training_.kept_epoch = best.epoch();
      training_.kept_restart = restart_;
      kept_score_ = best.score();
    } else if (!kept_score_) {
      training_.model = std::move(start_->model);
      training_.kept_epoch = start_->trainer.epoch().epoch;
    }
    start_.reset();
  }

  // The state
  // ---------------------------------------------------------------------------------------

  TrainingSteps::Save save() {
    return [this](ArchiveWriter& archive) { exchange(archive); };
  }

  template <typename Archive>
  void exchange(Archive& archive) {
    archive(restart_);
    archive(goals_);
    archive(kept_score_);
    archive(highest_);
    archive(training_.epochs);
    archive(training_.valid_before);
    archive(training_.kept_restart);
    archive(training_.kept_epoch);
    double seconds = seconds_before_ + stopwatch_.seconds();
    archive(seconds);
    if constexpr (Archive::kReads) seconds_before_ = seconds;
    bool has_kept = kept_score_.has_value();
    bool has_start = start_.has_value();
    archive(has_kept);
    archive(has_start);
    if constexpr (Archive::kReads) {
      if (has_kept) training_.model = make_model(dataset_.kb, settings_.model, seed_);
      if (has_kept && chooses_counting(settings_, validation_)) {
        training_.model.answer_choices =
            Matrix(2 * training_.model.relations, AnswerChoice::kColumns);
      }
      if (has_start) begin();
    }
    if (has_kept) training_.model.exchange(archive);
    if (has_start) start_->exchange(archive);
  }

  // Progress
  // ----------------------------------------------------------------------------------------

  void show(const EpochReport& report) const {
    const double batches = static_cast<double>(report.batches_done) + report.batch_done;
    const double epochs =
        static_cast<double>(report.epoch - 1) + batches / static_cast<double>(report.batches);
    const double done = static_cast<double>(restart_) + epochs / static_cast<double>(learn_.epochs);
    gntp::report(observer_, "training", done / static_cast<double>(restarts()),
                 [&] { return details(report); });
  }

  std::string details(const EpochReport& report) const {
    const std::string start =
        restarts() > 1 ? fmt::format("start {}/{}  ", restart_ + 1, restarts()) : std::string();
    const std::string valid =
        highest_ ? fmt::format("  best valid {:.4f}", *highest_) : std::string();
    const double seconds = seconds_before_ + stopwatch_.seconds();
    const double rate =
        static_cast<double>(goals_ + report.goals) / std::max(seconds, kLeastSeconds);
    return fmt::format("{}epoch {}/{}  loss {:.4f}{}  {}", start, report.epoch, learn_.epochs,
                       report.loss, valid, rate_text(rate));
  }

  static constexpr double kLeastSeconds = 1e-9;

  const LoadedDataset& dataset_;
  const AllOptions& settings_;
  LearnOptions learn_;
  std::uint64_t seed_;
  ThreadPool& threads_;
  const Observer& observer_;
  const TrainingSteps& steps_;
  Validation validation_;
  Stopwatch stopwatch_;
  double seconds_before_ = 0;  // of the training that this one goes on with
  std::size_t restart_ = 0;
  std::optional<Start> start_;        // of this restart; nothing: not begun yet
  bool ended_ = false;                // before the last step
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
                     ThreadPool& threads, const Observer& observer, const TrainingSteps& steps) {
  return TrainingRun(dataset, settings, seed, threads, observer, steps).train();
}

}  // namespace gntp
