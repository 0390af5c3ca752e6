#include "prover/step_walk.h"

#include <utility>

#include "base/stop.h"

namespace gntp {
namespace {

constexpr double kNotCounted = -1;
constexpr std::size_t kTelling = 8;  // neighbours of a hub that lead on: enough for an estimate
constexpr std::size_t kDenser = 8;   // where there are fewer, so many times as many are looked at
constexpr std::uint32_t kAhead = 8;  // entities whose lists are fetched before they are needed

}  // namespace

StepWalk::StepWalk(const Reasoner& reasoner, const StepGraph& graph)
    : reasoner_(reasoner),
      graph_(graph),
      symbols_(reasoner.kb().entities.size()),
      near_(reasoner.kb().entities.size()) {
  const std::size_t entities = reasoner.kb().entities.size();
  for (Level& level : levels_) level.ways = {entities, 0};
  if (reasoner.options().aggregation.groundings == Groundings::kShare) {
    for (Level& level : levels_) level.ways_beyond = {entities, kNotCounted};
  }
}

void StepWalk::set_out(SymbolKind entities, float limit, const Triple& excluded) {
  entities_ = entities;
  limit_ = limit;
  excluded_ = excluded;
  sample_ = nullptr;
  most_ = most_in_all_ = kAny;
  passed_ = 0;
  has_given_up_ = false;
}

void StepWalk::begin_at(EntityId from) {
  std::vector<Arrival>& arrivals = levels_[0].arrivals;
  begin_ = from;
  arrivals.assign(1, {from});
  if (entities_ == SymbolKind::kSymbolic) return;
  for (const Neighbour& near : reasoner_.symbols().neighbours(from).others()) {
    if (near.distance > limit_) break;
    arrivals.push_back({near.entity, near.distance});
  }
}

std::span<const StepWalk::Arrival> StepWalk::follow(std::optional<EntityId> from,
                                                    std::span<const Step> steps) {
  std::size_t depth = 0;
  levels_[0].arrivals.clear();
  if (from) {
    begin_at(*from);
  } else {
    begin_behind(steps.front(), steps.size() == 1 ? sample_ : nullptr);
    steps = steps.subspan(1);
  }
  for (const Step step : steps) {
    if (has_given_up_) return {};
    Level& level = levels_[depth];
    level.hops.clear();
    for (const Arrival& arrival : level.arrivals) {
      const auto segment = graph_.find(arrival.entity, step);
      if (!segment) continue;
      level.hops.push_back(
          {0, excluded_target(arrival.entity, step), *segment, arrival.distance, arrival.ways});
    }
    ++depth;
    levels_[depth].begin_step(step, false);
    arrive(level.hops, depth == steps.size() ? sample_ : nullptr, levels_[depth]);
  }
  return levels_[depth].arrivals;
}

// Wherever the step leads to.
void StepWalk::begin_behind(Step step, const AnswerSample* sample) {
  std::vector<Arrival>& arrivals = levels_[0].arrivals;
  const Step away = inverse(step);
  const std::span<const EntityId> starts = graph_.starts(away);
  const EntityId excluded = excluded_start(away);
  const auto add = [&](EntityId start) {
    if (start != excluded) arrivals.push_back({start});
  };
  if (sample != nullptr) {
    sample->for_each_in(starts, add);
  } else if (!leads_to_too_many(starts.size())) {
    std::ranges::for_each(starts, add);
  }
}

double StepWalk::ways_between(const Level& level, const StepGraph::Segment& segment,
                              EntityId excluded) const {
  const std::span<const EntityId> targets = graph_.targets(segment);
  double ways = 0;
  if (targets.size() <= level.arrivals.size()) {
    for (const EntityId place : targets) {
      if (place != excluded) ways += level.ways[place];
    }
    return ways;
  }
  for (const Arrival& arrival : level.arrivals) {
    const bool meets =
        arrival.entity != excluded && std::ranges::binary_search(targets, arrival.entity);
    if (meets) ways += arrival.ways;
  }
  return ways;
}

void StepWalk::arrive(std::span<const Hop> hops, const AnswerSample* sample, Level& level) {
  stop_if_asked();
  if (hops.empty()) return;
  std::size_t targets = 0;
  for (const Hop& hop : hops) targets += sample == nullptr ? hop.segment.size() : 1;
  if (leads_to_too_many(targets)) return;
  if (entities_ == SymbolKind::kSymbolic) {
    arrive_at_symbols(hops, sample, level);
  } else {
    arrive_and_spread(hops, level);
  }
}

// Adds up the ways to each place that the hops lead to.
void StepWalk::arrive_at_symbols(std::span<const Hop> hops, const AnswerSample* sample,
                                 Level& level) {
  const bool alone = hops.size() == 1;
  for (const Hop& hop : hops) {
    const auto arrive_at = [&](EntityId target) {
      if (target == hop.excluded) return;
      if (alone) {
        level.arrivals.push_back({target, 0, hop.ways});
        return;
      }
      double& ways = level.ways.touch(target);
      if (ways == 0) level.places.push_back(target);
      ways += hop.ways;
    };
    const std::span<const EntityId> targets = graph_.targets(hop.segment);
    if (sample != nullptr) {
      sample->for_each_in(targets, arrive_at);
    } else {
      std::ranges::for_each(targets, arrive_at);
    }
  }
  if (alone) return;
  for (const EntityId place : level.places) level.arrivals.push_back({place, 0, level.ways[place]});
  level.forget_ways();
}

void StepWalk::arrive_and_spread(std::span<const Hop> hops, Level& level) {
  for (const Hop& hop : hops) {
    for (const EntityId target : graph_.targets(hop.segment)) {
      if (target != hop.excluded) symbols_.offer(target, hop.distance);
    }
  }
  spread(symbols_, near_);
  symbols_.clear();
  for (const EntityId entity : near_.reached()) level.arrivals.push_back({entity, near_[entity]});
  near_.clear();
}

void StepWalk::spread(const SparseMinimum& from, SparseMinimum& to) const {
  constexpr std::size_t kDense = 8;
  const SymbolDistances& symbols = reasoner_.symbols();
  if (from.reached().size() > from.entities() / kDense) {
    std::size_t offers = 0;
    for (const EntityId entity : from.reached()) offers += symbols.neighbours(entity).size();
    if (offers > kDense * from.entities() / 2) {
      gather(from, to);
      return;
    }
  }
  for (const EntityId entity : from.reached()) {
    const float distance = from[entity];
    if (symbols.nearest_other(entity) > limit_) {
      to.offer(entity, distance);
      continue;
    }
    for (const Neighbour& near : symbols.neighbours(entity)) {
      if (near.distance > limit_) break;
      to.offer(near.entity, std::max(distance, near.distance));
    }
  }
}

// The same where most entities are reached: each looks for its nearest reached one and stops early.
void StepWalk::gather(const SparseMinimum& from, SparseMinimum& to) const {
  const SymbolDistances& symbols = reasoner_.symbols();
  const std::size_t count = from.entities();
  for (EntityId entity{0}; entity < count; ++entity) {
    if (entity + 2 * kAhead < count) symbols.prefetch_place(EntityId(entity + 2 * kAhead));
    if (entity + kAhead < count) symbols.prefetch_nearby(EntityId(entity + kAhead));
    float best = from[entity];
    const float other = symbols.nearest_other(entity);
    if (best <= other || limit_ < other) {
      if (best <= limit_) to.offer(entity, best);
      continue;
    }
    for (const Neighbour& near : symbols.neighbours(entity).others()) {
      if (near.distance > limit_ || near.distance >= best) break;
      best = std::min(best, std::max(near.distance, from[near.entity]));
    }
    if (best <= limit_) to.offer(entity, best);
  }
}

double StepWalk::ways_back(EntityId entity, std::size_t depth) {
  if (depth == 0) return 1;
  Level& level = levels_[depth];
  const Step back = inverse(level.step);
  if (depth == 1) return count_targets(entity, back);
  return sum_over_targets(entity, back, level,
                          [&](EntityId other) { return ways_back(other, depth - 1); });
}

double StepWalk::ways_on(EntityId entity, std::size_t from, std::size_t to) {
  const Step step = levels_[from + 1].step;
  if (from + 1 == to) return count_targets(entity, step);
  return sum_over_targets(entity, step, levels_[from],
                          [&](EntityId other) { return ways_on(other, from + 1, to); });
}

double StepWalk::all_ways(std::size_t depth) {
  if (depth == 0) return 1;
  double ways = 0;
  if (sample_ != nullptr || levels_[depth - 1].passed_hub) {
    ways = ways_on(begin_, 0, depth);
    // They end at this depth, others elsewhere.
    for (std::size_t level = 0; level < depth; ++level) levels_[level].forget_ways_beyond();
  } else {
    for (const Arrival& arrival : levels_[depth].arrivals) ways += arrival.ways;
  }
  return ways;
}

StepWalk::Steps StepWalk::steps_to(std::size_t depth) const {
  Steps steps;
  steps.fill(std::numeric_limits<Step>::max());
  for (std::size_t i = 0; i < depth; ++i) steps[i] = levels_[i + 1].step;
  return steps;
}

double StepWalk::count_targets(EntityId entity, Step step) const {
  const std::span<const EntityId> targets = graph_.targets(entity, step);
  const EntityId excluded = excluded_target(entity, step);
  const bool less = excluded != kNobody && std::ranges::binary_search(targets, excluded);
  return static_cast<double>(targets.size()) - (less ? 1 : 0);
}

template <typename WaysOf>
double StepWalk::sum_over_targets(EntityId entity, Step step, Level& level, WaysOf ways_of) {
  if (const double known = level.ways_beyond[entity]; known != kNotCounted) return known;
  const std::span<const EntityId> targets = graph_.targets(entity, step);
  const EntityId excluded = excluded_target(entity, step);
  std::size_t stride = std::max<std::size_t>(1, (targets.size() + kHub - 1) / kHub);
  double ways = 0;
  while (true) {
    stop_if_asked();
    ways = 0;
    std::size_t leading = 0;
    const std::size_t looked_at = (targets.size() + stride - 1) / stride;
    for (std::size_t i = 0; i < looked_at; ++i) {
      graph_.fetch_ahead(i, looked_at, [&](std::size_t at) { return targets[stride * at]; });
      const EntityId target = targets[stride * i];
      if (target == excluded) continue;
      const double own = ways_of(target);
      ways += own;
      leading += own > 0 ? 1 : 0;
    }
    if (stride == 1) break;
    if (leading >= kTelling) {
      ways *= static_cast<double>(targets.size()) / static_cast<double>(looked_at);
      break;
    }
    stride = std::max<std::size_t>(1, stride / kDenser);
  }
  level.ways_beyond.touch(entity) = ways;
  level.counted.push_back(entity);
  return ways;
}

// The entity from which the step would lead somewhere if no fact were excluded.
EntityId StepWalk::excluded_start(Step step) const {
  if (relation_of(step) != excluded_.relation) return kNobody;
  const EntityId start = is_forwards(step) ? excluded_.head : excluded_.tail;
  return graph_.targets(start, step).size() == 1 ? start : kNobody;
}

EntityId StepWalk::excluded_target(EntityId entity, Step step) const {
  const Triple* fact = excluded_fact();
  return fact == nullptr ? kNobody : target_of(*fact, entity, step).value_or(kNobody);
}

}  // namespace gntp
