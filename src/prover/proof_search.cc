#include "prover/proof_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace gntp {
namespace {

constexpr Id kNothing = std::numeric_limits<Id>::max();
constexpr double kNotCounted = -1;

}  // namespace

ProofSearch::ProofSearch(const Reasoner& reasoner, const FactGroups& groups, const RuleWalks* walks,
                         std::size_t proofs)
    : reasoner_(reasoner),
      groups_(groups),
      walks_(walks),
      relations_(static_cast<StepId>(reasoner.kb().relations.size())),
      join_(reasoner),
      joined_(reasoner.kb().entities.size()),
      lists_(reasoner.kb().entities.size(), proofs) {
  const std::size_t entities = reasoner.kb().entities.size();
  for (Level& level : levels_) level.ways.resize(entities);
  if (reasoner.options().aggregation.groundings == Groundings::kShare) {
    for (Level& level : levels_) level.returns.resize(entities, kNotCounted);
  }
}

const ProofLists& ProofSearch::run(const CandidateQuery& query, Id hidden) {
  lists_.clear();
  hidden_ = hidden;
  join_.hide(hidden);
  barred_ = reasoner_.may_be_reflexive(query.predicate) ? kNothing : query.known;
  if (walks_ != nullptr) {
    walk(query);
    by_join(query, walks_->others(query.predicate));
  } else {
    join_all(query);
  }
  if (reasoner_.functionality()) weigh_rivals(query);
  return lists_;
}

void ProofSearch::join_all(const CandidateQuery& query) {
  join_.run_facts(query, reasoner_.radius(), joined_);
  for (const Id answer : joined_.reached()) {
    lists_.offer(answer, {joined_[answer], RuleProof::kByFact});
  }
  joined_.clear();
  if (reasoner_.options().depth > 0) by_join(query, reasoner_.rules().nearest(query.predicate));
}

void ProofSearch::by_join(const CandidateQuery& query, std::span<const RuleMatch> rules) {
  for (const RuleMatch& match : rules) {
    join_.run_rules(query, {&match, 1}, reasoner_.radius(), joined_);
    for (const Id answer : joined_.reached()) {
      if (answer != barred_) lists_.offer(answer, {joined_[answer], match.rule});
    }
    joined_.clear();
  }
}

// Walks ------------------------------------------------------------------------------------------

void ProofSearch::walk(const CandidateQuery& query) {
  asked_ = query.asked;
  matches_ = walks_->matches(query.predicate);
  by_facts(query);
  const RuleWalks::Walk& walk = walks_->walk(query.predicate, query.asked);
  levels_[0].arrivals.assign(1, {query.known, 1});
  visit(walk, walk.root(), 0);
  for (const RuleWalks::Return& back : walk.returns(query.known)) go_back(back);
}

void ProofSearch::by_facts(const CandidateQuery& query) {
  const std::span<const float> distances = reasoner_.symbols().to_relations(query.predicate);
  groups_.visit(query.known, [&](StepId step, std::span<const Id> others) {
    const bool from_head = step < relations_;
    if (from_head != (query.asked == Side::kTail)) return;
    const float distance = distances[from_head ? step : step - relations_];
    if (distance > reasoner_.radius()) return;
    const Id skip = skipped(query.known, step);
    for (const Id other : others) {
      if (other != skip) lists_.offer(other, {distance, RuleProof::kByFact});
    }
  });
}

// The answers of a node and of all below it; `arrivals` of its level are where it is.
void ProofSearch::visit(const RuleWalks::Walk& walk, const RuleWalks::Node& node,
                        std::size_t depth) {
  Level& level = levels_[depth];
  offer_here(walk.here(node), depth);
  offer_constants(walk, node, level.arrivals);
  const std::span<const RuleWalks::Node> children = walk.children(node);
  if (children.empty()) return;
  level.hops.clear();
  for (const Arrival& arrival : level.arrivals) {
    auto child = children.begin();
    groups_.visit(arrival.entity, [&](StepId step, std::span<const Id> others) {
      child = std::lower_bound(
          child, children.end(), step,
          [](const RuleWalks::Node& each, StepId wanted) { return each.step < wanted; });
      if (child == children.end() || child->step != step) return;
      level.hops.push_back({static_cast<std::uint32_t>(child - children.begin()),
                            skipped(arrival.entity, step), others, arrival.ways});
    });
  }
  std::ranges::sort(level.hops, {},
                    [](const Hop& hop) { return std::tuple(hop.child, hop.others.data()); });
  Level& next = levels_[depth + 1];
  for (std::size_t i = 0; i < level.hops.size();) {
    const std::uint32_t child = level.hops[i].child;
    const std::size_t first = i;
    while (i < level.hops.size() && level.hops[i].child == child) ++i;
    arrive(std::span(level.hops).subspan(first, i - first), next);
    next.step = children[child].step;
    forget_ways_back(next);
    visit(walk, children[child], depth + 1);
  }
}

void ProofSearch::offer_here(std::span<const RuleWalks::End> ends, std::size_t depth) {
  if (ends.empty()) return;
  const std::vector<Arrival>& arrivals = levels_[depth].arrivals;
  const bool shares = reasoner_.options().aggregation.groundings == Groundings::kShare;
  double all = 0;
  for (const Arrival& arrival : arrivals) all += arrival.ways;
  for (const Arrival& arrival : arrivals) {
    // Of all ways that lead from the goal's head anywhere, those that lead to its tail.
    const double from_head =
        asked_ == Side::kTail || !shares ? all : ways_back(arrival.entity, depth);
    const double share = shares ? arrival.ways / from_head : 1;
    for (const RuleWalks::End& end : ends) offer(arrival.entity, end, share);
  }
}

