// Sampled answers: who is drawn, and that what proves them is what proves them among all answers.
#include "prover/answer_sample.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "prover/answer_case.h"

namespace gntp {
namespace {

TEST(AnswerSample, EveryEntityIsAsLikely) {
  constexpr std::size_t kEntities = 1003;
  constexpr int kDraws = 4000;
  for (const std::size_t size : {1U, 10U, 100U, 700U}) {
    AnswerSample sample(kEntities, size);
    Random random(7);
    std::vector<int> drawn(kEntities);
    for (int i = 0; i < kDraws; ++i) {
      sample.draw(random, EntityId(5));
      sample.for_each([&](EntityId entity) { ++drawn[entity]; });
    }
    EXPECT_EQ(drawn[5], kDraws);
    const double expected = sample.probability() * kDraws;
    const double deviation = std::sqrt(expected * (1 - sample.probability()));
    for (std::size_t entity = 0; entity < kEntities; ++entity) {
      if (entity == 5) continue;
      EXPECT_NEAR(drawn[entity], expected, 5 * deviation + 1) << entity;
    }
  }
}

TEST(AnswerSample, FindsItsOwnInAnyList) {
  constexpr std::size_t kEntities = 5000;
  Random random(3);
  for (const std::size_t size : {1U, 40U, 1000U, 6000U}) {
    AnswerSample sample(kEntities, size);
    for (int i = 0; i < 50; ++i) {
      sample.draw(random, EntityId(random.below(kEntities)));
      std::vector<EntityId> list;
      const double density = std::pow(random.uniform(), 2);
      for (EntityId entity{0}; entity < kEntities; ++entity) {
        if (random.uniform() < density) list.push_back(entity);
      }
      std::vector<EntityId> expected;
      std::ranges::copy_if(list, std::back_inserter(expected),
                           [&](EntityId entity) { return sample.contains(entity); });
      std::vector<EntityId> found;
      sample.for_each_in(list, [&](EntityId entity) { found.push_back(entity); });
      EXPECT_EQ(found, expected);
    }
  }
}

// Rules of all kinds: paths, constants in the head and the body, none at all in the body. What
// groundings count differs from case to case.
AnswerCase varied_case(std::uint64_t seed, std::size_t max_facts) {
  MineOptions mining;
  mining.max_body = 3;
  mining.constants = 2;
  mining.bodiless = true;
  AnswerCase mined = mined_case(seed, {.min_facts = 8, .max_facts = max_facts}, mining);
  ProverOptions options = mined.reasoner.options();
  options.aggregation.groundings = seed % 2 == 0 ? Groundings::kBest : Groundings::kShare;
  if (seed % 3 == 0) options.aggregation.competing_facts = CompetingFactsUse::kWeigh;
  return {std::move(mined.kb), std::move(mined.model), options};
}

constexpr std::size_t kPlenty = 1'000'000;

std::vector<std::pair<float, RuleId>> proofs_in(const ProofLists& lists, EntityId answer) {
  std::vector<std::pair<float, RuleId>> proofs;
  for (const RuleProof& proof : lists[answer]) proofs.emplace_back(proof.distance, proof.rule);
  return proofs;
}

TEST(SampledProofs, AreThoseAmongAllAnswers) {
  std::size_t proofs = 0;
  std::size_t left_out = 0;
  for (std::uint64_t seed = 0; seed < 60 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const AnswerCase it = varied_case(seed, 60);
    Random random(seed);
    AnswerSearch all(*it.index);
    AnswerSearch some(*it.index);
    ASSERT_TRUE(some.can_sample());
    AnswerSample sample(it.kb.entities.size(), 1 + seed % 4);
    for_each_query(it.kb, [&](const AnswerQuery& query) {
      SCOPED_TRACE(
          fmt::format("{} {} {}", query.predicate, query.asked == AskedSide::kHead, query.known));
      const Triple excluded =
          random.below(2) == 0 ? kNoFact : it.kb.facts[random.below(it.kb.facts.size())];
      sample.draw(random, EntityId(random.below(it.kb.entities.size())));
      const ProofLists& expected = all.proofs(query, excluded);
      const ProofLists& found = some.sampled_proofs(query, excluded, sample);
      for (EntityId answer{0}; answer < it.kb.entities.size(); ++answer) {
        const bool is_drawn = sample.contains(answer);
        const auto listed = proofs_in(expected, answer);
        EXPECT_EQ(proofs_in(found, answer), is_drawn ? listed : decltype(listed)());
        (is_drawn ? proofs : left_out) += listed.size();
      }
    });
  }
  EXPECT_GT(proofs, 5000U);
  EXPECT_GT(left_out, 5000U);
}

// From the side of the answers, all proofs of each are what they are among all answers; those that
// are no answers have none.
TEST(SampledProofs, AreTheSameFromTheOtherSide) {
  std::size_t proofs = 0;
  std::size_t without = 0;
  for (std::uint64_t seed = 0; seed < 160 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const AnswerCase it = varied_case(seed, 60);
    std::vector<EntityId> answers;
    for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) answers.push_back(entity);
    AnswerSearch all(*it.index);
    AnswerSearch each(*it.index);
    for_each_query(it.kb, [&](const AnswerQuery& query) {
      SCOPED_TRACE(
          fmt::format("{} {} {}", query.predicate, query.asked == AskedSide::kHead, query.known));
      const ProofLists& expected = all.proofs(query);
      const auto found = each.proofs_of(query, answers, kPlenty);
      ASSERT_TRUE(found);
      for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto listed = proofs_in(expected, answers[i]);
        ASSERT_EQ((*found)[i].size(), listed.size());
        for (std::size_t place = 0; place < listed.size(); ++place) {
          const RuleProof& proof = (*found)[i][place];
          EXPECT_EQ(std::pair(proof.distance, proof.rule), listed[place]);
        }
        proofs += listed.size();
        without += listed.empty() ? 1 : 0;
      }
    });
  }
  EXPECT_GT(proofs, 5000U);
  EXPECT_GT(without, 1000U);
}

