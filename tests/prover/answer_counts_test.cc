// What the proofs of all answers count, with the shares of groundings and the competing facts,
// against counting by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kb/dataset.h"
#include "prover/answer_case.h"
#include "prover/competing_facts.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

// Every way from the head to anywhere, by trying all entities for all variables.
double count_ways(const KnowledgeBase& kb, std::span<const Atom> body,
                  std::vector<EntityId>& values, std::size_t variable) {
  if (variable == values.size()) {
    return std::ranges::all_of(body, [&](const Atom& atom) {
      const Triple fact{values[atom.arguments[0].id], RelationId(atom.predicate),
                        values[atom.arguments[1].id]};
      return std::ranges::find(kb.facts, fact) != kb.facts.end();
    });
  }
  if (values[variable] != EntityId::none()) {
    return count_ways(kb, body, values, variable + 1);
  }
  double ways = 0;
  for (EntityId entity{0}; entity < kb.entities.size(); ++entity) {
    values[variable] = entity;
    ways += count_ways(kb, body, values, variable + 1);
  }
  values[variable] = EntityId::none();
  return ways;
}

// The lists of one case against counting all ways. Returns how many proofs had a share below one.
std::size_t expect_shares(AnswerCase& it) {
  std::size_t partial = 0;
  AnswerSearch search(*it.index);
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    const ProofLists& lists = search.proofs(query);
    for (const EntityId answer : lists.reached()) {
      const Goal goal = goal_of(query, answer);
      for (const RuleProof& proof : lists[answer]) {
        if (proof.rule == RuleProof::kByFact) continue;
        const Rule rule = it.kb.rules[proof.rule];
        if (!path_of(rule)) continue;
        std::vector<EntityId> values(rule.variables, EntityId::none());
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
  return partial;
}

TEST(AnswerCounts, TheShareOfGroundingsThatAgree) {
  std::size_t partial = 0;
  ProverOptions options;
  options.aggregation.groundings = Groundings::kShare;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    AnswerCase it = symbolic_case(seed, options, Relations::kApart);
    partial += expect_shares(it);
  }
  EXPECT_GT(partial, 100U);
}

// A head with more neighbours than are looked at: each leads on to between none and two others, so
// that there are as many ways as neighbours, about.
TEST(AnswerCounts, WaysThroughAHubAreEstimatedAlikeFromBothSides) {
  constexpr std::size_t kMembers = 3 * StepWalk::kHub + 17;
  std::string facts;
  for (std::size_t i = 0; i < kMembers; ++i) {
    facts += fmt::format("hub\thas\tm{}\n", i);
    for (std::size_t way = 0; way < i % 7 % 3; ++way) {
      facts += fmt::format("m{}\tknows\tx{}\n", i, (i + way) % 50);
    }
  }
  const testing::TempFolder folder;
  folder.write("train.tsv", facts);
  folder.write("rules.pl", "0.5 :: likes(X, Y) :- has(X, Z), knows(Z, Y).\n");
  folder.write("valid.tsv", "hub\tlikes\tx1\n");
  KnowledgeBase kb = load_dataset(folder.path()).kb;
  double all = 0;
  std::vector<double> ways(kb.entities.size());
  kb.facts.graph().for_each_with(*kb.relations.find("knows"), [&](const Triple& fact) {
    all += 1;
    ways[fact.tail] += 1;
  });
  Model model = symbolic_model(kb, 0, Relations::kApart);
  ProverOptions options;
  options.floor = 1e-7;
  options.aggregation.groundings = Groundings::kShare;
  const AnswerCase it(std::move(kb), std::move(model), options);
  const PredicateId likes(*it.kb.relations.find("likes"));
  const EntityId hub = *it.kb.entities.find("hub");
  AnswerSearch search(*it.index);
  AnswerSearch back(*it.index);
  const ProofLists& lists = search.proofs({likes, AskedSide::kTail, hub});
  ASSERT_EQ(lists.reached().size(), 50U);
  for (const EntityId answer : lists.reached()) {
    const float distance = lists[answer].front().distance;
    EXPECT_EQ(distance, back.proofs({likes, AskedSide::kHead, answer})[hub].front().distance);
    const double share = 2 * std::exp(-it.model.slope * distance);  // its confidence is a half
    EXPECT_NEAR(share / (ways[answer] / all), 1, 0.05);
  }
}

// Where few neighbours of a hub lead on, most would be missed by a look at some of them.
TEST(AnswerCounts, WaysThroughAHubAreCountedWhereTheyAreRare) {
  constexpr std::size_t kMembers = 30 * StepWalk::kHub;
  constexpr std::size_t kLeading = 10;
  std::string facts;
  for (std::size_t i = 0; i < kMembers; ++i) facts += fmt::format("hub\thas\tm{}\n", i);
  for (std::size_t i = 0; i < kLeading; ++i) {
    facts += fmt::format("m{}\tknows\tx{}\n", (i + 1) * kMembers / 11, i);
  }
  const testing::TempFolder folder;
  folder.write("train.tsv", facts);
  folder.write("rules.pl", "0.5 :: likes(X, Y) :- has(X, Z), knows(Z, Y).\n");
  folder.write("valid.tsv", "hub\tlikes\tx1\n");
  KnowledgeBase kb = load_dataset(folder.path()).kb;
  Model model = symbolic_model(kb, 0, Relations::kApart);
  ProverOptions options;
  options.floor = 1e-7;
  options.aggregation.groundings = Groundings::kShare;
  const AnswerCase it(std::move(kb), std::move(model), options);
  const PredicateId likes(*it.kb.relations.find("likes"));
  const EntityId hub = *it.kb.entities.find("hub");
  AnswerSearch search(*it.index);
  AnswerSearch back(*it.index);
  const ProofLists& lists = search.proofs({likes, AskedSide::kTail, hub});
  ASSERT_EQ(lists.reached().size(), kLeading);
  for (const EntityId answer : lists.reached()) {
    const float distance = lists[answer].front().distance;
    EXPECT_EQ(distance, back.proofs({likes, AskedSide::kHead, answer})[hub].front().distance);
    EXPECT_NEAR(2 * std::exp(-it.model.slope * distance), 1.0 / kLeading, 1e-4);
  }
}

// What competing facts take from a goal, over all facts.
double weight_of_competing_facts(const AnswerCase& it, const Goal& goal, const Triple& excluded) {
  const Triple wanted{goal.head, RelationId(goal.predicate), goal.tail};
  const AggregateOptions options = it.reasoner.options().aggregation;
  bool shares_head = false;
  bool shares_tail = false;
  bool shares_both = false;
  for (const Triple& fact : it.kb.facts) {
    if (fact == excluded) continue;
    if (fact == wanted) return 1;
    if (fact.relation != wanted.relation) {
      shares_both = shares_both || (fact.head == wanted.head && fact.tail == wanted.tail);
      continue;
    }
    shares_head = shares_head || fact.head == wanted.head;
    shares_tail = shares_tail || fact.tail == wanted.tail;
  }
  const std::size_t relations = it.kb.relations.size();
  const Functionality functionality(it.reasoner.graph(), relations);
  double weight = 1;
  if (options.competing_facts == CompetingFactsUse::kWeigh) {
    if (shares_head) weight *= functionality.odds(forwards(wanted.relation));
    if (shares_tail) weight *= functionality.odds(backwards(wanted.relation));
  }
  if (options.competing_pairs == CompetingFactsUse::kWeigh && shares_both) {
    weight *= functionality.pair_odds(wanted.relation);
  }
  return weight;
}

// The lists with competing facts weighed are those without, farther by what these take; and what is
// shown of them says the same. Returns how many answers had some.
std::size_t expect_competing_facts_weighed(AnswerCase& it, AnswerCase& without, Random& random) {
  std::size_t weighed = 0;
  AnswerSearch search(*it.index);
  AnswerSearch plain(*without.index);
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    const Triple excluded =
        random.below(2) == 0 ? kNoFact : it.kb.facts[random.below(it.kb.facts.size())];
    const ProofLists& lists = search.proofs(query, excluded);
    const ProofLists& expected = plain.proofs(query, excluded);
    for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) {
      const Goal goal = goal_of(query, entity);
      const double weight = weight_of_competing_facts(it, goal, excluded);
      double shown = 1;
      for (const CompetingFacts& each : competing_facts_of(
               it.reasoner, goal, proof_factors(it.reasoner, RelationId(goal.predicate)), excluded))
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

TEST(AnswerCounts, WhatCompetingFactsLeave) {
  ProverOptions options;
  std::size_t weighed = 0;
  for (std::uint64_t seed = 0; seed < 30 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto use = [](bool weigh) {
      return weigh ? CompetingFactsUse::kWeigh : CompetingFactsUse::kIgnore;
    };
    options.aggregation.competing_facts = use(seed % 3 != 1);
    options.aggregation.competing_pairs = use(seed % 3 != 0);
    AnswerCase symbolic = symbolic_case(seed, options);
    AnswerCase symbolic_without = symbolic_case(seed, {});
    weighed += expect_competing_facts_weighed(symbolic, symbolic_without, random);
    const RandomCase made = make_random_case(seed, {.min_facts = 8});
    AnswerCase soft(made.kb, made.model, options);
    AnswerCase soft_without(made.kb, made.model, {});
    weighed += expect_competing_facts_weighed(soft, soft_without, random);
  }
  EXPECT_GT(weighed, 1000U);
}

}  // namespace
}  // namespace gntp
