#include "prover/path_search.h"

#include <algorithm>
#include <tuple>

namespace gntp {

PathSearch::PathSearch(const Reasoner& reasoner, const FactGroups& groups)
    : reasoner_(reasoner),
      groups_(groups),
      middles_(reasoner.kb().entities.size()),
      near_middles_(reasoner.kb().entities.size()),
      ends_(reasoner.kb().entities.size()) {}

void PathSearch::run(const PathTables& tables, Id known, float limit, Entities entities,
                     SparseMinimum& answers) {
  const std::span<const Neighbour> near = reasoner_.symbols().neighbours(known);
  first_steps(tables, entities == Entities::kSoft ? near : near.first(1), limit);
  second_steps(tables, limit, entities);
  if (entities == Entities::kSoft) {
    spread(ends_, limit, answers);
  } else {
    for (const Id end : ends_.reached()) answers.offer(end, ends_[end]);
  }
  ends_.clear();
}

void PathSearch::first_steps(const PathTables& tables, std::span<const Neighbour> from,
                             float limit) {
  arrivals_.clear();
  for (const Neighbour& start : from) {
    if (start.distance > limit) break;
    groups_.visit(start.entity, [&](StepId step, std::span<const Id> others) {
      const float end = std::max(start.distance, tables.one()[step]);
      if (end <= limit) {
        for (const Id other : others) ends_.offer(other, end);
      }
      if (tables.has_two() && tables.nearest_two(step) <= limit) {
        for (const Id other : others) arrivals_.push_back({step, other, start.distance});
      }
    });
  }
}

// The rule's second predicate may depend on its first, so arrivals by different steps stay apart.
void PathSearch::second_steps(const PathTables& tables, float limit, Entities entities) {
  std::ranges::stable_sort(arrivals_, {}, &Arrival::step);
  for (std::size_t begin = 0, end = 0; begin < arrivals_.size(); begin = end) {
    const StepId first = arrivals_[begin].step;
    for (end = begin; end < arrivals_.size() && arrivals_[end].step == first; ++end) {
      middles_.offer(arrivals_[end].entity, arrivals_[end].distance);
    }
    const SparseMinimum* starts = &middles_;
    if (entities == Entities::kSoft) {
      spread(middles_, limit, near_middles_);
      starts = &near_middles_;
    }
    const std::span<const float> two = tables.two(first);
    for (const Id start : starts->reached()) {
      const float before = (*starts)[start];
      groups_.visit(start, [&](StepId second, std::span<const Id> others) {
        const float distance = std::max(before, two[second]);
        if (distance > limit) return;
        for (const Id other : others) ends_.offer(other, distance);
      });
    }
    middles_.clear();
    near_middles_.clear();
  }
}

// to[c] = min over t of max(from[t], d(c, t)).
void PathSearch::spread(const SparseMinimum& from, float limit, SparseMinimum& to) const {
  constexpr std::size_t kDense = 8;
  if (from.reached().size() > from.entities() / kDense) {
    std::size_t offers = 0;
    for (const Id entity : from.reached()) {
      offers += reasoner_.symbols().neighbours(entity).size();
    }
    if (offers > kDense * from.entities() / 2) {
      gather(from, limit, to);
      return;
    }
  }
  for (const Id entity : from.reached()) {
    const float distance = from[entity];
    for (const Neighbour& near : reasoner_.symbols().neighbours(entity)) {
      if (near.distance > limit) break;
      to.offer(near.entity, std::max(distance, near.distance));
    }
  }
}

// The same where most entities are reached: each looks for its nearest reached one and stops early.
void PathSearch::gather(const SparseMinimum& from, float limit, SparseMinimum& to) const {
  for (Id entity = 0; entity < from.entities(); ++entity) {
    float best = SparseMinimum::kNone;
    for (const Neighbour& near : reasoner_.symbols().neighbours(entity)) {
      if (near.distance > limit || near.distance >= best) break;
      best = std::min(best, std::max(near.distance, from[near.entity]));
    }
    if (best <= limit) to.offer(entity, best);
  }
}

}  // namespace gntp
