// What the tests against the oracle share: a random case made ready for proving, the goals to ask,
// and what "the same answer" means.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/random.h"
#include "prover/proof_checker.h"
#include "prover/prover.h"
#include "support/oracle.h"
#include "support/random_kb.h"

namespace gntp {

inline constexpr double kTolerance = 1e-5;

// Sizes that the oracle can enumerate, most of them quickly.
inline RandomKbOptions sizes_for(std::size_t depth, Random& random) {
  RandomKbOptions sizes;
  sizes.depth = depth;
  sizes.max_proofs = random.below(20) == 0 ? 3000 : 400;
  if (depth == 2) sizes.max_facts = 6;
  if (depth == 3) {
    sizes.min_facts = 2;
    sizes.max_facts = 3;
    sizes.max_proofs = 2000;
  }
  return sizes;
}

// Sizes that the prover can search without a floor, however deep.
inline RandomKbOptions large_sizes_for(std::size_t depth) {
  RandomKbOptions sizes;
  if (depth > 1) {
    sizes.depth = depth;
    sizes.max_proofs = 1e6;
    sizes.max_facts = 8;
  }
  return sizes;
}

// A floor that cuts nothing, little or much.
inline double random_floor(Random& random) {
  constexpr std::array kFloors{1e-4, 1e-12, 0.03, 0.3};
  return kFloors[random.below(kFloors.size())];
}

// A knowledge base and a model, and prover and oracle over them.
struct OracleCase {
  OracleCase(const KnowledgeBase& kb, const Model& model, const ProverOptions& options,
             std::size_t dense_limit = SymbolDistances::kDenseLimit)
      : reasoner(kb, model, options, dense_limit),
        prover((refresh(reasoner), reasoner)),
        oracle(kb, model, options),
        checker(kb, model, options),
        slope(model.slope) {}
  OracleCase(const OracleCase&) = delete;
  OracleCase& operator=(const OracleCase&) = delete;

  static void refresh(Reasoner& reasoner) {
    ThreadPool threads(1);
    reasoner.refresh(threads);
  }

