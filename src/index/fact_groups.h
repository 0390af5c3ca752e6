// The facts around each entity, grouped by direction and relation: what a walk over the facts needs
// where the relation decides whether an edge is worth following. It knows nothing about vectors.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "index/fact_index.h"

namespace gntp {

// A relation and the direction in which it is walked: `relation` from head to tail,
// `relation + relations` from tail to head.
using StepId = std::uint32_t;

class FactGroups {
 public:
  struct Group {
    StepId step;
    std::uint32_t begin;  // in `others`; it ends where the next group begins
  };

  FactGroups(const FactIndex& facts, std::size_t entities, std::size_t relations);

  // Calls visit(step, others) for each group around the entity, by step.
  template <typename Visit>
  void visit(Id entity, Visit visit) const {
    for (std::uint32_t i = begin_[entity]; i < begin_[entity + 1]; ++i) {
      const Group& group = groups_[i];
      visit(group.step,
            std::span(others_).subspan(group.begin, groups_[i + 1].begin - group.begin));
    }
  }

  // The entities from which the step leads somewhere, by id.
  std::span<const Id> starts(StepId step) const {
    return std::span(starts_).subspan(starts_begin_[step],
                                      starts_begin_[step + 1] - starts_begin_[step]);
  }

  // Where the step leads from the entity; empty if nowhere. By id.
  std::span<const Id> others(Id entity, StepId step) const {
    const auto around =
        std::span(groups_).subspan(begin_[entity], begin_[entity + 1] - begin_[entity]);
    const auto group = std::ranges::lower_bound(around, step, {}, &Group::step);
    if (group == around.end() || group->step != step) return {};
    const auto next = begin_[entity] + static_cast<std::size_t>(group - around.begin()) + 1;
    return std::span(others_).subspan(group->begin, groups_[next].begin - group->begin);
  }

 private:
  void list_starts(std::size_t entities, std::size_t steps);

  std::vector<std::uint32_t> begin_;  // by entity, in groups_
  std::vector<Group> groups_;         // and one past the last
  std::vector<Id> others_;
  std::vector<std::uint32_t> starts_begin_;  // by step, in starts_
  std::vector<Id> starts_;
};

}  // namespace gntp
