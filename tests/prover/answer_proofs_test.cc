// The proofs of all answers in one pass against proving each answer by each rule, on random
// knowledge bases that reach every corner of the method.
#include "prover/answer_search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "prover/answer_case.h"
#include "prover/prover.h"
#include "support/errors.h"

namespace gntp {
namespace {

std::vector<float> distances_of(std::span<const RuleProof> proofs) {
  std::vector<float> distances;
  for (const RuleProof& proof : proofs) distances.push_back(proof.distance);
  return distances;
}

// Every answer's list is what proving it by each rule gives. Returns how many proofs there were.
std::size_t expect_as_proved(AnswerCase& it, AnswerSearch& search, const AnswerQuery& query,
                             const Triple& excluded) {
  Prover prover(it.reasoner);
  const ProofLists& lists = search.proofs(query, excluded);
  const bool exact = it.index->plan() != Plan::kJoinSums;
  std::size_t proofs = 0;
  for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) {
    const Goal goal = goal_of(query, entity);
    SCOPED_TRACE(fmt::format("{}({}, {})", goal.predicate, goal.head, goal.tail));
    std::vector<float> expected;
    for (const Proof& proof : prover.prove_each(goal, kProofs, excluded)) {
      expected.push_back(proof.distance);
    }
    const std::vector<float> found = distances_of(lists[entity]);
    proofs += found.size();
    if (exact) {
      EXPECT_EQ(found, expected);
      continue;
    }
    const float edge = it.reasoner.radius() * (1 - kSumRounding);
    for (std::size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
      if (i < found.size() && i < expected.size()) {
        EXPECT_NEAR(found[i], expected[i], kSumRounding * it.reasoner.radius());
      } else {
        EXPECT_GT(i < found.size() ? found[i] : expected[i], edge);
      }
    }
  }
  return proofs;
}

std::size_t expect_all_as_proved(AnswerCase& it, Random& random) {
  std::size_t proofs = 0;
  AnswerSearch search(*it.index);
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    if (::testing::Test::HasFailure()) return;
    const Triple excluded =
        random.below(2) == 0 ? kNoFact : it.kb.facts[random.below(it.kb.facts.size())];
    proofs += expect_as_proved(it, search, query, excluded);
  });
  return proofs;
}

using Setting = std::tuple<Unification, TNorm, std::size_t>;

