// AnswerSearch where several proofs of an answer count; answer_distances.cc has the case of one.
#include "prover/answer_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "prover/prover.h"

#include "base/stop.h"

namespace gntp {
namespace {

using ReverseRules = std::span<const RuleTree::ReverseRule>;

// Those whose key is that. Requires: they are sorted by it.
template <typename Key, typename KeyOf>
ReverseRules part_of(ReverseRules rules, const Key& key, KeyOf key_of) {
  const auto first = std::ranges::lower_bound(rules, key, {}, key_of);
  const auto last = std::ranges::upper_bound(first, rules.end(), key, {}, key_of);
  return {first, last};
}

Step first_step_of(const RuleTree::ReverseRule& rule) {
  return rule.all_steps.front();
}

EntityId place_of(const RuleTree::ReverseRule& rule) {
  return rule.leaf.place;
}

}  // namespace

AnswerSearch::AnswerSearch(const AnswerIndex& index)
    : index_(index),
      reasoner_(index.reasoner()),
      graph_(index.graph()),
      entities_(reasoner_.symbols().is_symbolic() ? SymbolKind::kSymbolic : SymbolKind::kSoft),
      join_(reasoner_),
      walk_(reasoner_, graph_),
      distances_(graph_.entities()),
      ends_(graph_.entities()),
      lists_(graph_.entities(), reasoner_.options().aggregation.proofs,
             reasoner_.options().aggregation.groundings == Groundings::kShare ||
                     reasoner_.model().answer_choices.rows() > 0
                 ? ProofLists::OwnDistance::kKept
                 : ProofLists::OwnDistance::kTheSame) {}

// While they are found, proofs by rules of the tree name them by their place in its matches, which
// are in the order of the rules.
const ProofLists& AnswerSearch::proofs(const AnswerQuery& query, const Triple& excluded) {
  set_out(query, excluded);
  find_proofs(query);
  return lists_;
}

bool AnswerSearch::can_sample() const {
  return entities_ == SymbolKind::kSymbolic && index_.tree() != nullptr;
}

const ProofLists* AnswerSearch::proofs_if_few(const AnswerQuery& query, const Triple& excluded,
                                              std::size_t most) {
  set_out(query, excluded);
  if (can_sample()) {
    most_ = most;
    walk_.give_up_above(most);
  }
  find_proofs(query);
  return has_given_up() ? nullptr : &lists_;
}

const ProofLists& AnswerSearch::sampled_proofs(const AnswerQuery& query, const Triple& excluded,
                                               const AnswerSample& sample) {
  set_out(query, excluded);
  sample_ = &sample;
  if (can_sample()) walk_.sample(sample);
  find_proofs(query);
  return lists_;
}

std::optional<std::vector<std::vector<RuleProof>>> AnswerSearch::proofs_of(
    const AnswerQuery& query, std::span<const EntityId> answers, std::size_t most) {
  const AskedSide other = query.asked == AskedSide::kTail ? AskedSide::kHead : AskedSide::kTail;
  const AnswerSample known(query.known);
  std::vector<std::vector<RuleProof>> proofs;
  proofs.reserve(answers.size());
  ways_from_known_.clear();
  for (const EntityId answer : answers) {
    const AnswerQuery turned{query.predicate, other, answer};
    set_out(turned, kNoFact, step_of(query));
    one_by_one_ = true;
    sample_ = &known;
    walk_.sample(known);
    walk_.give_up_above(StepWalk::kAny, most);
    find_proofs(turned);
    if (has_given_up()) return std::nullopt;
    most -= walk_.passed();
    const std::span<const RuleProof> found = lists_[query.known];
    proofs.emplace_back(found.begin(), found.end());
  }
  sample_ = nullptr;
  return proofs;
}

void AnswerSearch::set_out(const AnswerQuery& query, const Triple& excluded, Step judged_as) {
  lists_.clear();
  excluded_ = excluded;
  join_.exclude(excluded);
  walk_.set_out(entities_, reasoner_.radius(), excluded);
  asked_ = query.asked;
  judged_as_ = judged_as;
  const AggregateOptions aggregation = reasoner_.aggregation(judged_as);
  groundings_ = aggregation.groundings;
  behind_ = aggregation.paths_first
                ? static_cast<float>(-std::log(kBehindPaths) / reasoner_.model().slope)
                : 0;
  excluded_answer_ = reasoner_.may_be_reflexive(query.predicate) ? StepWalk::kNobody : query.known;
  sample_ = nullptr;
  most_ = kAny;
  one_by_one_ = false;
}

void AnswerSearch::find_proofs(const AnswerQuery& query) {
  if (const RuleTree* tree = index_.tree()) {
    matches_ = tree->matches(query.predicate);
    walk_rules(*tree, query);
    if (has_given_up()) return;
    for (const std::uint32_t match : tree->others(query.predicate)) {
      join_rule(query, matches_[match], match);
    }
    add_bodiless(tree->side(query.predicate, query.asked), query.known);
    finish(query, [&](std::uint32_t match) { return matches_[match].rule; });
  } else {
    join_facts(query);
    if (reasoner_.options().depth > 0) {
      for (const RuleMatch& match : reasoner_.rules().nearest(query.predicate)) {
        join_rule(query, match, match.rule);
      }
    }
    finish(query, std::identity());
  }
}

void AnswerSearch::join_facts(const AnswerQuery& query) {
  join_.run_facts(query, reasoner_.radius(), distances_);
  for (const EntityId answer : distances_.reached()) {
    if (sample_ != nullptr && !sample_->contains(answer)) continue;
    lists_.offer(answer, distances_[answer], RuleProof::kByFact);
  }
  distances_.clear();
}

void AnswerSearch::join_rule(const AnswerQuery& query, const RuleMatch& match, std::uint32_t name) {
  // The tables have every fact in use.
  if (index_.plan() == Plan::kLookUp && join_.excluded() == kNoFact) {
    look_up(query, match, reasoner_.radius());
  } else {
    join_.run_rules(query, {&match, 1}, reasoner_.radius(), distances_);
  }
  for (const EntityId answer : distances_.reached()) {
    if (is_wanted(answer)) lists_.offer(answer, distances_[answer], name);
  }
  distances_.clear();
}

// Walks ------------------------------------------------------------------------------------------

// Offers the rules of the leaves where the walk arrives.
struct AnswerSearch::LeafVisitor {
  AnswerSearch& search;
  const RuleTree::Side& side;

