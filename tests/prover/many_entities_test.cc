// A search among millions of entities, whose scratch holds only what it touches, finds what a
// search among those that have facts finds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "prover/answer_case.h"

namespace gntp {
namespace {

ProverOptions counting(Groundings groundings) {
  ProverOptions options;
  options.floor = 1e-6;
  options.aggregation.groundings = groundings;
  return options;
}

// More than lie side by side in memory.
Vocabulary<EntityId> many_names() {
  Vocabulary<EntityId> names;
  for (std::size_t i = 0; i <= SparseArray<float>::kFewPlaces; ++i)
    names.add(fmt::format("e{}", i));
  return names;
}

AnswerCase among(const Vocabulary<EntityId>& names, const AnswerCase& few,
                 const ProverOptions& options, std::uint64_t seed) {
  KnowledgeBase kb = few.kb;
  kb.entities = names;
  kb.set_facts(few.kb.facts.to_vector());
  Model model = symbolic_model(kb, seed, Relations::kApart);
  return {std::move(kb), std::move(model), options};
}

void expect_the_same(const ProofLists& found, const ProofLists& expected, std::size_t entities) {
  EXPECT_EQ(found.reached().size(), expected.reached().size());
  for (EntityId entity{0}; entity < entities; ++entity) {
    const auto same = [](const RuleProof& a, const RuleProof& b) {
      return a.distance == b.distance && a.rule == b.rule;
    };
    EXPECT_TRUE(std::ranges::equal(found[entity], expected[entity], same)) << entity;
  }
}

TEST(ManyEntities, ChangeNoProof) {
  const Vocabulary<EntityId> names = many_names();
  std::size_t proofs = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    const ProverOptions options = counting(seed % 2 == 0 ? Groundings::kShare : Groundings::kBest);
    AnswerCase mined = mined_case(seed, {.min_facts = 15, .max_facts = 60}, {.max_body = 2});
    const AnswerCase few(mined.kb, mined.model, options);
    const AnswerCase many = among(names, few, options, seed);
    AnswerSearch expected(*few.index);
    AnswerSearch found(*many.index);
    for_each_query(few.kb, [&](const AnswerQuery& query) {
      const ProofLists& lists = expected.proofs(query);
      for (const EntityId entity : lists.reached()) proofs += lists[entity].size();
      expect_the_same(found.proofs(query), lists, few.kb.entities.size());
      const Triple excluded = few.kb.facts[0];
      expect_the_same(found.proofs(query, excluded), expected.proofs(query, excluded),
                      few.kb.entities.size());
    });
  }
  EXPECT_GT(proofs, 500U);
}

}  // namespace
}  // namespace gntp