class AnswerProofsTest : public ::testing::TestWithParam<Setting> {
 protected:
  static ProverOptions options() {
    ProverOptions options;
    std::tie(options.unification, options.tnorm, options.depth) = GetParam();
    options.floor = 0.01;
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(All, AnswerProofsTest,
                         ::testing::Combine(::testing::Values(Unification::kPerTerm,
                                                              Unification::kJoint),
                                            ::testing::Values(TNorm::kMin, TNorm::kProduct),
                                            ::testing::Values(0, 1, 2)));

TEST_P(AnswerProofsTest, FindsWhatProvingByEachRuleFinds) {
  std::size_t proofs = 0;
  RandomKbOptions sizes;
  sizes.depth = options().depth;
  if (sizes.depth > 1) {
    sizes.max_proofs = 1e4;
    sizes.max_facts = 6;
  }
  for (std::uint64_t seed = 0; seed < 25 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    RandomCase made = make_random_case(seed, sizes);
    AnswerCase it(std::move(made.kb), std::move(made.model), options());
    proofs += expect_all_as_proved(it, random);
  }
  EXPECT_GT(proofs, 1000U);
}

TEST(AnswerProofs, WalksFindWhatProvingByEachRuleFinds) {
  std::size_t proofs = 0;
  std::size_t walked = 0;
  for (std::uint64_t seed = 0; seed < 40 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    AnswerCase it = symbolic_case(seed, {});
    ASSERT_NE(it.index->tree(), nullptr);
    for (RelationId relation{0}; relation < it.kb.relations.size(); ++relation) {
      walked +=
          it.index->tree()->matches(relation).size() - it.index->tree()->others(relation).size();
    }
    proofs += expect_all_as_proved(it, random);
  }
  EXPECT_GT(walked, 500U);
  EXPECT_GT(proofs, 5000U);
}

// The distances as they are now, without going over the rules' shapes again.
TEST(AnswerProofs, WalksFollowTheModel) {
  for (std::uint64_t seed = 0; seed < 15 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    AnswerCase it = symbolic_case(seed, {});
    AnswerSearch followed(*it.index);
    for (int round = 0; round < 4; ++round) {
      std::vector<std::uint32_t> moved;
      // At first heads alone, then anything.
      const std::size_t first = round < 2 ? it.kb.relations.size() : 0;
      for (std::size_t row = first; row < it.model.predicates.rows(); ++row) {
        if (random.below(3) != 0) continue;
        moved.push_back(static_cast<std::uint32_t>(row));
        for (float& value : it.model.predicates.row(row)) {
          value += static_cast<float>(4 * random.uniform() - 2);
        }
      }
      if (round == 1) it.model.slope *= 0.7;  // more is within reach
      std::vector<std::uint32_t> moved_rules;
      for (std::uint32_t rule = 0; rule < it.kb.rules.size(); ++rule) {
        if (random.below(3) != 0) continue;
        moved_rules.push_back(rule);
        it.model.rule_distances(rule, 0) = static_cast<float>(10 * random.uniform());
      }
      it.reasoner.update({{}, moved, moved_rules}, it.threads);
      it.index->update({{}, moved, moved_rules}, it.threads);
      const AnswerIndex anew(it.reasoner, it.threads);
      AnswerSearch fresh(anew);
      for_each_query(it.kb, [&](const AnswerQuery& query) {
        const ProofLists& lists = followed.proofs(query);
        const ProofLists& expected = fresh.proofs(query);
        for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) {
          EXPECT_EQ(distances_of(lists[entity]), distances_of(expected[entity]));
        }
      });
    }
  }
}

// Few entities, many relations, and these rules.
KnowledgeBase crowded_kb(const std::vector<std::string>& rules) {
  KnowledgeBase kb;
  for (const char* name : {"a", "b", "c", "d", "e"}) kb.entities.add(name);
  for (int i = 0; i < 12; ++i) kb.relations.add(fmt::format("r{}", i));
  Random random(1);
  std::vector<Triple> facts;
  for (std::uint32_t i = 0; i < 60; ++i) {
    facts.push_back({EntityId(random.below(5)), RelationId(i % 12), EntityId(random.below(5))});
  }
  kb.set_facts(std::move(facts));
  std::vector<ClauseText> clauses;
  clauses.reserve(rules.size());
  for (const std::string& rule : rules) {
    clauses.push_back(parse_rule(rule, "rules", clauses.size() + 1));
  }
  std::vector<std::string> warnings;
  kb.rules = resolve_rules({{"rules", clauses}}, kb.entities, kb.relations, warnings);
  return kb;
}

AnswerCase crowded_case(const std::string& rule, double relation_scale, Groundings groundings) {
  KnowledgeBase kb = crowded_kb({rule, "r3(X, Y) :- r4(Y, X)"});
  ModelOptions model;
  model.entities = SymbolKind::kSymbolic;
  model.relation_scale = relation_scale;
  ProverOptions options;
  options.aggregation.groundings = groundings;
  Model vectors = make_model(kb, model, 1);
  return {std::move(kb), std::move(vectors), options};
}

// Where every relation is within reach of every other, a rule can be read in hundreds of ways; a
// fork is no path. Both are joined, and refused where their groundings would have to be counted.
TEST(AnswerProofs, JoinsRulesThatCannotBeWalkedAndDoesNotCountTheirGroundings) {
  Random random(1);
  const std::vector<std::pair<std::string, double>> cases = {
      {"r0(X, Y) :- r1(X, Z), r2(Z, Y)", 0.1}, {"r0(X, Y) :- r1(X, Z), r2(Z, Y), r5(X, Y)", 100}};
  for (const auto& [rule, relation_scale] : cases) {
    SCOPED_TRACE(rule);
    AnswerCase it = crowded_case(rule, relation_scale, Groundings::kBest);
    ASSERT_EQ(it.index->tree()->others(PredicateId(0)).size(), 1U);
    EXPECT_GT(expect_all_as_proved(it, random), 100U);
    const std::string error = gntp::testing::error_of([&, text = rule, scale = relation_scale] {
      crowded_case(text, scale, Groundings::kShare);
    });
    EXPECT_NE(error.find("'" + rule + "'"), std::string::npos) << error;
  }
}

TEST(AnswerProofs, RulesProveNothingOfAnEntityAndItselfWhereNoFactDoes) {
  ProverOptions options;
  options.reflexive = Reflexive::kKnown;
  std::size_t excluded = 0;
  for (std::uint64_t seed = 0; seed < 30 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    AnswerCase it = symbolic_case(seed, options);
    expect_all_as_proved(it, random);
    const AnswerCase any = symbolic_case(seed, {});
    Prover prover(it.reasoner);
    Prover prover_of_any(any.reasoner);
    for (RelationId relation{0}; relation < it.kb.relations.size(); ++relation) {
      const bool known = std::ranges::any_of(it.kb.facts, [&](const Triple& fact) {
        return fact.relation == relation && fact.head == fact.tail;
      });
      for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) {
        const Goal goal{relation, entity, entity};
        const Proof* proof = prover.prove(goal);
        const Proof* other = prover_of_any.prove(goal);
        if (known) {
          ASSERT_EQ(proof == nullptr, other == nullptr);
          continue;
        }
        if (proof != nullptr) {
          EXPECT_EQ(proof->steps.front().kind, ProofStep::Kind::kFact);
        }
        excluded += proof == nullptr && other != nullptr ? 1 : 0;
      }
    }
  }
  EXPECT_GT(excluded, 20U);
}

}  // namespace
}  // namespace gntp
