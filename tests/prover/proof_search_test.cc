// The proofs of all answers in one pass against proving each answer by each rule, on random
// knowledge bases that reach every corner of the method.
#include "prover/proof_search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "prover/candidate_search.h"
#include "prover/competing_facts.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

constexpr std::size_t kProofs = 3;

struct Case {
  Case(KnowledgeBase base, Model vectors, const ProverOptions& options)
      : kb(std::move(base)),
        model(std::move(vectors)),
        reasoner(kb, model, options),
        graph(reasoner.kb().facts, kb.entities.size(), kb.relations.size()) {
    reasoner.refresh(threads);
    if (RuleWalks::possible(reasoner)) walks.emplace(reasoner, threads);
  }

  KnowledgeBase kb;
  Model model;
  ThreadPool threads{1};
  Reasoner reasoner;
  StepGraph graph;
  std::optional<RuleWalks> walks;
};

template <typename Visit>
void for_each_query(const KnowledgeBase& kb, Visit visit) {
  for (Id relation = 0; relation < kb.relations.size(); ++relation) {
    for (Id known = 0; known < kb.entities.size(); ++known) {
      visit(AnswerQuery{relation, AskedSide::kHead, known});
      visit(AnswerQuery{relation, AskedSide::kTail, known});
    }
  }
}

std::vector<float> distances_of(std::span<const RuleProof> proofs) {
  std::vector<float> distances;
  for (const RuleProof& proof : proofs) distances.push_back(proof.distance);
  return distances;
}

// Every answer's list is what proving it by each rule gives. Returns how many proofs there were.
std::size_t expect_as_proved(Case& it, ProofSearch& search, const AnswerQuery& query, Id hidden) {
  Prover prover(it.reasoner);
  const ProofLists& lists = search.run(query, hidden);
  const bool exact = CandidateSearch::is_exact(it.reasoner.options());
  std::size_t proofs = 0;
  for (Id entity = 0; entity < it.kb.entities.size(); ++entity) {
    const Goal goal = goal_of(query, entity);
    SCOPED_TRACE(fmt::format("{}({}, {})", goal.predicate, goal.head, goal.tail));
    std::vector<float> expected;
    for (const Proof& proof : prover.prove_each(goal, kProofs, hidden)) {
      expected.push_back(proof.distance);
    }
    const std::vector<float> found = distances_of(lists[entity]);
    proofs += found.size();
    if (exact) {
      EXPECT_EQ(found, expected);
      continue;
    }
    const float edge = it.reasoner.radius() * (1 - CandidateSearch::kRounding);
    for (std::size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
      if (i < found.size() && i < expected.size()) {
        EXPECT_NEAR(found[i], expected[i], CandidateSearch::kRounding * it.reasoner.radius());
      } else {
        EXPECT_GT(i < found.size() ? found[i] : expected[i], edge);
      }
    }
  }
  return proofs;
}

std::size_t expect_all_as_proved(Case& it, Random& random) {
  std::size_t proofs = 0;
  ProofSearch search(it.reasoner, it.graph, it.walks ? &*it.walks : nullptr, kProofs);
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    if (testing::Test::HasFailure()) return;
    const Id hidden =
        random.below(2) == 0 ? kNoFact : static_cast<Id>(random.below(it.kb.facts.size()));
    proofs += expect_as_proved(it, search, query, hidden);
  });
  return proofs;
}

using Setting = std::tuple<Unification, TNorm, std::size_t>;