  bool pass(const RuleTree::Node&, std::uint32_t, const StepGraph::Segment&, float) {
    return !search.has_given_up();
  }
  static bool wants_answers_only(const RuleTree::Node& node) {
    return RuleTree::Side::is_leaf(node) && node.anywhere == node.end;
  }
  // Whether the next step is the last.
  bool wants_answers_only_after(const RuleTree::Node& node) const {
    const std::uint32_t children = node.children[1] - node.children[0];
    for (std::uint32_t child = 0; child < children; ++child) {
      if (!wants_answers_only(side.child(node, child))) return false;
    }
    return true;
  }
  void arrive(const RuleTree::Node& node, std::size_t depth) {
    search.offer_here(side.here(node), depth);
    search.offer_constants(side, node, depth);
  }
};

void AnswerSearch::walk_rules(const RuleTree& tree, const AnswerQuery& query) {
  if (entities_ == SymbolKind::kSymbolic) {
    by_facts(query);
  } else {
    join_facts(query);
  }
  const RuleTree::Side& side = tree.side(query.predicate, query.asked);
  if (has_given_up()) return;
  LeafVisitor visitor{*this, side};
  walk_.walk(side, side.root(), query.known, visitor);
  if (has_given_up()) return;
  if (!one_by_one_) {
    for (const RuleTree::Leaf& leaf : side.anywhere(side.root())) offer(leaf.answer, leaf);
  }
  const std::span<const RuleTree::ReverseRule> back = side.reverse_rules(query.known);
  const auto longer = std::ranges::lower_bound(back, 2, {}, &RuleTree::ReverseRule::size);
  const auto of_one_step = static_cast<std::size_t>(longer - back.begin());
  if (sample_ == nullptr) {
    follow_back(back);
  } else {
    look_back(back.first(of_one_step));
    follow_back(back.subspan(of_one_step));
  }
}

// From the answers of a sample: a hub has many rules, but an answer few facts.
void AnswerSearch::look_back(std::span<const RuleTree::ReverseRule> rules) {
  if (rules.empty()) return;
  stop_if_asked();
  const auto offer_all = [&](EntityId answer, std::span<const RuleTree::ReverseRule> found) {
    for (const RuleTree::ReverseRule& rule : found) {
      offer_constant(answer, rule.leaf);
    }
  };
  sample_->for_each([&](EntityId answer) {
    if (answer == excluded_answer_) return;
    for (const StepGraph::Segment& segment : graph_.segments(answer)) {
      const auto with_step = part_of(rules, inverse(segment.step), &first_step_of);
      if (with_step.empty()) continue;
      const EntityId excluded = walk_.excluded_target(answer, segment.step);
      const std::size_t facts = segment.size() - (excluded == StepWalk::kNobody ? 0 : 1);
      if (facts == 0) continue;
      const auto with_place = part_of(with_step, true, &RuleTree::ReverseRule::from_place);
      offer_all(answer, with_step.first(with_step.size() - with_place.size()));
      if (with_place.empty()) continue;
      for (const EntityId place : graph_.targets(segment)) {
        if (place != excluded) offer_all(answer, part_of(with_place, place, &place_of));
      }
    }
  });
}

// Nearest first: then most lists grow at their end.
void AnswerSearch::follow_back(std::span<const RuleTree::ReverseRule> rules) {
  reverse_rules_.clear();
  for (std::uint32_t i = 0; i < rules.size(); ++i) {
    const float distance = distance_of(rules[i].leaf) + behind_;
    if (distance <= reasoner_.radius()) reverse_rules_.emplace_back(distance, i);
  }
  std::ranges::sort(reverse_rules_);
  for (const auto& [distance, i] : reverse_rules_) {
    stop_if_asked();
    const RuleTree::ReverseRule& rule = rules[i];
    const std::optional<EntityId> from =
        rule.from_place ? std::optional(rule.leaf.place) : std::nullopt;
    for (const StepWalk::Arrival& arrival : walk_.follow(from, rule.steps())) {
      if (!is_wanted(arrival.entity)) continue;
      lists_.open(arrival.entity)
          .offer(distance, rule.leaf.match, rule.leaf.routes, distance - behind_);
    }
    if (has_given_up()) return;
  }
}

// Rules that hold of every answer add to what is found. Where answers are looked at one by one, the
// query is turned, and so are these rules: what holds of every answer to it names this one, and
// what names an answer to it holds of all.
void AnswerSearch::add_bodiless(const RuleTree::Side& side, EntityId known) {
  const std::span<const RuleTree::Leaf> of_all = side.of_all_answers(known);
  if (!one_by_one_) {
    for (const RuleTree::Leaf& leaf : of_all) {
      for (const EntityId answer : lists_.reached()) offer_constant(answer, leaf);
    }
    return;
  }
  sample_->for_each([&](EntityId answer) {
    if (!is_wanted(answer)) return;
    for (const RuleTree::Leaf& leaf : of_all) offer_constant(answer, leaf);
  });
  for (const RuleTree::Leaf& leaf : side.anywhere(side.root())) {
    if (lists_.is_reached(leaf.answer)) offer(leaf.answer, leaf);
  }
}

void AnswerSearch::by_facts(const AnswerQuery& query) {
  const std::span<const float> distances = reasoner_.symbols().to_relations(query.predicate);
  for (const StepGraph::Segment& segment : graph_.segments(query.known)) {
    if (is_forwards(segment.step) != (query.asked == AskedSide::kTail)) continue;
    const float distance = distances[relation_of(segment.step)];
    if (distance > reasoner_.radius()) continue;
    const EntityId excluded = walk_.excluded_target(query.known, segment.step);
    const auto offer_fact = [&](EntityId target) {
      if (target != excluded) lists_.offer(target, distance, RuleProof::kByFact);
    };
    const std::span<const EntityId> targets = graph_.targets(segment);
    if (sample_ != nullptr) {
      sample_->for_each_in(targets, offer_fact);
    } else if (!walk_.leads_to_too_many(targets.size())) {
      std::ranges::for_each(targets, offer_fact);
    }
    if (has_given_up()) return;
  }
}

void AnswerSearch::offer_here(std::span<const RuleTree::Leaf> leaves, std::size_t depth) {
  if (leaves.empty()) return;
  if (groundings_ == Groundings::kShare) {
    offer_shares(leaves, depth);
    return;
  }
  leaves_here_.clear();
  for (const RuleTree::Leaf& leaf : leaves) {
    const float distance = distance_of(leaf);
    if (distance <= reasoner_.radius()) leaves_here_.push_back({distance, leaf.match, leaf.routes});
  }
  if (leaves_here_.empty()) return;
  for (const StepWalk::Arrival& arrival : walk_.arrivals(depth)) {
    if (!is_wanted(arrival.entity)) continue;
    ProofLists::List list = lists_.open(arrival.entity);
    for (const auto& [distance, match, routes] : leaves_here_) {
      list.offer(std::max(distance, arrival.distance), match, routes);
    }
  }
}

// Of all ways that lead from the goal's head anywhere, those that lead to its tail.
void AnswerSearch::offer_shares(std::span<const RuleTree::Leaf> leaves, std::size_t depth) {
  const bool from_known = asked_ == AskedSide::kTail;
  std::optional<double> all;  // counted once they matter
  const std::span<const StepWalk::Arrival> arrivals = walk_.arrivals(depth);
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    const StepWalk::Arrival& arrival = arrivals[i];
    if (!from_known) {
      graph_.fetch_ahead(i, arrivals.size(), [&](std::size_t at) { return arrivals[at].entity; });
    }
    if (!is_wanted(arrival.entity)) continue;
    if (from_known && !all) all = walk_.all_ways(depth);
    const double from_head = from_known ? *all : ways_from_answer(arrival.entity, depth);
    const double share = std::min(1.0, arrival.ways / from_head);  // ways may be an estimate
    const auto nearer =
        share < 1 ? static_cast<float>(std::log(share) / reasoner_.model().slope) : 0.0F;
    for (const RuleTree::Leaf& leaf : leaves) {
      const float own = distance_of(leaf);
      const float distance = own - nearer;
      if (distance > reasoner_.radius()) continue;
      lists_.open(arrival.entity).offer(distance, leaf.match, RuleRoutes::kSeveral, own);
    }
  }
}

