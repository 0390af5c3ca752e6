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

ProofSearch::ProofSearch(const Reasoner& reasoner, const StepGraph& graph, const RuleWalks* walks,
                         std::size_t proofs)
    : reasoner_(reasoner),
      graph_(graph),
      walks_(walks),
      join_(reasoner),
      joined_(reasoner.kb().entities.size()),
      lists_(reasoner.kb().entities.size(), proofs) {
  const std::size_t entities = reasoner.kb().entities.size();
  for (Level& level : levels_) level.ways.resize(entities);
  if (reasoner.options().aggregation.groundings == Groundings::kShare) {
    for (Level& level : levels_) level.returns.resize(entities, kNotCounted);
  }
}

const ProofLists& ProofSearch::run(const AnswerQuery& query, Id hidden) {
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
  if (reasoner_.functionality()) weigh_competing_facts(query);
  return lists_;
}

void ProofSearch::join_all(const AnswerQuery& query) {
  join_.run_facts(query, reasoner_.radius(), joined_);
  for (const Id answer : joined_.reached()) {
    lists_.offer(answer, {joined_[answer], RuleProof::kByFact});
  }
  joined_.clear();
  if (reasoner_.options().depth > 0) by_join(query, reasoner_.rules().nearest(query.predicate));
}

void ProofSearch::by_join(const AnswerQuery& query, std::span<const RuleMatch> rules) {
  for (const RuleMatch& match : rules) {
    join_.run_rules(query, {&match, 1}, reasoner_.radius(), joined_);
    for (const Id answer : joined_.reached()) {
      if (answer != barred_) lists_.offer(answer, {joined_[answer], match.rule});
    }
    joined_.clear();
  }
}

// Walks ------------------------------------------------------------------------------------------

void ProofSearch::walk(const AnswerQuery& query) {
  asked_ = query.asked;
  matches_ = walks_->matches(query.predicate);
  by_facts(query);
  const RuleWalks::Walk& walk = walks_->walk(query.predicate, query.asked);
  levels_[0].arrivals.assign(1, {query.known, 1});
  visit(walk, walk.root(), 0);
  for (const RuleWalks::Return& back : walk.returns(query.known)) go_back(back);
}

void ProofSearch::by_facts(const AnswerQuery& query) {
  const std::span<const float> distances = reasoner_.symbols().to_relations(query.predicate);
  for (const StepGraph::Segment& segment : graph_.segments(query.known)) {
    if (is_forwards(segment.step) != (query.asked == AskedSide::kTail)) continue;
    const float distance = distances[relation_of(segment.step)];
    if (distance > reasoner_.radius()) continue;
    const Id skip = skipped(query.known, segment.step);
    for (const Id other : graph_.targets(segment)) {
      if (other != skip) lists_.offer(other, {distance, RuleProof::kByFact});
    }
  }
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
    for (const StepGraph::Segment& segment : graph_.segments(arrival.entity)) {
      child = std::lower_bound(
          child, children.end(), segment.step,
          [](const RuleWalks::Node& each, Step wanted) { return each.step < wanted; });
      if (child == children.end()) break;
      if (child->step != segment.step) continue;
      level.hops.push_back({static_cast<std::uint32_t>(child - children.begin()),
                            skipped(arrival.entity, segment.step), graph_.targets(segment),
                            arrival.ways});
    }
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
        asked_ == AskedSide::kTail || !shares ? all : ways_back(arrival.entity, depth);
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
    const Step away = inverse(back.steps[step++]);
    const Hop anywhere{0, lost_start(away), graph_.starts(away), 1};
    arrive({&anywhere, 1}, *from);
  }
  for (; step < back.size; ++step) {
    Level* to = from + 1;
    from->hops.clear();
    for (const Arrival& arrival : from->arrivals) {
      from->hops.push_back({0, skipped(arrival.entity, back.steps[step]),
                            graph_.targets(arrival.entity, back.steps[step]), arrival.ways});
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
  const Step back = inverse(level.step);
  const Id skip = skipped(entity, back);
  ways = 0;
  for (const Id other : graph_.targets(entity, back)) {
    if (other != skip) ways += ways_back(other, depth - 1);
  }
  level.counted.push_back(entity);
  return ways;
}

void ProofSearch::forget_ways_back(Level& level) {
  for (const Id entity : level.counted) level.returns[entity] = kNotCounted;
  level.counted.clear();
}

// CompetingFacts
// -----------------------------------------------------------------------------------------

void ProofSearch::weigh_competing_facts(const AnswerQuery& query) {
  const bool asks_tail = query.asked == AskedSide::kTail;
  const Step there = asks_tail ? forwards(query.predicate) : backwards(query.predicate);
  const Step back = inverse(there);
  const std::span<const Id> known_answers = graph_.targets(query.known, there);
  const Id hidden = skipped(query.known, there);
  const bool known_has_others =
      std::ranges::any_of(known_answers, [&](Id answer) { return answer != hidden; });
  const double of_known = known_has_others ? reasoner_.functionality()->odds(there) : 1;
  const double of_answer = reasoner_.functionality()->odds(back);
  if (of_known == 1 && of_answer == 1) return;
  for (const Id answer : lists_.reached()) {
    if (answer != hidden && std::ranges::binary_search(known_answers, answer)) continue;
    const auto competes = [&, skip = skipped(answer, back)](Id other) { return other != skip; };
    const bool answer_has_others = std::ranges::any_of(graph_.targets(answer, back), competes);
    const double factor = of_known * (answer_has_others ? of_answer : 1);
    if (factor == 1) continue;
    lists_.change(answer, [&](RuleProof& proof) { weigh(proof, factor, reasoner_.model().slope); });
  }
}

// The entity from which the step would lead somewhere if no fact were hidden.
Id ProofSearch::lost_start(Step step) const {
  if (hidden_ == kNoFact) return kNothing;
  const Triple& fact = reasoner_.kb().facts[hidden_];
  if (relation_of(step) != fact.relation) return kNothing;
  const Id start = is_forwards(step) ? fact.head : fact.tail;
  return graph_.targets(start, step).size() == 1 ? start : kNothing;
}

// What the step must not lead to from this entity.
Id ProofSearch::skipped(Id entity, Step step) const {
  if (hidden_ == kNoFact) return kNothing;
  const Triple& fact = reasoner_.kb().facts[hidden_];
  if (step == forwards(fact.relation) && entity == fact.head) return fact.tail;
  if (step == backwards(fact.relation) && entity == fact.tail) return fact.head;
  return kNothing;
}

}  // namespace gntp
