#include "rank/held_out_answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "rank/answers.h"
#include "support/ids.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

struct Expected {
  std::vector<double> evidence;
  std::vector<bool> correct;
  UnprovedAnswers unproved;
};

// From the list of all answers, by looking each of them up.
Expected expected_for(const AnswerIndex& index, const AnswerQuery& query, const TripleSet& split,
                      const TripleSet& known, const Candidates& candidates) {
  const KnowledgeBase& kb = index.reasoner().kb();
  const TripleSet facts(kb.facts.begin(), kb.facts.end());
  const auto triple_with = [&](EntityId entity) {
    const Goal goal = goal_of(query, entity);
    return Triple{goal.head, RelationId(goal.predicate), goal.tail};
  };
  const auto counts = [&](EntityId entity) {
    const Triple triple = triple_with(entity);
    const bool limited =
        query.asked == AskedSide::kTail && candidates.limit_tails_of(RelationId(query.predicate));
    if (limited && !std::ranges::binary_search(candidates.entities, entity)) return false;
    return !facts.contains(triple) && (split.contains(triple) || !known.contains(triple));
  };
  Expected expected;
  for (EntityId entity{0}; entity < kb.entities.size(); ++entity) {
    if (!counts(entity)) continue;
    ++expected.unproved.all;
    expected.unproved.correct += split.contains(triple_with(entity)) ? 1 : 0;
  }
  for (const RankedAnswer& answer : answers_to(index, query)) {
    const EntityId entity(answer.id);
    if (!counts(entity)) continue;
    const bool correct = split.contains(triple_with(entity));
    --expected.unproved.all;
    expected.unproved.correct -= correct ? 1 : 0;
    if (expected.evidence.size() == kBestAnswers) continue;
    expected.evidence.push_back(evidence_of(index.reasoner().options().aggregation.aggregate,
                                            answer.score, answer.tie_breaker));
    expected.correct.push_back(correct);
  }
  return expected;
}

TEST(HeldOutAnswers, AreTheBestNewOnesToEveryQuestion) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RandomCase made = make_random_case(seed, {.max_copies = 3, .max_proofs = 500});
    KnowledgeBase& kb = made.kb;
    Random random(seed);
    TripleSet split;
    TripleSet known(kb.facts.begin(), kb.facts.end());
    std::vector<Triple> asked;
    asked.reserve(5);
    for (int i = 0; i < 4; ++i) {
      asked.push_back(random_triple(kb.entities.size(), kb.relations.size(), random));
    }
    asked.push_back(kb.facts[0]);  // asks nothing
    const std::vector<Triple> other{random_triple(kb.entities.size(), kb.relations.size(), random)};
    split.insert(asked.begin(), asked.end());
    known.insert(asked.begin(), asked.end());
    known.insert(other.begin(), other.end());
    if (seed % 3 == 0) {
      kb.candidates = {{EntityId(0), EntityId(1)}, {asked.front().relation}};
    }
    ProverOptions options;
    const std::array aggregates{Aggregate::kMax, Aggregate::kMaxPlus, Aggregate::kNoisyOr};
    options.aggregation = {.aggregate = aggregates[seed % aggregates.size()], .proofs = 3};
    ThreadPool threads(2);
    Reasoner reasoner(kb, made.model, options);
    reasoner.refresh(threads);
    const AnswerIndex index(reasoner, threads);
    const HeldOutAnswers found = held_out_answers(
        index, {asked, KnownTriples(split), KnownTriples(known)}, threads, {}, kb.candidates);

    std::set<std::tuple<AskedSide, RelationId, EntityId>> questions;
    const TripleSet facts(kb.facts.begin(), kb.facts.end());
    for (const Triple& triple : asked) {
      if (facts.contains(triple)) continue;
      questions.emplace(AskedSide::kHead, triple.relation, triple.tail);
      questions.emplace(AskedSide::kTail, triple.relation, triple.head);
    }
    ASSERT_EQ(found.questions, questions.size());
    std::array<UnprovedAnswers, 2> unproved{};
    auto next = found.answers.begin();
    std::size_t number = 0;
    for (const auto& [side, relation, entity] : questions) {
      const Expected expected =
          expected_for(index, {relation, side, entity}, split, known, kb.candidates);
      for (std::size_t i = 0; i < expected.evidence.size(); ++i, ++next) {
        ASSERT_NE(next, found.answers.end());
        EXPECT_EQ(next->question, number);
        EXPECT_EQ(next->relation, relation);
        EXPECT_EQ(next->asked, side);
        EXPECT_EQ(next->evidence, expected.evidence[i]) << "seed " << seed;
        EXPECT_EQ(next->correct, expected.correct[i]) << "seed " << seed;
      }
      UnprovedAnswers& sum = unproved[static_cast<std::size_t>(side)];
      sum.all += expected.unproved.all;
      sum.correct += expected.unproved.correct;
      ++number;
    }
    EXPECT_EQ(next, found.answers.end());
    for (const std::size_t side : {0U, 1U}) {
      EXPECT_EQ(found.unproved[side].all, unproved[side].all) << "seed " << seed;
      EXPECT_EQ(found.unproved[side].correct, unproved[side].correct) << "seed " << seed;
    }
  }
}

TEST(Evidence, GrowsWithTheScoreAndGoesOnWhereScoresAre1) {
  EXPECT_EQ(evidence_of(Aggregate::kMax, 0, {}), 0);
  EXPECT_NEAR(evidence_of(Aggregate::kMax, 0.5, {}), std::log(2), 1e-12);
  EXPECT_GT(evidence_of(Aggregate::kMaxPlus, 1, {}), 20);
  const std::vector<double> many{60};
  EXPECT_EQ(evidence_of(Aggregate::kNoisyOr, 1, many), 60);
}

TEST(SomeTriples, AreTheSameForTheSameSeed) {
  std::vector<Triple> all;
  for (std::uint32_t i = 0; i < 100; ++i) all.push_back(triple(i, 0, i));
  EXPECT_EQ(some_triples(all, 100, 1), all);
  const std::vector<Triple> some = some_triples(all, 30, 1);
  EXPECT_EQ(some.size(), 30U);
  EXPECT_TRUE(std::ranges::is_sorted(some));
  EXPECT_EQ(some_triples(all, 30, 1), some);
  EXPECT_NE(some_triples(all, 30, 2), some);
}

}  // namespace
}  // namespace gntp
