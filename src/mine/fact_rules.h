// Few rules that do the work of many: for each fact the best of the rules that predict it, judged
// without the fact itself. Rules that only repeat what better ones say of every fact are left out,
// and so is a rule that no fact needs, however confident it is. Where there are very many facts,
// some of each relation choose (MineOptions::judging_facts).
#pragma once

#include <cstddef>
#include <vector>

#include "base/parallel.h"
#include "kb/step_graph.h"
#include "mine/mine_options.h"
#include "mine/mined_rule.h"

namespace gntp {

// The order in which facts choose: by confidence where the fact that is asked about is not counted.
// It is the same for all facts that a rule predicts.
bool is_better_for_facts(const MinedRule& a, const MinedRule& b, const MineOptions& options);

// Those among the options' `per_fact` best of some fact, in the order they have. All rules are kept
// where that is 0. Rules without a body are left alone.
std::vector<MinedRule> best_for_facts(std::vector<MinedRule> rules, const StepGraph& graph,
                                      const MineOptions& options, ThreadPool& threads);

}  // namespace gntp
