#include "engine/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/stopwatch.h"
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

}  // namespace

Sweep::Sweep(const SweepPlan& plan, const std::vector<LoadedDataset>& datasets, std::size_t seeds,
             SweepJournal& journal, const Observer& observer)
    : plan_(plan),
      datasets_(datasets),
      seeds_(seeds),
      journal_(journal),
      observer_(observer),
      runs_(plan.trials.size() * seeds * datasets.size()) {
  inner_.warning = [this](const std::string& text) {
    const std::scoped_lock lock(mutex_);
    warn(observer_, text);
  };
  inner_.stop = observer.stop;
  for (const LoadedDataset& dataset : datasets) validations_.emplace_back(dataset);
}

std::vector<TrialSummary> Sweep::run(const WorkLimit& limit, ThreadPool& threads) {
  const StopScope stop(observer_.stop);
  const std::size_t wanted = std::min(limit.steps.value_or(runs_.size()), runs_.size());
  const std::vector<std::size_t> missing = find_missing(wanted);
  note(observer_,
       fmt::format("{} runs ({} settings, {} seeds, {} data sets), {} of them done", runs_.size(),
                   plan_.trials.size(), seeds_, datasets_.size(), runs_.size() - missing.size()));
  mine(missing, threads);
  const std::size_t done = run_missing(missing, limit, threads);
  const std::size_t steps = done < missing.size() ? missing[done] : wanted;
  if (steps < runs_.size()) {
    note(observer_, fmt::format("the limit ended it after {} of {} runs; '--steps {}' gives the "
                                "same again",
                                steps, runs_.size(), steps));
  }
  return summaries();
}

// One after the other is begun, by whoever is free, until time is up: what is begun is finished, so
// that the runs that are done are the first ones. Returns how many.
std::size_t Sweep::run_missing(const std::vector<std::size_t>& missing, const WorkLimit& limit,
                               ThreadPool& threads) {
  const Stopwatch stopwatch;
  std::mutex next_mutex;
  std::size_t next = 0;
  const auto take = [&]() -> std::optional<std::size_t> {
    const std::scoped_lock lock(next_mutex);
    const bool late = limit.seconds && stopwatch.seconds() >= *limit.seconds;
    if (late || next == missing.size()) return std::nullopt;
    return missing[next++];
  };
  threads.for_each(threads.size(), [&](std::size_t, std::size_t) {
    while (const std::optional<std::size_t> item = take()) {
      throw_if_stopped(observer_);
      runs_[*item] = run_one(*item);
      journal_.add(runs_[*item]);
      show(runs_[*item], missing.size());
    }
  });
  return next;
}

// Takes over what the journal has of the first `wanted` runs.
std::vector<std::size_t> Sweep::find_missing(std::size_t wanted) {
  std::vector<std::size_t> missing;
  for (std::size_t item = 0; item < wanted; ++item) {
    if (auto run = journal_.find(key_of(dataset(item), trial(item).settings, seed(item)))) {
      runs_[item] = std::move(*run);
    } else {
      missing.push_back(item);
    }
  }
  return missing;
}

// Once for all runs that want the same rules of the same data, whatever their seeds.
void Sweep::mine(const std::vector<std::size_t>& missing, ThreadPool& threads) {
  for (const std::size_t item : missing) {
    const AllOptions& settings = trial(item).settings;
    if (!mines(settings)) continue;
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
  run.key = key_of(data, settings, seed(item));
  run.data = data.folder.string();
  run.seed = seed(item);
  for (std::size_t i = 0; i < plan_.varied.size(); ++i) {
    run.settings.emplace_back(plan_.varied[i], trial(item).values[i]);
  }
  ThreadPool alone(1);
  try {
    check_trial(trial(item), plan_, traits_of(data.kb));
    const Training training = train_model(data, settings, run.seed, alone, inner_);
    Reasoner reasoner(data.kb, training.model, settings.prover);
    reasoner.refresh(alone);
    run.valid =
        validations_[item % datasets_.size()].score(AnswerIndex(reasoner, alone), alone, inner_);
    run.epoch = training.kept_epoch;
    run.seconds = training.seconds;
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    run.error = error.what();  // settings that cannot work are a result, too
  }
  return run;
}

void Sweep::show(const SweepRun& run, std::size_t wanted) {
  const std::scoped_lock lock(mutex_);
  ++done_;
  best_ = std::max(best_, run.valid.value_or(0));
  report(observer_, "sweep", static_cast<double>(done_) / static_cast<double>(wanted),
         [&] { return fmt::format("{} of {} runs  best valid {:.4f}", done_, wanted, best_); });
}

std::vector<TrialSummary> Sweep::summaries() const {
  std::vector<TrialSummary> all;
  for (std::size_t i = 0; i < plan_.trials.size(); ++i) {
    const auto runs = std::span(runs_).subspan(i * runs_per_trial(), runs_per_trial());
    TrialSummary summary = sum_up(plan_.trials[i], runs);
    if (summary.runs + summary.failed > 0) all.push_back(std::move(summary));
  }
  std::ranges::stable_sort(all, [](const TrialSummary& a, const TrialSummary& b) {
    return std::pair(a.runs > 0, a.mean) > std::pair(b.runs > 0, b.mean);
  });
  return all;
}

}  // namespace gntp
