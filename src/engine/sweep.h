// Many trainings over settings and seeds, compared on the valid split alone. The test split is not
// used, so that nothing can be chosen by it.
#pragma once

#include <gntp/observer.h>
#include <gntp/training.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "engine/sweep_journal.h"
#include "engine/sweep_plan.h"
#include "engine/sweep_rounds.h"
#include "engine/validation.h"
#include "kb/dataset.h"

namespace gntp {

// The runs of one setting over data sets and seeds, summed up.
struct TrialSummary {
  const Trial* trial = nullptr;
  std::size_t runs = 0;
  std::size_t failed = 0;
  double mean = 0;
  double deviation = 0;                       // of the sample; 0 for a single run
  double seconds = 0;                         // mean
  std::string error;                          // of the first failure
  std::optional<std::size_t> given_up_after;  // so many runs; nothing: it was not given up

  // Whether there is a score, and no failure that is left out of it.
  bool is_sound() const { return runs > 0 && failed == 0; }
};

struct SweepOptions {
  std::size_t seeds = 1;  // each setting is trained with seeds 1 to this on each data set
  GiveUp give_up = GiveUp::kHopeless;
  std::string device = "auto";  // of all runs, as a user names it
};

// All runs of a sweep, round by round (SweepRounds); those that the journal has are not done again.
// Runs share out the threads, a thread each, and the processes (base/communicator.h). The journals
// of all processes have the same runs; that of process 0 has the file.
class Sweep {
 public:
  // Keeps references. Requires: every data set has valid triples (Validation).
  Sweep(const SweepPlan& plan, const std::vector<LoadedDataset>& datasets,
        const SweepOptions& options, SweepJournal& journal, const Observer& observer);

  // The settings by their mean score, best first; then those that were given up, the later the
  // better; those with failures come last. Runs are the steps of the limit, in a fixed order; a
  // setting without runs is left out. To be called once. Throws Interrupted if the observer asks to
  // stop; what is finished by then is in the journal.
  std::vector<TrialSummary> run(const WorkLimit& limit, ThreadPool& threads);

 private:
  // Runs are numbered; those of one setting are together.
  std::size_t runs_per_trial() const { return seeds_ * datasets_.size(); }
  const Trial& trial(std::size_t item) const { return plan_.trials[item / runs_per_trial()]; }
  std::uint64_t seed(std::size_t item) const {
    return 1 + item % runs_per_trial() / datasets_.size();
  }
  const LoadedDataset& dataset(std::size_t item) const {
    return datasets_[item % datasets_.size()];
  }

  std::vector<std::size_t> next_round(std::size_t next) const;
  bool run_round(const std::vector<std::size_t>& round, const WorkLimit& limit,
                 ThreadPool& threads);
  std::string key(std::size_t item) const;
  std::vector<std::size_t> find_missing(std::span<const std::size_t> wanted);
  std::size_t run_missing(const std::vector<std::size_t>& missing, const WorkLimit& limit,
                          ThreadPool& threads);
  std::size_t run_together(const std::vector<std::size_t>& missing, const WorkLimit& limit,
                           ThreadPool& threads);
  void run_wave(std::span<const std::size_t> wave, std::span<const std::size_t> threads_of_each,
                ThreadPool& threads);
  void give_up_after(std::size_t runs_each);
  void tell_round(std::size_t runs, std::size_t found) const;
  void tell_end(bool complete) const;
  std::span<const SweepRun> runs_of(std::size_t trial) const {
    return std::span(runs_).subspan(trial * runs_per_trial(), runs_per_trial());
  }
  void mine(const std::vector<std::size_t>& missing, ThreadPool& threads);
  const LoadedDataset& with_rules(std::size_t item) const;
  SweepRun run_one(std::size_t item) const;
  void show(const SweepRun& run);
  std::vector<TrialSummary> summaries() const;

  const SweepPlan& plan_;
  const std::vector<LoadedDataset>& datasets_;
  std::size_t seeds_;
  std::string device_;
  SweepJournal& journal_;
  const Observer& observer_;
  Observer inner_;  // of one training: warnings and the stop token
  std::vector<Validation> validations_;
  SweepRounds rounds_;
  std::vector<SweepRun> runs_;                              // by number; without a key: not done
  std::vector<std::size_t> going_on_;                       // trials that are not given up
  std::vector<std::optional<std::size_t>> given_up_after_;  // by trial
  std::size_t runs_each_ = 0;                               // that each trial that goes on has
  std::size_t steps_ = 0;  // runs that are done, as the limit counts them
  double seconds_ = 0;     // of training so far
  std::map<std::pair<std::size_t, std::string>, LoadedDataset> mined_;  // by data set and settings
  std::mutex mutex_;  // of the observer, and of what follows
  std::size_t done_ = 0;
  std::size_t expected_ = 0;
  double best_ = 0;
};

}  // namespace gntp