class ProofSearchTest : public testing::TestWithParam<Setting> {
 protected:
  static ProverOptions options() {
    ProverOptions options;
    std::tie(options.unification, options.tnorm, options.depth) = GetParam();
    options.floor = 0.01;
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(
    All, ProofSearchTest,
    testing::Combine(testing::Values(Unification::kPerTerm, Unification::kJoint),
                     testing::Values(TNorm::kMin, TNorm::kProduct), testing::Values(0, 1, 2)));

TEST_P(ProofSearchTest, FindsWhatProvingByEachRuleFinds) {
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
    Case it(std::move(made.kb), std::move(made.model), options());
    proofs += expect_all_as_proved(it, random);
  }
  EXPECT_GT(proofs, 1000U);
}

// Symbolic relations, as with mined rules, or some within reach of each other.
enum class Relations { kApart, kMixed };

Model symbolic_model(const KnowledgeBase& kb, std::uint64_t seed, Relations relations) {
  ModelOptions options;
  options.dim = 6;
  options.entities = SymbolKind::kSymbolic;
  if (relations == Relations::kApart) options.relations = SymbolKind::kSymbolic;
  options.relation_scale = seed % 2 == 0 ? 1.5 : 4;
  options.rule_scale = 2;
  return make_model(kb, options, seed);
}

// A random case with rules about single entities, too, and confidences.
Case symbolic_case(std::uint64_t seed, const ProverOptions& options,
                   Relations relations = Relations::kMixed) {
  Random random(seed + 1000);
  RandomKbOptions sizes;
  sizes.min_facts = 8;
  sizes.max_facts = 30;
  KnowledgeBase kb = with_confident_rules(make_random_case(seed, sizes).kb, random);
  Model model = symbolic_model(kb, seed, relations);
  return {std::move(kb), std::move(model), options};
}

TEST(ProofSearch, WalksFindWhatProvingByEachRuleFinds) {
  std::size_t proofs = 0;
  std::size_t walked = 0;
  for (std::uint64_t seed = 0; seed < 40 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Case it = symbolic_case(seed, {});
    ASSERT_TRUE(it.walks);
    for (Id relation = 0; relation < it.kb.relations.size(); ++relation) {
      walked += it.walks->matches(relation).size() - it.walks->others(relation).size();
    }
    proofs += expect_all_as_proved(it, random);
  }
  EXPECT_GT(walked, 500U);
  EXPECT_GT(proofs, 5000U);
}

// The distances as they are now, without going over the rules' shapes again.
TEST(ProofSearch, WalksFollowTheModel) {
  for (std::uint64_t seed = 0; seed < 15 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Case it = symbolic_case(seed, {});
    ProofSearch followed(it.reasoner, it.graph, &*it.walks, kProofs);
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
      std::vector<RuleId> moved_rules;
      for (RuleId rule = 0; rule < it.kb.rules.size(); ++rule) {
        if (random.below(3) != 0) continue;
        moved_rules.push_back(rule);
        it.model.rule_distances(rule, 0) = static_cast<float>(10 * random.uniform());
      }
      it.reasoner.update({{}, moved, moved_rules}, it.threads);
      it.walks->update({{}, moved, moved_rules}, it.threads);
      const RuleWalks anew(it.reasoner, it.threads);
      ProofSearch fresh(it.reasoner, it.graph, &anew, kProofs);
      for_each_query(it.kb, [&](const AnswerQuery& query) {
        const ProofLists& lists = followed.run(query);
        const ProofLists& expected = fresh.run(query);
        for (Id entity = 0; entity < it.kb.entities.size(); ++entity) {
          EXPECT_EQ(distances_of(lists[entity]), distances_of(expected[entity]));
        }
      });
    }
  }
}

// Every way from the head to anywhere, by trying all entities for all variables.
double count_ways(const KnowledgeBase& kb, std::span<const Atom> body, std::vector<Id>& values,
                  std::size_t variable) {
  if (variable == values.size()) {
    return std::ranges::all_of(body, [&](const Atom& atom) {
      const Triple fact{values[atom.arguments[0].id], atom.predicate, values[atom.arguments[1].id]};
      return std::ranges::find(kb.facts, fact) != kb.facts.end();
    });
  }
  if (values[variable] != std::numeric_limits<Id>::max()) {
    return count_ways(kb, body, values, variable + 1);
  }
  double ways = 0;
  for (Id entity = 0; entity < kb.entities.size(); ++entity) {
    values[variable] = entity;
    ways += count_ways(kb, body, values, variable + 1);
  }
  values[variable] = std::numeric_limits<Id>::max();
  return ways;
}

TEST(ProofSearch, CountsTheShareOfGroundingsThatAgree) {
  std::size_t partial = 0;
  ProverOptions options;
  options.aggregation.groundings = Groundings::kShare;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Case it = symbolic_case(seed, options, Relations::kApart);
    ProofSearch search(it.reasoner, it.graph, &*it.walks, 100);
    for_each_query(it.kb, [&](const AnswerQuery& query) {
      const ProofLists& lists = search.run(query);
      for (const Id answer : lists.reached()) {
        const Goal goal = goal_of(query, answer);
        for (const RuleProof& proof : lists[answer]) {
          if (proof.rule == RuleProof::kByFact) continue;
          const Rule rule = it.kb.rules[proof.rule];
          if (!RulePath::of(rule)) continue;
          std::vector<Id> values(rule.variables, std::numeric_limits<Id>::max());
          values[rule.head.arguments[0].id] = goal.head;
          const double all = count_ways(it.kb, rule.body, values, 0);
          values[rule.head.arguments[1].id] = goal.tail;
          const double agree = count_ways(it.kb, rule.body, values, 0);
          const float head = it.reasoner.rules().match(goal.predicate, proof.rule).distance;
          EXPECT_NEAR(proof.distance, head - std::log(agree / all) / it.model.slope, 1e-4);
          partial += agree < all ? 1 : 0;
        }
      }
    });
  }
  EXPECT_GT(partial, 100U);
}

