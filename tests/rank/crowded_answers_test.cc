// A question about a hub among more than a million entities: its best answers, as the list of all
// has them, found without the list.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "mine/mined_rule_set.h"
#include "prover/answer_case.h"
#include "rank/answers.h"

namespace gntp {
namespace {

constexpr std::uint32_t kEntities = 1'000'001;
constexpr std::uint32_t kMembers = 12'000;  // more than are listed
constexpr std::uint32_t kNew = 5;           // of them that are not known to have known it
constexpr EntityId kClub{0};

MinedRule rule(RelationId head, RelationId body, double confidence) {
  MinedRule rule;
  rule.head = forwards(head);
  rule.body.steps[rule.body.length++] = forwards(body);
  rule.confidence = confidence;
  return rule;
}

struct Club {
  static KnowledgeBase made() {
    KnowledgeBase kb;
    for (std::uint32_t i = 0; i < kEntities; ++i) kb.entities.add(fmt::format("e{:07}", i));
    const RelationId is = kb.relations.add("is");
    const RelationId in = kb.relations.add("in");
    const RelationId chairs = kb.relations.add("chairs");
    const RelationId knew = kb.relations.add("knew");
    std::vector<Triple> facts;
    for (std::uint32_t i = 1; i <= kMembers; ++i) {
      facts.push_back({EntityId(i), in, kClub});
      if (i % 5000 == 0) facts.push_back({EntityId(i), chairs, kClub});
      if (i % 4000 == 0) facts.push_back({EntityId(i), is, kClub});
      if (i <= kMembers - kNew) facts.push_back({EntityId(i), knew, kClub});
    }
    kb.set_facts(std::move(facts));
    append_rules(std::vector{rule(is, in, 0.3), rule(is, chairs, 0.9), rule(knew, in, 0.5)},
                 kb.rules);
    return kb;
  }

  Club()
      : kb(made()),
        model(symbolic_model(kb, 0, Relations::kApart)),
        reasoner(kb, model, options()) {
    reasoner.refresh(threads);
    index.emplace(reasoner, threads);
  }
  static ProverOptions options() {
    ProverOptions options;
    options.floor = 1e-6;
    options.aggregation.aggregate = Aggregate::kNoisyOr;
    options.aggregation.groundings = Groundings::kShare;
    options.aggregation.competing_facts = CompetingFactsUse::kWeigh;
    return options;
  }

  KnowledgeBase kb;
  Model model;
  ThreadPool threads{1};
  Reasoner reasoner;
  std::optional<AnswerIndex> index;
};

TEST(CrowdedAnswers, TheBestAreThoseOfTheListOfAll) {
  const Club club;
  const AnswerQuery query{PredicateId(*club.kb.relations.find("is")), AskedSide::kHead, kClub};
  for (const KnownAnswers known : {KnownAnswers::kListed, KnownAnswers::kLeftOut}) {
    WantedAnswers wanted;
    wanted.known = known;
    wanted.count = kEntities;
    const std::vector<RankedAnswer> all = answers_to(*club.index, query, wanted);
    ASSERT_EQ(all.size(), known == KnownAnswers::kListed ? kMembers : kMembers - 3);
    wanted.count = 2;  // chairs, or known facts
    const std::vector<RankedAnswer> best = answers_to(*club.index, query, wanted);
    ASSERT_GE(best.size(), 2U);
    for (std::size_t i = 0; i < best.size(); ++i) {
      EXPECT_EQ(best[i].id, all[i].id);
      EXPECT_EQ(best[i].rank, all[i].rank);
      EXPECT_EQ(best[i].score, all[i].score);
      EXPECT_TRUE(best[i].among_likely);
      EXPECT_FALSE(all[i].among_likely);
    }
    wanted.count = 10;
    EXPECT_LT(answers_to(*club.index, query, wanted).size(), 1000U);
  }
}

// All that are looked at first are known.
TEST(CrowdedAnswers, AreAllListedWhereFewLikelyOnesAreWanted) {
  const Club club;
  const AnswerQuery query{PredicateId(*club.kb.relations.find("knew")), AskedSide::kHead, kClub};
  WantedAnswers wanted;
  wanted.known = KnownAnswers::kLeftOut;
  wanted.count = 10;
  const std::vector<RankedAnswer> found = answers_to(*club.index, query, wanted);
  ASSERT_EQ(found.size(), kNew);
  for (const RankedAnswer& answer : found) {
    EXPECT_GT(answer.id, kMembers - kNew);
    EXPECT_FALSE(answer.among_likely);
  }
}

}  // namespace
}  // namespace gntp