double AnswerSearch::ways_from_answer(EntityId answer, std::size_t depth) {
  if (!one_by_one_) return walk_.ways_back(answer, depth);
  const auto [ways, is_new] = ways_from_known_.try_emplace(walk_.steps_to(depth));
  if (is_new) ways->second = walk_.ways_back(answer, depth);
  return ways->second;
}

void AnswerSearch::offer_constants(const RuleTree::Side& side, const RuleTree::Node& node,
                                   std::size_t depth) {
  const std::span<const StepWalk::Arrival> arrivals = walk_.arrivals(depth);
  if (!arrivals.empty()) {
    for (const RuleTree::Leaf& leaf : side.anywhere(node)) offer(leaf.answer, leaf);
  }
  const std::span<const RuleTree::Leaf> leaves = side.at_places(node);
  if (leaves.empty()) return;
  for (const StepWalk::Arrival& arrival : arrivals) {
    auto leaf = std::ranges::lower_bound(leaves, arrival.entity, {}, &RuleTree::Leaf::place);
    for (; leaf != leaves.end() && leaf->place == arrival.entity; ++leaf) {
      offer(leaf->answer, *leaf);
    }
  }
}

void AnswerSearch::offer(EntityId answer, const RuleTree::Leaf& leaf) {
  if (is_wanted(answer)) offer_constant(answer, leaf);
}