// What competing facts take from a goal, over all facts.
double weight_of_competing_facts(const Case& it, const Goal& goal, Id hidden) {
  const Triple wanted{goal.head, goal.predicate, goal.tail};
  bool shares_head = false;
  bool shares_tail = false;
  for (Id id = 0; id < it.kb.facts.size(); ++id) {
    const Triple& fact = it.kb.facts[id];
    if (id == hidden || fact.relation != wanted.relation) continue;
    if (fact == wanted) return 1;
    shares_head = shares_head || fact.head == wanted.head;
    shares_tail = shares_tail || fact.tail == wanted.tail;
  }
  const Functionality functionality(it.reasoner.facts(), it.kb.relations.size());
  return (shares_head ? functionality.odds(forwards(wanted.relation)) : 1) *
         (shares_tail ? functionality.odds(backwards(wanted.relation)) : 1);
}

// The lists with competing facts weighed are those without, farther by what these take; and what is
// shown of them says the same. Returns how many answers had some.
std::size_t expect_competing_facts_weighed(Case& it, Case& without, Random& random) {
  std::size_t weighed = 0;
  ProofSearch search(it.reasoner, it.graph, it.walks ? &*it.walks : nullptr, kProofs);
  ProofSearch plain(without.reasoner, without.graph, without.walks ? &*without.walks : nullptr,
                    kProofs);
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    const Id hidden =
        random.below(2) == 0 ? kNoFact : static_cast<Id>(random.below(it.kb.facts.size()));
    const ProofLists& lists = search.run(query, hidden);
    const ProofLists& expected = plain.run(query, hidden);
    for (Id entity = 0; entity < it.kb.entities.size(); ++entity) {
      const Goal goal = goal_of(query, entity);
      const double weight = weight_of_competing_facts(it, goal, hidden);
      double shown = 1;
      for (const CompetingFacts& each : competing_facts_of(it.reasoner, goal, hidden))
        shown *= each.factor;
      EXPECT_DOUBLE_EQ(shown, weight);
      ASSERT_EQ(lists[entity].size(), expected[entity].size());
      for (std::size_t i = 0; i < lists[entity].size(); ++i) {
        const RuleProof& proof = lists[entity][i];
        EXPECT_EQ(proof.rule, expected[entity][i].rule);
        EXPECT_EQ(proof.own, expected[entity][i].distance);
        const double before = std::exp(-it.model.slope * proof.own);
        const double after = std::exp(-it.model.slope * proof.distance);
        EXPECT_NEAR(after * (1 - before), weight * before * (1 - after), 1e-6);
        weighed += weight < 1 ? 1 : 0;
      }
    }
  });
  return weighed;
}

TEST(ProofSearch, WeighsCompetingFacts) {
  ProverOptions options;
  options.aggregation.competing_facts = CompetingFactsUse::kWeigh;
  std::size_t weighed = 0;
  for (std::uint64_t seed = 0; seed < 30 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Case symbolic = symbolic_case(seed, options);
    Case symbolic_without = symbolic_case(seed, {});
    weighed += expect_competing_facts_weighed(symbolic, symbolic_without, random);
    const RandomCase made = make_random_case(seed, {.min_facts = 8});
    Case soft(made.kb, made.model, options);
    Case soft_without(made.kb, made.model, {});
    weighed += expect_competing_facts_weighed(soft, soft_without, random);
  }
  EXPECT_GT(weighed, 1000U);
}

TEST(ProofSearch, RulesProveNothingOfAnEntityAndItselfWhereNoFactDoes) {
  ProverOptions options;
  options.reflexive = Reflexive::kKnown;
  std::size_t barred = 0;
  for (std::uint64_t seed = 0; seed < 30 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Case it = symbolic_case(seed, options);
    expect_all_as_proved(it, random);
    const Case any = symbolic_case(seed, {});
    Prover prover(it.reasoner);
    Prover prover_of_any(any.reasoner);
    for (Id relation = 0; relation < it.kb.relations.size(); ++relation) {
      const bool known = std::ranges::any_of(it.kb.facts, [&](const Triple& fact) {
        return fact.relation == relation && fact.head == fact.tail;
      });
      for (Id entity = 0; entity < it.kb.entities.size(); ++entity) {
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
        barred += proof == nullptr && other != nullptr ? 1 : 0;
      }
    }
  }
  EXPECT_GT(barred, 20U);
}

}  // namespace
}  // namespace gntp
