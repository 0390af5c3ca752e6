// Rules for a training that were found in its data (`learn.rules = "mined"` or `"both"`).
#pragma once

#include <string>

#include "app/console.h"
#include "app/progress.h"
#include "engine/settings.h"
#include "base/parallel.h"
#include "kb/dataset.h"
#include "mine/miner.h"

namespace gntp {

// Mines the training facts, with progress on the console. Throws Interrupted if the user asked to
// stop.
Mining mine_with_progress(const KnowledgeBase& kb, const MineOptions& options, ThreadPool& threads,
                          const Console& console, Progress::Style style);

// "412 rules of 1,034 above the thresholds, in 3 s"
std::string summary(const Mining& mining, const MineOptions& options);

// Whether a training with these settings looks for rules first.
bool mines(const Settings& settings);

// The same for settings that propose the same rules.
std::string proposal_key(const Settings& settings);

// Gives the data set the rules that the settings ask for: mined ones join those that it has; with
// "mined", its templates go. What is mined does not depend on the training's seed.
void propose_rules(Dataset& dataset, const Settings& settings, ThreadPool& threads,
                   const Console& console, Progress::Style style);

}  // namespace gntp