void ProofSearch::offer_constants(const RuleWalks::Walk& walk, const RuleWalks::Node& node,
                                  std::span<const Arrival> arrivals) {
  if (!arrivals.empty()) {
    for (const RuleWalks::End& end : walk.anywhere(node)) offer(end.answer, end, 1);
  }
  const std::span<const RuleWalks::End> ends = walk.at_places(node);
  if (ends.empty()) return;
  for (const Arrival& arrival : arrivals) {
    auto end = std::ranges::lower_bound(ends, arrival.entity, {}, &RuleWalks::End::place);
    for (; end != ends.end() && end->place == arrival.entity; ++end) offer(end->answer, *end, 1);
  }
}

void ProofSearch::offer(Id answer, const RuleWalks::End& end, double share) {
  if (answer == barred_) return;
  const RuleMatch& match = matches_[end.match];
  const float own = std::max(match.distance, end.body);
  float distance = own;
  if (share < 1) distance -= static_cast<float>(std::log(share) / reasoner_.model().slope);
  if (distance <= reasoner_.radius()) lists_.offer(answer, {distance, match.rule, own});
}

// The answers of a rule whose constant is what the query knows.
void ProofSearch::go_back(const RuleWalks::Return& back) {
  Level* from = levels_.data();
  std::size_t step = 0;
  if (back.from_place) {
    from->arrivals.assign(1, {back.place, 1});
  } else {
    const StepId away = inverse(back.steps[step++]);
    const Hop anywhere{0, lost_start(away), groups_.starts(away), 1};
    arrive({&anywhere, 1}, *from);
  }
  for (; step < back.size; ++step) {
    Level* to = from + 1;
    from->hops.clear();
    for (const Arrival& arrival : from->arrivals) {
      from->hops.push_back({0, skipped(arrival.entity, back.steps[step]),
                            groups_.others(arrival.entity, back.steps[step]), arrival.ways});
    }
    arrive(from->hops, *to);
    from = to;
  }
  const RuleWalks::End end{back.match, back.body, 0, 0};
  for (const Arrival& arrival : from->arrivals) offer(arrival.entity, end, 1);
}

// Adds up the ways to each place that the hops lead to.
void ProofSearch::arrive(std::span<const Hop> hops, Level& level) {
  level.arrivals.clear();
  const bool alone = hops.size() == 1;
  for (const Hop& hop : hops) {
    for (const Id other : hop.others) {
      if (other == hop.skipped) continue;
      if (alone || level.ways[other] == 0) level.arrivals.push_back({other, hop.ways});
      if (!alone) level.ways[other] += hop.ways;
    }
  }
  if (alone) return;
  for (Arrival& arrival : level.arrivals) {
    arrival.ways = std::exchange(level.ways[arrival.entity], 0);
  }
}

// Groundings -------------------------------------------------------------------------------------

// The ways that lead from an entity back along the steps of the walk, wherever they end.
double ProofSearch::ways_back(Id entity, std::size_t depth) {
  if (depth == 0) return 1;
  Level& level = levels_[depth];
  double& ways = level.returns[entity];
  if (ways != kNotCounted) return ways;
  const StepId back = inverse(level.step);
  const Id skip = skipped(entity, back);
  ways = 0;
  for (const Id other : groups_.others(entity, back)) {
    if (other != skip) ways += ways_back(other, depth - 1);
  }
  level.counted.push_back(entity);
  return ways;
}

void ProofSearch::forget_ways_back(Level& level) {
  for (const Id entity : level.counted) level.returns[entity] = kNotCounted;
  level.counted.clear();
}

// Rivals -----------------------------------------------------------------------------------------

void ProofSearch::weigh_rivals(const CandidateQuery& query) {
  const bool asks_tail = query.asked == Side::kTail;
  const StepId there = query.predicate + (asks_tail ? 0 : relations_);  // from the known entity
  const StepId back = query.predicate + (asks_tail ? relations_ : 0);
  const std::span<const Id> known_answers = groups_.others(query.known, there);
  const Id hidden = skipped(query.known, there);
  const bool known_has_rivals =
      std::ranges::any_of(known_answers, [&](Id answer) { return answer != hidden; });
  const double of_known = known_has_rivals ? reasoner_.functionality()->odds(there) : 1;
  const double of_answer = reasoner_.functionality()->odds(back);
  if (of_known == 1 && of_answer == 1) return;
  for (const Id answer : lists_.reached()) {
    if (answer != hidden && std::ranges::binary_search(known_answers, answer)) continue;
    const auto is_rival = [&, skip = skipped(answer, back)](Id other) { return other != skip; };
    const bool answer_has_rivals = std::ranges::any_of(groups_.others(answer, back), is_rival);
    const double factor = of_known * (answer_has_rivals ? of_answer : 1);
    if (factor == 1) continue;
    lists_.change(answer, [&](RuleProof& proof) { weigh(proof, factor, reasoner_.model().slope); });
  }
}

// The entity from which the step would lead somewhere if no fact were hidden.
Id ProofSearch::lost_start(StepId step) const {
  if (hidden_ == kNoFact) return kNothing;
  const Triple& fact = reasoner_.kb().facts[hidden_];
  if (step != fact.relation && step != fact.relation + relations_) return kNothing;
  const Id start = step == fact.relation ? fact.head : fact.tail;
  return groups_.others(start, step).size() == 1 ? start : kNothing;
}

// What the step must not lead to from this entity.
Id ProofSearch::skipped(Id entity, StepId step) const {
  if (hidden_ == kNoFact) return kNothing;
  const Triple& fact = reasoner_.kb().facts[hidden_];
  if (step == fact.relation && entity == fact.head) return fact.tail;
  if (step == fact.relation + relations_ && entity == fact.tail) return fact.head;
  return kNothing;
}

}  // namespace gntp