void AnswerSearch::offer_constant(EntityId answer, const RuleTree::Leaf& leaf) {
  const float own = distance_of(leaf);
  const float distance = own + behind_;
  if (distance > reasoner_.radius()) return;
  lists_.open(answer).offer(distance, leaf.match, leaf.routes, own);
}

// What proofs count -------------------------------------------------------------------------------

// Proofs get their rules, and count what known facts leave of them.
template <typename RuleOf>
void AnswerSearch::finish(const AnswerQuery& query, RuleOf rule_of) {
  const Competition competition(reasoner_, graph_, walk_, query, judged_as_);
  if (slope_ != reasoner_.model().slope) weights_.clear();
  slope_ = reasoner_.model().slope;
  std::optional<ScratchPool<Prover>::Lease> prover;
  if (index_.plan() == Plan::kJoinSums) prover.emplace(index_.prover());
  const std::span<const EntityId> answers = lists_.reached();
  lists_.finish([&, place = std::size_t{0}](EntityId answer, std::span<RuleProof> proofs) mutable {
    graph_.fetch_ahead(place++, answers.size(), [&](std::size_t at) { return answers[at]; });
    const OddsUsed odds = competition.against(answer);
    const double factor = competition.factor(odds);
    for (RuleProof& proof : proofs) {
      if (proof.rule != RuleProof::kByFact) proof.rule = rule_of(proof.rule);
    }
    if (prover) settle(goal_of(query, answer), **prover, proofs);
    if (factor >= 1) return;
    for (RuleProof& proof : proofs) weigh(proof, odds, factor);
  });
}

// Sums round differently when they are added up from the other side. The prover says how far the
// proofs are, so that a fact is judged alike whatever is asked for.
void AnswerSearch::settle(const Goal& goal, Prover& prover, std::span<RuleProof> proofs) const {
  for (RuleProof& proof : proofs) {
    const Proof* found = prover.prove_by(proof.rule, goal, excluded_);
    proof.distance = found == nullptr ? reasoner_.radius() : found->distance;
    proof.own = proof.distance;
  }
  std::ranges::sort(proofs, {},
                    [](const RuleProof& proof) { return std::pair(proof.distance, proof.rule); });
}

// Answers share rules, and rules distances: most have been weighed before.
void AnswerSearch::weigh(RuleProof& proof, OddsUsed odds, double factor) {
  const std::uint64_t key = std::uint64_t{std::bit_cast<std::uint32_t>(proof.distance)} << 32 |
                            std::uint64_t{judged_as_} << 3 | odds;
  const Weight& weight = weights_.get(key, [&] {
    RuleProof weighed = proof;
    gntp::weigh(weighed, factor, slope_);
    return Weight{weighed.distance, weighed.rate};
  });
  proof.distance = weight.distance;
  proof.rate = weight.rate;
}

}  // namespace gntp