TEST(SampledProofs, AreGivenUpFromTheOtherSideWhereTheyPassTooMuch) {
  const AnswerCase it = varied_case(3, 60);
  AnswerSearch search(*it.index);
  std::size_t given_up = 0;
  for_each_query(it.kb, [&](const AnswerQuery& query) {
    std::vector<EntityId> answers;
    for (EntityId entity{0}; entity < it.kb.entities.size(); ++entity) answers.push_back(entity);
    const auto all = search.proofs_of(query, answers, kPlenty);
    ASSERT_TRUE(all);
    if (!search.proofs_of(query, answers, 10)) ++given_up;
    // It leaves nothing behind.
    const auto again = search.proofs_of(query, answers, kPlenty);
    ASSERT_TRUE(again);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      EXPECT_EQ((*all)[i].size(), (*again)[i].size());
    }
  });
  EXPECT_GT(given_up, 10U);
}

TEST(SampledProofs, AreAllWhereAnswersAreFew) {
  std::size_t few = 0;
  std::size_t many = 0;
  for (std::uint64_t seed = 0; seed < 20 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const AnswerCase it = varied_case(seed, 15);
    AnswerSearch all(*it.index);
    AnswerSearch some(*it.index);
    for_each_query(it.kb, [&](const AnswerQuery& query) {
      const ProofLists& expected = all.proofs(query);
      const ProofLists* found = some.proofs_if_few(query, kNoFact, 4);
      if (found == nullptr) {
        ++many;
        return;
      }
      ++few;
      EXPECT_LE(found->reached().size(), 4U);
      for (EntityId answer{0}; answer < it.kb.entities.size(); ++answer) {
        EXPECT_EQ(proofs_in(*found, answer), proofs_in(expected, answer));
      }
      EXPECT_NE(some.proofs_if_few(query, kNoFact, 1000), nullptr);
    });
  }
  EXPECT_GT(few, 100U);
  EXPECT_GT(many, 100U);
}

}  // namespace
}  // namespace gntp