  Reasoner reasoner;
  Prover prover;
  Oracle oracle;
  ProofChecker checker;
  double slope;
};

// For the names of parameterised tests.
inline std::string name_of(Unification unification, TNorm tnorm) {
  return std::string(unification == Unification::kPerTerm ? "PerTerm" : "Joint") +
         (tnorm == TNorm::kMin ? "Min" : "Product");
}

struct OracleQuestion {
  Goal goal;
  Triple excluded = kNoFact;
};

inline std::string describe(std::uint64_t seed, const OracleQuestion& question) {
  std::string text =
      "seed " + std::to_string(seed) + ", goal " + std::to_string(question.goal.predicate) + "(" +
      std::to_string(question.goal.head) + ", " + std::to_string(question.goal.tail) + ")";
  if (question.excluded != kNoFact) {
    const Triple& fact = question.excluded;
    text += " without " + std::to_string(fact.relation) + "(" + std::to_string(fact.head) + ", " +
            std::to_string(fact.tail) + ")";
  }
  return text;
}

// Up to `count` facts and as many corrupted ones, each with and without an excluded fact.
inline std::vector<OracleQuestion> make_questions(const KnowledgeBase& kb, std::size_t count,
                                                  Random& random) {
  std::vector<OracleQuestion> questions;
  for (std::size_t i = 0; i < count; ++i) {
    const Triple& fact = kb.facts[random.below(kb.facts.size())];
    const Goal goal{fact.relation, fact.head, fact.tail};
    questions.push_back({goal, kNoFact});
    questions.push_back({goal, fact});

    Goal corrupted = goal;
    const std::uint32_t what = random.below(4);
    if (what != 1) corrupted.head = EntityId(random.below(kb.entities.size()));
    if (what != 0) corrupted.tail = EntityId(random.below(kb.entities.size()));
    if (what == 3) corrupted.predicate = PredicateId(random.below(kb.relations.size()));
    questions.push_back({corrupted, kNoFact});
    questions.push_back({corrupted, kb.facts[random.below(kb.facts.size())]});
  }
  return questions;
}

// Which facts and rules a proof uses, in its order: what tells proofs apart.
using ProofKey = std::vector<std::tuple<ProofStep::Kind, RuleId, Triple>>;

template <typename AnyProof>
ProofKey key_of(const AnyProof& proof) {
  ProofKey key;
  for (const auto& step : proof.steps) key.emplace_back(step.kind, step.rule, step.fact);
  return key;
}

// Two symbols, in no order.
struct Pair {
  Link::Kind kind;
  std::uint32_t low;
  std::uint32_t high;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

template <typename AnyLink>
Pair pair_of(const AnyLink& link) {
  return {link.kind, std::min(link.goal, link.other), std::max(link.goal, link.other)};
}

// The weakest links of the best proofs: one, unless there are ties.
inline std::set<Pair> weakest_pairs(const std::vector<OracleProof>& proofs) {
  std::set<Pair> pairs;
  for (const OracleProof& proof : proofs) {
    if (proof.distance > proofs.front().distance + kTolerance) break;
    const double weakest =
        std::ranges::max_element(proof.steps, {}, &OracleStep::distance)->distance;
    for (const OracleStep& step : proof.steps) {
      if (step.distance < weakest - kTolerance) continue;
      const double farthest =
          std::ranges::max_element(step.links, {}, &OracleLink::distance)->distance;
      for (const OracleLink& link : step.links) {
        if (link.distance >= farthest - kTolerance) pairs.insert(pair_of(link));
      }
    }
  }
  return pairs;
}

// What the tests have seen, so that they can tell that they have seen enough.
struct Tally {
  std::size_t questions = 0;
  std::size_t proved = 0;
  std::size_t unique = 0;  // proved, with one weakest link
  std::size_t ambiguous = 0;
};

// Whether the best proof must be one of the oracle's or only as near as those.
enum class Identity { kMatters, kIsFree };

// The prover's best proof against all of the oracle's.
inline void expect_best_proof(OracleCase& it, const OracleQuestion& question,
                              const OracleAnswer& answer, Tally& tally,
                              Identity identity = Identity::kMatters) {
  const Proof* proof = it.prover.prove(question.goal, question.excluded);
  const std::vector<OracleProof>& proofs = answer.proofs;
  ++tally.questions;
  if (proof == nullptr) {
    EXPECT_TRUE(proofs.empty() || proofs.front().distance > it.oracle.radius() - kTolerance)
        << "no proof, where one has distance " << proofs.front().distance;
    return;
  }
  ++tally.proved;
  EXPECT_TRUE(it.checker.check(*proof, question.goal, question.excluded));
  ASSERT_FALSE(proofs.empty()) << "a proof of distance " << proof->distance << " where none is";
  EXPECT_LE(proof->distance, it.oracle.radius() + kTolerance);
  EXPECT_NEAR(proof->distance, proofs.front().distance, kTolerance);
  EXPECT_NEAR(std::exp(-it.slope * double{proof->distance}),
              std::exp(-it.slope * proofs.front().distance), kTolerance);
  if (identity == Identity::kIsFree) return;
  const ProofKey key = key_of(*proof);
  EXPECT_TRUE(std::ranges::any_of(proofs, [&](const OracleProof& other) {
    return other.distance <= proofs.front().distance + kTolerance && key_of(other) == key;
  })) << "not one of the oracle's best proofs";

  const std::set<Pair> weakest = weakest_pairs(proofs);
  tally.unique += weakest.size() == 1 ? 1 : 0;
  const ProofStep& step = proof->steps[weakest_step(*proof)];
  const Pair pair = pair_of(step.links()[weakest_link(step)]);
  EXPECT_TRUE(weakest.contains(pair)) << "weakest link " << pair.low << " ~ " << pair.high;
}

// Whether the oracle's proofs have distances that are equal or clearly different, so that their
// order by distance, then total, is beyond doubt.
inline bool has_clear_order(const std::vector<OracleProof>& proofs) {
  for (std::size_t i = 1; i < proofs.size(); ++i) {
    const double gap = proofs[i].distance - proofs[i - 1].distance;
    if (gap > 0 && gap <= kTolerance) return false;
  }
  return true;
}

// The n best proofs against the oracle's.
inline void expect_all_proofs(OracleCase& it, const OracleQuestion& question,
                              const OracleAnswer& answer, std::size_t n) {
  const std::vector<Proof> proofs = it.prover.prove_all(question.goal, n, question.excluded);
  ASSERT_LE(proofs.size(), std::min(n, answer.proofs.size()));
  if (proofs.size() < std::min(n, answer.proofs.size())) {
    EXPECT_GT(answer.proofs[proofs.size()].distance, it.oracle.radius() - kTolerance)
        << "only " << proofs.size() << " proofs";
  }
  const bool clear_order = has_clear_order(answer.proofs);
  std::set<ProofKey> expected;
  for (const OracleProof& proof : answer.proofs) expected.insert(key_of(proof));
  std::set<ProofKey> seen;
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    EXPECT_NEAR(proofs[i].distance, answer.proofs[i].distance, kTolerance) << "proof " << i;
    EXPECT_TRUE(!clear_order || std::abs(proofs[i].total - answer.proofs[i].total) <= 1e-4)
        << "proof " << i << " has another total than " << answer.proofs[i].total;
    EXPECT_TRUE(it.checker.check(proofs[i], question.goal, question.excluded)) << "proof " << i;
    EXPECT_TRUE(seen.insert(key_of(proofs[i])).second) << "proof " << i << " is there twice";
    EXPECT_TRUE(expected.contains(key_of(proofs[i]))) << "proof " << i;
    if (i == 0) continue;
    EXPECT_LE(std::tuple(proofs[i - 1].distance, proofs[i - 1].total),
              std::tuple(proofs[i].distance, proofs[i].total))
        << "proof " << i << " comes too late";
  }
}

}  // namespace gntp
