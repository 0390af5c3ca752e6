#include "engine/predictor_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/stopwatch.h"
#include "engine/device_choice.h"
#include "engine/validation.h"
#include "engine/watch.h"
#include "rank/held_out_answers.h"
#include "rank/scored_ranks.h"

namespace gntp {
namespace {

constexpr std::string_view kThen = ", then ";
constexpr std::size_t kMostValidated = 5000;  // triples: a matter of seconds

// A score is a sum over the components: the more there are, the further a step moves it.
double rate_share(const PredictorOptions& options) {
  constexpr double kFull = 200;  // components that take the whole rate
  return std::min(1.0, std::sqrt(kFull / static_cast<double>(options.dim)));
}

// One training from its random start, while it runs.
struct Start {
  Start(const StepGraph& facts, const FactWeights& weights, const PredictorOptions& given,
        std::uint64_t seed, ThreadPool& threads)
      : options(given),
        predictor(make_predictor(given, facts.entities(), facts.steps(), seed)),
        trainer(facts, predictor, given, seed, threads, weights) {}

  template <typename Archive>
  void exchange(Archive& archive) {
    trainer.exchange(archive);
    archive(to_validate);
    archive(epochs);
    archive(best_score);
    archive(best_epoch);
    bool has_best = best.has_value();
    archive(has_best);
    if (has_best && !best) best = predictor;
    if (has_best) best->exchange(archive);
  }

  PredictorOptions options;
  Predictor predictor;
  PredictorTrainer trainer;
  std::vector<PredictorEpoch> epochs;
  std::optional<Predictor> best;
  std::optional<double> best_score;
  std::size_t best_epoch = 0;
  bool to_validate = false;  // before the next batch
};

// The trials, then the training with what was best in them.
class PredictorRun {
 public:
  PredictorRun(const LoadedDataset& dataset, const PredictorOptions& options, std::uint64_t seed,
               ThreadPool& threads, const Observer& observer, const TrainingSteps& steps)
      : dataset_(dataset),
        options_(options),
        seed_(seed),
        threads_(threads),
        observer_(observer),
        steps_(steps),
        facts_(predictor_facts(dataset.kb)),
        validation_(dataset),
        triples_(some_triples(validation_.triples(), kMostValidated, seed)),
        device_(text_of(DeviceScope::current())) {
    if (!triples_.empty()) trials_ = predictor_trials(options, facts_);
    starts_ = predictor_starts(options, facts_);
    if (steps.start != nullptr) {
      exchange(*steps.start);
      steps.start->finish();
    }
    if (!devices_.empty() && !is_last()) {
      note(observer, fmt::format("vectors were trained on '{}' so far, and '{}' rounds otherwise: "
                                 "they will not have the bytes that they would have had there",
                                 devices_, device_));
    } else if (device_ != kProcessor) {
      note(observer, fmt::format("vectors are trained on {}", device_));
    }
  }

  PredictorTraining train() {
    try {
      while (stage_ < trials_.size() && !ended_) run_trial();
      do {
        run_start();
      } while (stage_ < trials_.size() + starts_ && !ended_);
    } catch (const Interrupted&) {
      if (steps_.when_stopped) steps_.when_stopped(save());
      throw;
    }
    PredictorTraining training;
    training.predictor = side_by_side(kept_);
    training.epochs = std::move(epochs_);
    training.kept_epoch = kept_epoch_;
    if (!triples_.empty()) training.valid_kept = score_of(training.predictor);
    training.seconds = seconds_before_ + stopwatch_.seconds();
    training.complete = !ended_;
    training.devices = devices_.empty() ? device_ : devices_;
    return training;
  }

 private:
  // The seed of a random start; the first is the user's own.
  std::uint64_t seed_of_stage() const {
    constexpr std::uint64_t kStride = 0x9e3779b97f4a7c15ULL;  // far from the seeds people choose
    return stage_ < trials_.size() ? seed_ : seed_ + (stage_ - trials_.size()) * kStride;
  }
  bool validates() const { return start_->options.validate_every > 0 && !triples_.empty(); }
  double score_of(const Predictor& predictor) const {
    return mean_reciprocal_rank(predictor, triples_, validation_.known(), dataset_.kb.candidates,
                                threads_);
  }

  void begin() {
    const bool is_trial = stage_ < trials_.size();
    start_.emplace(facts_, dataset_.weights, is_trial ? trials_[stage_] : chosen(), seed_of_stage(),
                   threads_);
  }

  // The vectors that are kept of one random start join those of the others.
  void run_start() {
    run_stage();
    start_->trainer.synchronize();
    for (PredictorEpoch& epoch : start_->epochs) {
      epoch.start = kept_.size();
      epochs_.push_back(epoch);
    }
    const bool is_trained = !start_->epochs.empty();
    if (is_trained || kept_.empty()) {
      kept_epoch_ = start_->best ? start_->best_epoch : start_->trainer.epoch().epoch;
      kept_.push_back(std::move(start_->best ? *start_->best : start_->predictor));
    }
    start_.reset();
    ++stage_;
  }

