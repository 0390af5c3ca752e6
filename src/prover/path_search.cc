#include "prover/path_search.h"

#include <algorithm>
#include <tuple>

namespace gntp {
namespace {

constexpr Id kAhead = 8;  // entities whose lists are fetched before they are needed

}  // namespace

PathSearch::PathSearch(const Reasoner& reasoner, const StepGraph& graph)
    : reasoner_(reasoner),
      graph_(graph),
      middles_(reasoner.kb().entities.size()),
      near_middles_(reasoner.kb().entities.size()),
      ends_(reasoner.kb().entities.size()) {}

void PathSearch::run(const PathTables& tables, Id known, float limit, SymbolKind entities,
                     SparseMinimum& answers) {
  const std::span<const Neighbour> near = reasoner_.symbols().neighbours(known);
  first_steps(tables, entities == SymbolKind::kSoft ? near : near.first(1), limit);
  second_steps(tables, limit, entities);
  if (entities == SymbolKind::kSoft) {
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
    for_each_segment(start.entity, [&](Step step, std::span<const Id> others) {
      const float end = std::max(start.distance, tables.one()[step]);
      if (end <= limit) {
        for (const Id other : others) ends_.offer(other, end);
      }
      if (std::min(tables.nearest_two(step), tables.nearest_three_from(step)) <= limit) {
        for (const Id other : others) arrivals_.push_back({step, other, start.distance});
      }
    });
  }
}

// The rule's next predicate may depend on those before, so arrivals by different steps stay apart.
void PathSearch::second_steps(const PathTables& tables, float limit, SymbolKind entities) {
  after_two_.resize(tables.one().size());
  std::ranges::stable_sort(arrivals_, {}, &Arrival::step);
  for (std::size_t begin = 0, end = 0; begin < arrivals_.size(); begin = end) {
    const Step first = arrivals_[begin].step;
    for (end = begin; end < arrivals_.size() && arrivals_[end].step == first; ++end) {
      middles_.offer(arrivals_[end].entity, arrivals_[end].distance);
    }
    const SparseMinimum& starts = starts_of(limit, entities);
    const bool goes_on = tables.nearest_three_from(first) <= limit;
    for (const Id start : starts.reached()) {
      const float before = starts[start];
      for_each_segment(start, [&](Step second, std::span<const Id> others) {
        if (tables.has_two()) {
          const float distance = std::max(before, tables.two(first)[second]);
          if (distance <= limit) {
            for (const Id other : others) ends_.offer(other, distance);
          }
        }
        if (!goes_on) return;
        const std::int32_t pair = tables.pair(first, second);
        if (pair == PathTables::kNoPair || tables.nearest_three(pair) > limit) return;
        for (const Id other : others) after_two_[second].push_back({other, before});
      });
    }
    middles_.clear();
    near_middles_.clear();
    if (goes_on) third_steps(tables, first, limit, entities);
  }
}

void PathSearch::third_steps(const PathTables& tables, Step first, float limit,
                             SymbolKind entities) {
  for (Step second = 0; second < after_two_.size(); ++second) {
    if (after_two_[second].empty()) continue;
    for (const Candidate& at : after_two_[second]) middles_.offer(at.entity, at.distance);
    after_two_[second].clear();
    const SparseMinimum& starts = starts_of(limit, entities);
    const std::span<const float> three = tables.three(tables.pair(first, second));
    for (const Id start : starts.reached()) {
      const float before = starts[start];
      for_each_segment(start, [&](Step third, std::span<const Id> others) {
        const float distance = std::max(before, three[third]);
        if (distance > limit) return;
        for (const Id other : others) ends_.offer(other, distance);
      });
    }
    middles_.clear();
    near_middles_.clear();
  }
}

// The middles, and with soft entities their neighbours.
const SparseMinimum& PathSearch::starts_of(float limit, SymbolKind entities) {
  if (entities == SymbolKind::kSymbolic) return middles_;
  spread(middles_, limit, near_middles_);
  return near_middles_;
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
  const SymbolDistances& symbols = reasoner_.symbols();
  for (const Id entity : from.reached()) {
    const float distance = from[entity];
    if (symbols.nearest_other(entity) > limit) {
      to.offer(entity, distance);
      continue;
    }
    for (const Neighbour& near : reasoner_.symbols().neighbours(entity)) {
      if (near.distance > limit) break;
      to.offer(near.entity, std::max(distance, near.distance));
    }
  }
}

// The same where most entities are reached: each looks for its nearest reached one and stops early.
void PathSearch::gather(const SparseMinimum& from, float limit, SparseMinimum& to) const {
  const SymbolDistances& symbols = reasoner_.symbols();
  const auto count = static_cast<Id>(from.entities());
  for (Id entity = 0; entity < count; ++entity) {
    if (entity + 2 * kAhead < count) symbols.prefetch_place(entity + 2 * kAhead);
    if (entity + kAhead < count) symbols.prefetch_nearby(entity + kAhead);
    float best = from[entity];
    const float other = symbols.nearest_other(entity);
    if (best <= other || limit < other) {
      if (best <= limit) to.offer(entity, best);
      continue;
    }
    for (const Neighbour& near : symbols.neighbours(entity).subspan(1)) {
      if (near.distance > limit || near.distance >= best) break;
      best = std::min(best, std::max(near.distance, from[near.entity]));
    }
    if (best <= limit) to.offer(entity, best);
  }
}

}  // namespace gntp
