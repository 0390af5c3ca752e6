#include "engine/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>

#include "base/byte_archive.h"
#include "base/communicator.h"
#include "base/error.h"
#include "base/stopwatch.h"
#include "engine/device_choice.h"
#include "engine/mixture_choice.h"
#include "engine/predictor_training.h"
#include "engine/rule_mining.h"
#include "engine/training.h"
#include "engine/watch.h"

namespace gntp {
namespace {

TrialSummary sum_up(const Trial& trial, std::span<const SweepRun> runs) {
  TrialSummary summary;
  summary.trial = &trial;
  std::vector<double> scores;
  const auto is_done = [](const SweepRun& run) { return !run.key.empty(); };
  const auto done = static_cast<double>(std::ranges::count_if(runs, is_done));
  for (const SweepRun& run : runs) {
    if (!is_done(run)) continue;
    summary.seconds += run.seconds / done;
    if (run.valid) {
      scores.push_back(*run.valid);
    } else {
      if (summary.failed++ == 0) summary.error = run.error;
    }
  }
  summary.runs = scores.size();
  for (const double score : scores) summary.mean += score / static_cast<double>(scores.size());
  double squares = 0;
  for (const double score : scores) squares += std::pow(score - summary.mean, 2);
  if (scores.size() > 1) {
    summary.deviation = std::sqrt(squares / static_cast<double>(scores.size() - 1));
  }
  return summary;
}

// The number that each process has.
std::vector<std::size_t> gather_numbers(Communicator& team, std::size_t own) {
  std::vector<std::size_t> numbers;
  for (const std::string& text : team.gather([&] { return std::to_string(own); })) {
    numbers.push_back(std::stoul(text));
  }
  return numbers;
}

}  // namespace

Sweep::Sweep(const SweepPlan& plan, const std::vector<LoadedDataset>& datasets,
             const SweepOptions& options, SweepJournal& journal, const Observer& observer)
    : plan_(plan),
      datasets_(datasets),
      seeds_(options.seeds),
      device_(options.device),
      journal_(journal),
      observer_(observer),
      rounds_(options.give_up, runs_per_trial()),
      runs_(plan.trials.size() * runs_per_trial()),
      going_on_(plan.trials.size()),
      given_up_after_(plan.trials.size()) {
  std::iota(going_on_.begin(), going_on_.end(), std::size_t{0});
  inner_.warning = [this](const std::string& text) {
    const std::scoped_lock lock(mutex_);
    warn(observer_, text);
  };
  inner_.stop = observer.stop;
  for (const LoadedDataset& dataset : datasets) validations_.emplace_back(dataset);
}

std::vector<TrialSummary> Sweep::run(const WorkLimit& limit, ThreadPool& threads) {
  const StopScope stop(observer_.stop);
  bool complete = true;
  while (complete && runs_each_ < runs_per_trial() && !going_on_.empty()) {
    const std::size_t next = rounds_.after_next(going_on_.size(), runs_each_);
    complete = run_round(next_round(next), limit, threads);
    if (complete) give_up_after(next);
  }
  tell_end(complete);
  return summaries();
}

// The runs that bring each trial that goes on up to `next`.
std::vector<std::size_t> Sweep::next_round(std::size_t next) const {
  std::vector<std::size_t> round;
  round.reserve(going_on_.size() * (next - runs_each_));
  for (const std::size_t trial : going_on_) {
    for (std::size_t run = runs_each_; run < next; ++run) {
      round.push_back(trial * runs_per_trial() + run);
    }
  }
  return round;
}

// False where the limit ended it.
bool Sweep::run_round(const std::vector<std::size_t>& round, const WorkLimit& limit,
                      ThreadPool& threads) {
  std::size_t to_come = rounds_.to_come(going_on_.size(), runs_each_);
  if (limit.steps) to_come = std::min(to_come, *limit.steps - std::min(*limit.steps, steps_));
  const std::size_t wanted = std::min(to_come, round.size());
  const std::vector<std::size_t> missing = find_missing(std::span(round).first(wanted));
  tell_round(round.size(), wanted - missing.size());
  expected_ = done_ + to_come - (wanted - missing.size());
  const bool late = limit.seconds && Communicator::current().decide(seconds_ >= *limit.seconds);
  if (!late) mine(missing, threads);
  const std::size_t done = late ? 0 : run_missing(missing, limit, threads);
  std::size_t reached = wanted;
  if (done < missing.size()) {
    reached =
        static_cast<std::size_t>(std::ranges::lower_bound(round, missing[done]) - round.begin());
    // What the journal has beyond it is of no account, so that so many steps give the same again.
    for (std::size_t i = reached; i < wanted; ++i) runs_[round[i]] = {};
  }
  steps_ += reached;
  return reached == round.size();
}

// One after the other is begun, by whoever is free, until time is up: what is begun is finished, so
// that the runs that are done are the first ones. Returns how many.
std::size_t Sweep::run_missing(const std::vector<std::size_t>& missing, const WorkLimit& limit,
                               ThreadPool& threads) {
  if (!Communicator::current().is_alone()) return run_together(missing, limit, threads);
  const Stopwatch stopwatch;
  std::mutex next_mutex;
  std::size_t next = 0;
  const auto take = [&]() -> std::optional<std::size_t> {
    const std::scoped_lock lock(next_mutex);
    const bool late = limit.seconds && seconds_ + stopwatch.seconds() >= *limit.seconds;
    if (late || next == missing.size()) return std::nullopt;
    return missing[next++];
  };
  threads.for_each(threads.size(), [&](std::size_t, std::size_t) {
    while (const std::optional<std::size_t> item = take()) {
      throw_if_stopped(observer_);
      runs_[*item] = run_one(*item);
      journal_.add(runs_[*item]);
      show(runs_[*item]);
    }
  });
  seconds_ += stopwatch.seconds();
  return next;
}

// As run_missing does, by several processes: a wave of as many runs as all of them have threads,
// then the next.
std::size_t Sweep::run_together(const std::vector<std::size_t>& missing, const WorkLimit& limit,
                                ThreadPool& threads) {
  Communicator& team = Communicator::current();
  const Stopwatch stopwatch;
  const std::vector<std::size_t> threads_of_each = gather_numbers(team, threads.size());
  const std::size_t all = std::reduce(threads_of_each.begin(), threads_of_each.end());
  std::size_t next = 0;
  while (next < missing.size()) {
    const double seconds = seconds_ + stopwatch.seconds();
    if (limit.seconds && team.decide(seconds >= *limit.seconds)) break;
    const std::size_t count = std::min(all, missing.size() - next);
    run_wave(std::span(missing).subspan(next, count), threads_of_each, threads);
    next += count;
  }
  seconds_ += stopwatch.seconds();
  return next;
}

// What was finished before a wish to stop, or before a device failed, is in the journal.
void Sweep::run_wave(std::span<const std::size_t> wave,
                     std::span<const std::size_t> threads_of_each, ThreadPool& threads) {
  Communicator& team = Communicator::current();
  const auto before = threads_of_each.first(team.rank());
  const std::size_t first =
      std::min(std::reduce(before.begin(), before.end(), std::size_t{0}), wave.size());
  const auto own = wave.subspan(first, std::min(threads.size(), wave.size() - first));
  bool is_stopped = false;
  std::string failure;
  const std::vector<std::string> found = team.gather([&] {
    try {
      threads.for_each(own.size(), [&](std::size_t i, std::size_t) {
        const CommunicatorScope by_itself;
        throw_if_stopped(observer_);
        runs_[own[i]] = run_one(own[i]);
      });
    } catch (const Interrupted&) {
      is_stopped = true;
    } catch (const DeviceError& error) {
      failure = error.what();
    }
    ByteWriter archive;
    archive(is_stopped);
    archive(failure);
    for (const std::size_t item : own) {
      archive(item);
      runs_[item].exchange(archive);
    }
    return archive.take();
  });
  std::size_t place = 0;
  for (std::size_t rank = 0; rank < found.size(); ++rank) {
    ByteReader archive(found[rank]);
    bool stopped = false;
    archive(stopped);
    is_stopped = is_stopped || stopped;
    std::string failed;
    archive(failed);
    if (failure.empty()) failure = failed;
    for (std::size_t i = 0; i < threads_of_each[rank] && place < wave.size(); ++i, ++place) {
      std::size_t item = 0;
      archive(item);
      runs_[item].exchange(archive);
      if (runs_[item].key.empty()) continue;  // not finished
      journal_.add(runs_[item]);
      if (!is_stopped) show(runs_[item]);
    }
    archive.finish();
  }
  if (is_stopped) throw Interrupted("stopped");
  if (!failure.empty()) throw DeviceError(failure);
}

std::string Sweep::key(std::size_t item) const {
  const AllOptions& settings = trial(item).settings;
  return key_of(dataset(item), settings, seed(item), text_of(training_device(device_, settings)));
}

// Takes over what the journal has of these runs. Only runs that a round asks for are looked up, so
// that what else a journal has decides nothing.
std::vector<std::size_t> Sweep::find_missing(std::span<const std::size_t> wanted) {
  std::vector<std::size_t> missing;
  for (const std::size_t item : wanted) {
    if (auto run = journal_.find(key(item))) {
      runs_[item] = std::move(*run);
    } else {
      missing.push_back(item);
    }
  }
  return missing;
}

// At the end of a round, when each trial that is still in has so many runs.
void Sweep::give_up_after(std::size_t runs_each) {
  runs_each_ = runs_each;
  if (runs_each == runs_per_trial()) return;
  std::vector<Standing> standings;
  standings.reserve(going_on_.size());
  for (const std::size_t trial : going_on_) {
    const TrialSummary summary = sum_up(plan_.trials[trial], runs_of(trial));
    standings.push_back({trial, summary.mean, summary.failed > 0});
    given_up_after_[trial] = runs_each_;
  }
  going_on_ = SweepRounds::survivors(std::move(standings));
  for (const std::size_t trial : going_on_) given_up_after_[trial].reset();
}

void Sweep::tell_round(std::size_t runs, std::size_t found) const {
  const std::size_t each = runs / going_on_.size();
  std::string which = fmt::format("run {}", runs_each_ + 1);
  if (each > 1) which = fmt::format("runs {} to {}", runs_each_ + 1, runs_each_ + each);
  if (each == runs_per_trial()) {
    which = fmt::format("{} seeds, {} data sets", seeds_, datasets_.size());
  }
  note(observer_, fmt::format("{} runs ({} settings, {}), {} of them done", runs, going_on_.size(),
                              which, found));
}

void Sweep::tell_end(bool complete) const {
  if (going_on_.size() < plan_.trials.size()) {
    note(observer_,
         fmt::format("{} of {} settings were given up, so there were {} runs instead of {}",
                     plan_.trials.size() - going_on_.size(), plan_.trials.size(), steps_,
                     runs_.size()));
  }
  if (complete) return;
  note(observer_, fmt::format("the limit ended it after {} runs; '--steps {}' gives the same again",
                              steps_, steps_));
}

// Once for all runs that want the same rules of the same data, whatever their seeds.
void Sweep::mine(const std::vector<std::size_t>& missing, ThreadPool& threads) {
  for (const std::size_t item : missing) {
    const AllOptions& settings = trial(item).settings;
    if (needs_given_rules(settings)) continue;
    const auto [place, is_new] =
        mined_.try_emplace({item % datasets_.size(), proposal_key(settings)}, dataset(item));
    if (is_new) propose_rules(place->second, settings, threads, inner_);
  }
}

// The data set with the rules of the item's settings.
const LoadedDataset& Sweep::with_rules(std::size_t item) const {
  const auto found = mined_.find({item % datasets_.size(), proposal_key(trial(item).settings)});
  return found == mined_.end() ? dataset(item) : found->second;
}

SweepRun Sweep::run_one(std::size_t item) const {
  const LoadedDataset& data = with_rules(item);
  const AllOptions& settings = trial(item).settings;
  SweepRun run;
  run.key = key(item);
  run.data = data.folder.string();
  run.seed = seed(item);
  for (std::size_t i = 0; i < plan_.varied.size(); ++i) {
    run.settings.emplace_back(plan_.varied[i], trial(item).values[i]);
  }
  ThreadPool alone(1);
  const DeviceScope device(training_device(device_, settings));
  try {
    check_trial(trial(item), plan_, traits_of(data.kb));
    Training training = train_model(data, settings, run.seed, alone, inner_);
    if (settings.predictor.kind != PredictorKind::kNone) {
      PredictorTraining vectors =
          train_predictor(data, settings.predictor, run.seed, alone, inner_);
      training.seconds += vectors.seconds;
      choose_mixture(data, settings, std::move(vectors.predictor), run.seed, training.model, alone,
                     inner_);
    }
    Reasoner reasoner(data.kb, training.model, settings.prover);
    reasoner.refresh(alone);
    run.valid =
        validations_[item % datasets_.size()].score(AnswerIndex(reasoner, alone), alone, inner_);
    run.epoch = training.kept_epoch;
    run.seconds = training.seconds;
  } catch (const Interrupted&) {
    throw;
  } catch (const DeviceError& error) {
    // It says nothing about the settings, and they are tried again when the sweep goes on.
    throw DeviceError(
        fmt::format("{}; fewer trainings at a time take less of a GPU (--threads)", error.what()));
  } catch (const Error& error) {
    run.error = error.what();  // settings that cannot work are a result, too
  }
  return run;
}

void Sweep::show(const SweepRun& run) {
  const std::scoped_lock lock(mutex_);
  ++done_;
  best_ = std::max(best_, run.valid.value_or(0));
  report(observer_, "sweep", static_cast<double>(done_) / static_cast<double>(expected_),
         [&] { return fmt::format("{} of {} runs  best valid {:.4f}", done_, expected_, best_); });
}

std::vector<TrialSummary> Sweep::summaries() const {
  std::vector<TrialSummary> all;
  for (std::size_t trial = 0; trial < plan_.trials.size(); ++trial) {
    TrialSummary summary = sum_up(plan_.trials[trial], runs_of(trial));
    summary.given_up_after = given_up_after_[trial];
    if (summary.runs + summary.failed > 0) all.push_back(std::move(summary));
  }
  const auto merits = [](const TrialSummary& summary) {
    return std::tuple(summary.failed == 0, !summary.given_up_after,
                      summary.given_up_after.value_or(0), summary.runs > 0, summary.mean);
  };
  std::ranges::stable_sort(all, std::greater(), merits);
  return all;
}

}  // namespace gntp
