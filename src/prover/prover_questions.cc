// What a Prover can be asked; prover.cc has the search behind the answers.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "base/floats.h"
#include "prover/prover.h"

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

// By a fact or by any rule.
TableSearch::Question Prover::question_of(const Goal& goal, const Triple& excluded,
                                          float bound) const {
  TableSearch::Question question{.goal = goal, .excluded = excluded, .bound = bound, .rules = {}};
  if (reasoner_.depth_of(goal) > 0) question.rules = reasoner_.rules().nearest(goal.predicate);
  return question;
}

const Proof* Prover::prove(const Goal& goal, const Triple& excluded) {
  if (table_search_) {
    return table_search_->prove(question_of(goal, excluded, next_above(reasoner_.radius())));
  }
  frames_.resize(std::max<std::size_t>(frames_.size(), 1));
  frames_[0].bound = next_above(reasoner_.radius());
  frames_[0].enough = 0;
  search(goal, excluded);
  return frames_[0].found ? &frames_[0].best : nullptr;
}

std::vector<Proof> Prover::prove_all(const Goal& goal, std::size_t n, const Triple& excluded) {
  if (n == 0) return {};
  frames_.resize(std::max<std::size_t>(frames_.size(), 1));
  frames_[0].bound = next_above(reasoner_.radius());
  frames_[0].enough = -1;
  wanted_ = n;
  search(goal, excluded);
  wanted_ = 0;
  return std::exchange(found_, {});
}

std::vector<Proof> Prover::prove_each(const Goal& goal, std::size_t n, const Triple& excluded) {
  std::vector<Proof> proofs;
  if (n == 0) return proofs;
  const auto keep = [&](const Proof* proof) {
    if (proof == nullptr) return;
    const auto place = std::ranges::upper_bound(proofs, proof->distance, {}, &Proof::distance);
    proofs.insert(place, *proof);
    if (proofs.size() > n) proofs.pop_back();
  };
  const auto bound = [&] {
    return proofs.size() < n ? next_above(reasoner_.radius()) : proofs.back().distance;
  };
  keep(prove_first(nullptr, goal, excluded, bound()));
  if (reasoner_.depth_of(goal) == 0) return proofs;
  for (const RuleMatch& match : reasoner_.rules().nearest(goal.predicate)) {
    if (!(match.distance < bound())) break;
    keep(prove_first(&match, goal, excluded, bound()));
  }
  return proofs;
}

const Proof* Prover::prove_by(RuleId rule, const Goal& goal, const Triple& excluded) {
  const float bound = next_above(reasoner_.radius());
  if (rule == RuleProof::kByFact) return prove_first(nullptr, goal, excluded, bound);
  if (reasoner_.depth_of(goal) == 0) return nullptr;
  const RuleMatch match = reasoner_.rules().match(goal.predicate, rule);
  return match.distance < bound ? prove_first(&match, goal, excluded, bound) : nullptr;
}

// The best proof below the bound that begins with this rule; null: with a fact.
const Proof* Prover::prove_first(const RuleMatch* match, const Goal& goal, const Triple& excluded,
                                 float bound) {
  if (table_search_) {
    TableSearch::Question question{.goal = goal, .excluded = excluded, .bound = bound, .rules = {}};
    if (match != nullptr) {
      question.by_fact = TableSearch::ByFact::kNo;
      question.rules = {match, 1};
    }
    return table_search_->prove(question);
  }
  frames_.resize(std::max<std::size_t>(frames_.size(), 1));
  frames_[0].first_step = 0;
  frames_[0].found = false;
  frames_[0].enough = 0;
  frames_[0].bound = bound;
  excluded_ = excluded;
  frame_count_ = 1;
  const OpenGoal open{goal.predicate,
                      {static_cast<Value>(goal.head), static_cast<Value>(goal.tail)}};
  if (match == nullptr) {
    by_facts(open, kNothingPending, {});
  } else {
    const auto depth = static_cast<std::uint32_t>(reasoner_.depth_of(goal));
    by_rule(*match, open, {nullptr, 0, depth, kNothingPending}, {});
  }
  frame_count_ = 0;
  return frames_[0].found ? &frames_[0].best : nullptr;
}

Prover::Comparison Prover::compare(const Goal& goal, float distance) {
  frames_.resize(std::max<std::size_t>(frames_.size(), 1));
  const float bound = next_above(std::min(distance, reasoner_.radius()));
  float found = kInfinity;
  if (table_search_) {
    found = table_search_->distance(question_of(goal, kNoFact, bound));
  } else {
    frames_[0].bound = bound;
    frames_[0].enough = std::nextafter(distance, 0.0F);
    search(goal, kNoFact);
    if (frames_[0].found) found = frames_[0].best.distance;
  }
  if (found < distance) return Comparison::kNearer;
  return found == distance ? Comparison::kEqual : Comparison::kFarther;
}

const Proof* Prover::nearest_touching(const Goal& goal, const Triple& excluded) {
  const FactPattern pattern{goal.predicate, goal.head, goal.tail, false, excluded};
  const std::optional<FactMatch> match = fact_search_.nearest_touching(pattern);
  if (!match) return nullptr;
  frames_.resize(std::max<std::size_t>(frames_.size(), 1));
  frames_[0].first_step = 0;
  frames_[0].bound = kInfinity;
  frame_count_ = 1;
  use_fact({goal.predicate, {static_cast<Value>(goal.head), static_cast<Value>(goal.tail)}},
           match->fact, kNothingPending, {});
  frame_count_ = 0;
  return &frames_[0].best;
}

}  // namespace gntp