  // The settings, with what was best in the trials.
  PredictorOptions chosen() const {
    const auto best = std::ranges::max_element(trial_scores_);
    if (best == trial_scores_.end()) return options_;
    return with_choice(options_, trials_[static_cast<std::size_t>(best - trial_scores_.begin())]);
  }

  void run_trial() {
    run_stage();
    trial_scores_.push_back(start_->best_score.value_or(0));
    start_.reset();
    ++stage_;
    if (stage_ < trials_.size()) return;
    const PredictorOptions best = chosen();
    note(observer_, fmt::format("vectors: valid triples choose a penalty of {}, a weight of {} for "
                                "relations and a rate of {:.3g}",
                                best.penalty_weight, best.relation_weight, best.learning_rate));
  }

  void run_stage() {
    if (!start_) begin();
    while (true) {
      if (start_->to_validate) validate();
      const PredictorTrainer& trainer = start_->trainer;
      if (trainer.is_epoch_over() && trainer.epoch().epoch == start_->options.epochs) return;
      if (steps_.may_go_on && !steps_.may_go_on()) {
        end_here();
        return;
      }
      start_->trainer.run_step();
      remember_device();
      end_step();
      show();
    }
  }

  void end_step() {
    if (start_->trainer.is_epoch_over()) {
      const std::size_t epoch = start_->trainer.epoch().epoch;
      start_->epochs.push_back({start_->trainer.epoch(), 0, std::nullopt});
      tell();
      const PredictorOptions& options = start_->options;
      start_->to_validate =
          validates() && (epoch == options.epochs || epoch % options.validate_every == 0);
    }
    if (steps_.after_step) steps_.after_step(save());
  }

  // Whether the last step was this device's.
  bool is_last() const {
    std::string_view all = devices_;
    if (!all.ends_with(device_)) return false;
    all.remove_suffix(device_.size());
    return all.empty() || all.ends_with(kThen);
  }
  void remember_device() {
    if (is_last()) return;
    if (!devices_.empty()) devices_ += kThen;
    devices_ += device_;
  }

  // As after the last epoch, though it is not.
  void end_here() {
    ended_ = true;
    start_->trainer.synchronize();
    if (!start_->trainer.is_epoch_over()) {
      start_->epochs.push_back({start_->trainer.epoch(), 0, std::nullopt});
      tell();
    }
    if (validates() && !start_->epochs.empty() && !start_->epochs.back().valid) validate();
  }

  // Throws Interrupted with nothing changed.
  void validate() {
    start_->trainer.synchronize();
    const double score = score_of(start_->predictor);
    start_->epochs.back().valid = score;
    start_->to_validate = false;
    tell();
    if (start_->best_score && score <= *start_->best_score) return;
    start_->best = start_->predictor;
    start_->best_score = score;
    start_->best_epoch = start_->trainer.epoch().epoch;
  }

  // The last epoch, unless it is a trial's.
  void tell() const {
    if (!steps_.after_epoch || stage_ < trials_.size()) return;
    const PredictorEpoch& epoch = start_->epochs.back();
    steps_.after_epoch({.part = LiveTraining::Epoch::Part::kVectors,
                        .restart = kept_.size(),
                        .epoch = epoch.report.epoch,
                        .loss = epoch.report.loss,
                        .valid = epoch.valid});
  }

  void show() const {
    const PredictorTrainer::Epoch& now = start_->trainer.epoch();
    const std::size_t all = start_->options.epochs;
    const double epochs = static_cast<double>(now.epoch - 1) +
                          static_cast<double>(now.batches_done) / static_cast<double>(now.batches);
    const bool is_trial = stage_ < trials_.size();
    report(observer_, is_trial ? "trying vectors" : "training vectors",
           epochs / static_cast<double>(all), [&] {
             std::string text = fmt::format("epoch {}/{}  loss {:.4f}", now.epoch, all, now.loss);
             if (is_trial) {
               text = fmt::format("trial {}/{}  {}", stage_ + 1, trials_.size(), text);
             } else if (starts_ > 1) {
               text = fmt::format("start {}/{}  {}", stage_ - trials_.size() + 1, starts_, text);
             }
             if (start_->best_score)
               text += fmt::format("  best valid {:.4f}", *start_->best_score);
             return text;
           });
  }

  TrainingSteps::Save save() {
    return [this](ArchiveWriter& archive) { exchange(archive); };
  }

