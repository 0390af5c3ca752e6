// Many trainings over settings and seeds, compared on the valid split alone. The test split is not
// used, so that nothing can be chosen by it.
#pragma once

#include <gntp/observer.h>
#include <gntp/training.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "engine/sweep_journal.h"
#include "engine/sweep_plan.h"
#include "engine/validation.h"
#include "kb/dataset.h"

namespace gntp {

// The runs of one setting over data sets and seeds, summed up.
struct TrialSummary {
  const Trial* trial = nullptr;
  std::size_t runs = 0;
  std::size_t failed = 0;
  double mean = 0;
  double deviation = 0;  // of the sample; 0 for a single run
  double seconds = 0;    // mean
  std::string error;     // of the first failure
};

// All runs of a sweep; those that the journal has are not done again. Runs share out the threads, a
// thread each.
class Sweep {
 public:
  // Keeps references. Each setting is trained with seeds 1 to `seeds` on each data set. Requires:
  // every data set has valid triples (Validation).
  Sweep(const SweepPlan& plan, const std::vector<LoadedDataset>& datasets, std::size_t seeds,
        SweepJournal& journal, const Observer& observer);

  // The settings by their mean score, best first; those that failed throughout come last. Runs are
  // the steps of the limit, in a fixed order; a setting without runs is left out. Throws
  // Interrupted if the observer asks to stop; what is finished by then is in the journal.
  std::vector<TrialSummary> run(const WorkLimit& limit, ThreadPool& threads);

 private:
  // Runs of one setting are together, so that the first settings are complete early.
  std::size_t runs_per_trial() const { return seeds_ * datasets_.size(); }
  const Trial& trial(std::size_t item) const { return plan_.trials[item / runs_per_trial()]; }
  std::uint64_t seed(std::size_t item) const {
    return 1 + item % runs_per_trial() / datasets_.size();
  }
  const LoadedDataset& dataset(std::size_t item) const {
    return datasets_[item % datasets_.size()];
  }

  std::vector<std::size_t> find_missing(std::size_t wanted);
  std::size_t run_missing(const std::vector<std::size_t>& missing, const WorkLimit& limit,
                          ThreadPool& threads);
  void mine(const std::vector<std::size_t>& missing, ThreadPool& threads);
  const LoadedDataset& with_rules(std::size_t item) const;
  SweepRun run_one(std::size_t item) const;
  void show(const SweepRun& run, std::size_t wanted);
  std::vector<TrialSummary> summaries() const;

  const SweepPlan& plan_;
  const std::vector<LoadedDataset>& datasets_;
  std::size_t seeds_;
  SweepJournal& journal_;
  const Observer& observer_;
  Observer inner_;  // of one training: warnings and the stop token
  std::vector<Validation> validations_;
  std::vector<SweepRun> runs_;
  std::map<std::pair<std::size_t, std::string>, LoadedDataset> mined_;  // by data set and settings
  std::mutex mutex_;  // of the observer, and of what follows
  std::size_t done_ = 0;
  double best_ = 0;
};

}  // namespace gntp
