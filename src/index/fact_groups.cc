#include "index/fact_groups.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gntp {

FactGroups::FactGroups(const FactIndex& facts, std::size_t entities, std::size_t relations) {
  begin_.reserve(entities + 1);
  others_.reserve(2 * facts.facts().size());
  std::vector<std::pair<StepId, Id>> around;
  for (Id entity = 0; entity < entities; ++entity) {
    around.clear();
    for (const Edge& edge : facts.with_head(entity)) {
      around.emplace_back(edge.relation, edge.other);
    }
    for (const Edge& edge : facts.with_tail(entity)) {
      around.emplace_back(static_cast<StepId>(edge.relation + relations), edge.other);
    }
    std::ranges::sort(around);
    begin_.push_back(static_cast<std::uint32_t>(groups_.size()));
    for (std::size_t i = 0; i < around.size(); ++i) {
      if (i == 0 || around[i].first != around[i - 1].first) {
        groups_.push_back({around[i].first, static_cast<std::uint32_t>(others_.size())});
      }
      others_.push_back(around[i].second);
    }
  }
  begin_.push_back(static_cast<std::uint32_t>(groups_.size()));
  list_starts(entities, 2 * relations);
  groups_.push_back({0, static_cast<std::uint32_t>(others_.size())});
}

void FactGroups::list_starts(std::size_t entities, std::size_t steps) {
  starts_begin_.assign(steps + 1, 0);
  for (const Group& group : groups_) ++starts_begin_[group.step + 1];
  std::partial_sum(starts_begin_.begin(), starts_begin_.end(), starts_begin_.begin());
  starts_.resize(groups_.size());
  std::vector<std::uint32_t> next(starts_begin_.begin(), starts_begin_.end() - 1);
  for (Id entity = 0; entity < entities; ++entity) {
    for (std::uint32_t i = begin_[entity]; i < begin_[entity + 1]; ++i) {
      starts_[next[groups_[i].step]++] = entity;
    }
  }
}

}  // namespace gntp
