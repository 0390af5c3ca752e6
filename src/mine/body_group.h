// Bodies with the same first steps, which are walked together, and how long that takes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "kb/step_graph.h"
#include "mine/mined_rule.h"

namespace gntp {

struct BodyGroup {
  Body prefix;              // at most kMaxPath - 1 steps
  std::vector<Step> lasts;  // sorted; empty = every step

  bool has(Step last) const { return lasts.empty() || std::ranges::binary_search(lasts, last); }
};

// The paths of the bodies, and those of their first steps: exactly where few entities are between
// the first steps, else judged by some of them.
double paths_of(const StepGraph& graph, const BodyGroup& group);

// How many paths each group may have such that all have at most `total` together: all of its own
// where that is little, and otherwise as many as any other.
double fair_paths(std::vector<double> paths, double total);

}  // namespace gntp
