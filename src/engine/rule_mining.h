// Rules for a training that were found in its data (`learn.rules = "mined"` or `"both"`).
#pragma once

#include <gntp/observer.h>

#include <string>

#include "base/parallel.h"
#include "engine/settings.h"
#include "kb/dataset.h"
#include "mine/miner.h"

namespace gntp {

// Mines the training facts; the observer sees the progress. Throws Interrupted if it asks to stop.
Mining mine_rules(const KnowledgeBase& kb, const MineOptions& options, ThreadPool& threads,
                  const Observer& observer, MiningSteps steps = {});

// "412 rules of 1,034 above the thresholds, in 3 s"
std::string summary(const Mining& mining, const MineOptions& options);

// "mining keeps at most 200000 rules, 12 MiB": what the quotas allow, said before.
std::string what_is_kept(const MineOptions& options);

// Whether a training with these settings looks for rules first.
bool mines(const AllOptions& settings);

// Whether it has no others than those that the user gives.
bool needs_given_rules(const AllOptions& settings);

// Leaves the data set without any (`learn.rules = "none"`).
void drop_rules(const Observer& observer, LoadedDataset& dataset);

// The same for settings that propose the same rules.
std::string proposal_key(const AllOptions& settings);

// Gives the data set the mined rules, which join those that it has; with "mined", its templates go.
void use_rules(const Mining& mining, const AllOptions& settings, const Observer& observer,
               LoadedDataset& dataset);

// Mines and uses the rules that the settings ask for. What is mined does not depend on the
// training's seed.
void propose_rules(LoadedDataset& dataset, const AllOptions& settings, ThreadPool& threads,
                   const Observer& observer);

}  // namespace gntp