  template <typename Archive>
  void exchange(Archive& archive) {
    archive(stage_);
    archive(trial_scores_);
    archive(epochs_);
    archive(kept_epoch_);
    std::uint64_t kept = kept_.size();
    archive(kept);
    while (kept_.size() < kept) {
      kept_.push_back(make_predictor(options_, facts_.entities(), facts_.steps(), seed_));
    }
    for (Predictor& each : kept_) each.exchange(archive);
    double seconds = seconds_before_ + stopwatch_.seconds();
    archive(seconds);
    archive(devices_);
    bool has_start = start_.has_value();
    archive(has_start);
    if constexpr (Archive::kReads) {
      seconds_before_ = seconds;
      if (has_start) begin();
    }
    if (has_start) start_->exchange(archive);
  }

  const LoadedDataset& dataset_;
  PredictorOptions options_;
  std::uint64_t seed_;
  ThreadPool& threads_;
  const Observer& observer_;
  const TrainingSteps& steps_;
  StepGraph facts_;
  Validation validation_;
  std::vector<Triple> triples_;  // to validate by
  std::vector<PredictorOptions> trials_;
  std::vector<double> trial_scores_;  // of those that are done
  std::size_t starts_ = 1;
  std::size_t stage_ = 0;        // the trial; beyond the last, the start
  std::vector<Predictor> kept_;  // of the starts that are done
  std::vector<PredictorEpoch> epochs_;
  std::size_t kept_epoch_ = 0;
  std::optional<Start> start_;  // of this stage; nothing: not begun yet
  bool ended_ = false;          // before the last step
  std::string device_;
  std::string devices_;  // that took the steps, in order
  Stopwatch stopwatch_;
  double seconds_before_ = 0;  // of the training that this one goes on with
};

// What trials differ in.
struct Choice {
  double relation_weight;
  double penalty_weight;
  double learning_rate;  // of few components
};
constexpr std::array<Choice, 5> kChoices{
    {{0.25, 0.01, 0.2}, {1, 0.03, 0.4}, {4, 0.03, 0.2}, {1, 0.05, 0.4}, {0.1, 0.1, 0.4}}};
constexpr std::size_t kFirstForLarge = 3;  // the others suit small data

// Whether whole trainings with each choice take seconds.
bool are_small(const PredictorOptions& options, const StepGraph& facts) {
  constexpr double kMostOperations = 3e12;
  return static_cast<double>(kChoices.size() * options.epochs) * epoch_operations(options, facts) <=
         kMostOperations;
}

}  // namespace

StepGraph predictor_facts(const KnowledgeBase& kb) {
  if (kb.patterns == 0) return kb.facts.graph();
  const auto facts = kb.facts.range(0, kb.first_mention());
  return {std::vector<Triple>(facts.begin(), facts.end()), kb.entities.size(), kb.first_pattern()};
}

double epoch_operations(const PredictorOptions& options, const StepGraph& facts) {
  constexpr double kProducts = 6;  // scores and the gradients of both sides
  const std::size_t compared =
      options.samples > 0 ? std::min(options.samples, facts.entities()) : facts.entities();
  return kProducts * static_cast<double>(facts.segment_count()) * static_cast<double>(compared) *
         static_cast<double>(width_of(options));
}

std::size_t predictor_starts(const PredictorOptions& options, const StepGraph& facts) {
  constexpr std::size_t kSeveral = 4;
  if (options.starts > 0) return options.starts;
  return are_small(options, facts) ? kSeveral : 1;
}

std::vector<PredictorOptions> predictor_trials(const PredictorOptions& options,
                                               const StepGraph& facts) {
  constexpr std::size_t kShort = 5;   // epochs
  constexpr std::size_t kNarrow = 4;  // times fewer components
  std::vector<PredictorOptions> trials;
  if (!options.choose) return trials;
  const bool are_whole = are_small(options, facts);
  for (std::size_t i = are_whole ? 0 : kFirstForLarge; i < kChoices.size(); ++i) {
    PredictorOptions trial = options;
    trial.relation_weight = kChoices[i].relation_weight;
    trial.penalty_weight = kChoices[i].penalty_weight;
    if (!are_whole) {
      trial.epochs = std::min(options.epochs, kShort);
      trial.dim = std::max<std::size_t>(options.dim / kNarrow, 1);
      trial.validate_every = trial.epochs;
    }
    trial.learning_rate = kChoices[i].learning_rate * rate_share(trial);
    if (trial.validate_every == 0) trial.validate_every = trial.epochs;
    trials.push_back(trial);
  }
  return trials;
}

PredictorOptions with_choice(PredictorOptions options, const PredictorOptions& trial) {
  options.penalty_weight = trial.penalty_weight;
  options.relation_weight = trial.relation_weight;
  options.learning_rate = trial.learning_rate * rate_share(options) / rate_share(trial);
  return options;
}

PredictorTraining train_predictor(const LoadedDataset& dataset, const PredictorOptions& options,
                                  std::uint64_t seed, ThreadPool& threads, const Observer& observer,
                                  const TrainingSteps& steps) {
  return PredictorRun(dataset, options, seed, threads, observer, steps).train();
}

}  // namespace gntp
