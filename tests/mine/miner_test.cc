// The miner against counting by brute force, and what it promises about threads, samples and
// limits.
#include "mine/miner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "mine/brute_force.h"
#include "mine/mining.h"
#include "support/ids.h"

namespace gntp {
namespace {

using testing::BruteForce;
using testing::by_text;
using testing::everything;
using testing::expect_equal;
using testing::random_kb;

// A larger one, with relations that follow from others.
KnowledgeBase chained_kb(std::uint64_t seed, std::size_t entities, std::size_t relations) {
  KnowledgeBase kb;
  Random random(seed);
  for (std::size_t i = 0; i < entities; ++i) kb.entities.add(fmt::format("e{}", i));
  for (std::size_t i = 0; i < relations; ++i) kb.relations.add(fmt::format("r{}", i));
  std::set<Triple> facts;
  for (std::size_t i = 0; i < 3 * entities; ++i) {
    facts.insert(random_triple(entities, relations - 1, random));
  }
  const std::vector<Triple> first(facts.begin(), facts.end());
  for (const Triple& a : first) {
    for (const Triple& b : first) {
      if (a.relation != 0 || b.relation != 1 || a.tail != b.head) continue;
      facts.insert({a.head, RelationId(relations - 1), b.tail});
    }
  }
  kb.set_facts({facts.begin(), facts.end()});
  return kb;
}

// Those of the clauses that have support, and no others, are among the mined, with equal counts;
// they are taken out. Returns how many.
template <typename RulesByText>
std::size_t expect_counted(const std::vector<ClauseText>& clauses, const BruteForce& slow,
                           RulesByText& mined) {
  std::size_t checked = 0;
  for (const ClauseText& clause : clauses) {
    const MinedCounts counts = slow.count(clause);
    const std::string text = to_text(clause);
    const auto found = mined.find(text);
    EXPECT_EQ(found != mined.end(), counts.support > 0) << text;
    if (found == mined.end()) continue;
    expect_equal(found->second.counts, counts, text);
    mined.erase(found);
    ++checked;
  }
  return checked;
}

TEST(Miner, FindsEveryRuleThatBruteForceCountsWithTheSameCounts) {
  ThreadPool threads(2);
  std::size_t checked = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const KnowledgeBase kb = random_kb(seed);
    const BruteForce slow(kb);
    auto mined = by_text(mine_rules(kb, everything(), threads).rules, kb);
    std::vector<ClauseText> clauses = slow.all_with_constants(1);
    for (const ClauseText& clause : slow.all_with_constants(2)) clauses.push_back(clause);
    for (const std::size_t length : {1, 2, 3}) {
      for (const ClauseText& clause : slow.all_paths(length)) clauses.push_back(clause);
    }
    SCOPED_TRACE(seed);
    checked += expect_counted(clauses, slow, mined);
    EXPECT_TRUE(mined.empty()) << mined.begin()->first;
  }
  EXPECT_GT(checked, 8000U);
}

TEST(Miner, CountsBodiesOfFourAsBruteForceDoes) {
  ThreadPool threads(2);
  std::size_t checked = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const KnowledgeBase kb = random_kb(seed);
    const BruteForce slow(kb);
    MineOptions options = everything();
    options.constants = 0;
    options.max_body = 4;
    auto mined = by_text(mine_rules(kb, options, threads).rules, kb);
    SCOPED_TRACE(seed);
    checked += expect_counted(slow.all_paths(4), slow, mined);
  }
  EXPECT_GT(checked, 100U);
}

TEST(Miner, RefusesBodiesOfFourOfManyRelations) {
  KnowledgeBase kb;
  kb.entities.add("a");
  for (int i = 0; i < 40; ++i) kb.relations.add("r" + std::to_string(i));
  kb.set_facts({});
  MineOptions options;
  options.max_body = 4;
  ThreadPool threads(1);
  EXPECT_THROW(mine_rules(kb, options, threads), Error);
}

TEST(Miner, SampledBodiesAreASubsetWithEqualCounts) {
  ThreadPool threads(2);
  std::size_t sampled_rules = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const KnowledgeBase kb = chained_kb(seed, 30, 6);
    MineOptions options = everything();
    options.constants = 0;
    const auto all = by_text(mine_rules(kb, options, threads).rules, kb);
    options.exhaustive = 0;
    options.samples = 3;
    const Mining mining = mine_rules(kb, options, threads);
    EXPECT_EQ(mining.sampled_from, 2U);
    const auto some = by_text(mining.rules, kb);
    EXPECT_LT(some.size(), all.size());
    for (const auto& [text, rule] : some) {
      ASSERT_TRUE(all.contains(text)) << text;
      expect_equal(rule.counts, all.at(text).counts, text);
      if (rule.body.length == 3) ++sampled_rules;
    }
  }
  EXPECT_GT(sampled_rules, 100U);
}

TEST(Miner, ManySamplesFindWhatThereIs) {
  ThreadPool threads(1);
  const KnowledgeBase kb = chained_kb(3, 20, 4);
  MineOptions options = everything();
  options.constants = 0;
  const std::size_t all = mine_rules(kb, options, threads).rules.size();
  options.exhaustive = 0;
  options.samples = 2000;
  EXPECT_EQ(mine_rules(kb, options, threads).rules.size(), all);
}

TEST(Miner, FindsTheRuleBehindTheData) {
  ThreadPool threads(1);
  MineOptions options;
  options.max_rules = 1;
  const KnowledgeBase kb = chained_kb(5, 200, 5);
  const Mining mining = mine_rules(kb, options, threads);
  ASSERT_EQ(mining.rules.size(), 1U);
  const MinedRule& best = mining.rules[0];
  ClauseText clause = to_clause(best, kb);
  EXPECT_EQ(best.counts.confidence(), 1);
  EXPECT_NEAR(
      *clause.confidence,
      static_cast<double>(best.counts.support) / (static_cast<double>(best.counts.body) + 5), 1e-6);
  clause.confidence.reset();
  EXPECT_EQ(to_text(clause), "r4(X, Y) :- r0(X, A), r1(A, Y)");
}

TEST(Miner, SameRulesForAnyNumberOfThreads) {
  const KnowledgeBase kb = chained_kb(7, 60, 8);
  MineOptions options = everything();
  options.max_rules = 500;
  options.samples = 20;
  for (const std::size_t exhaustive : {std::size_t{0}, std::size_t{1'000'000}}) {
    options.exhaustive = exhaustive;
    std::vector<std::string> texts;
    for (const std::size_t count : {1, 2, 5}) {
      ThreadPool threads(count);
      std::string text;
      for (const MinedRule& rule : mine_rules(kb, options, threads).rules) {
        text += to_anyburl_line(rule, kb) + '\n';
      }
      texts.push_back(text);
    }
    EXPECT_EQ(texts[0], texts[1]);
    EXPECT_EQ(texts[0], texts[2]);
  }
}

TEST(Miner, KeepsWhatTheOptionsAskFor) {
  ThreadPool threads(2);
  const KnowledgeBase kb = chained_kb(9, 40, 5);
  MineOptions options = everything();
  options.min_support = 3;
  options.min_confidence = 0.2;
  options.max_body = 2;
  options.max_rules = 15;
  const Mining mining = mine_rules(kb, options, threads);
  EXPECT_GT(mining.accepted, mining.rules.size());
  std::map<RuleKind, std::size_t> kinds;
  for (std::size_t i = 0; i < mining.rules.size(); ++i) {
    const MinedRule& rule = mining.rules[i];
    EXPECT_GE(rule.counts.support, 3U);
    EXPECT_GE(rule.confidence, 0.2);
    EXPECT_LE(rule.body.length, 2);
    EXPECT_LE(++kinds[kind_of(rule)], 15U);
    if (i > 0) {
      EXPECT_LE(rule.confidence, mining.rules[i - 1].confidence);
    }
  }
}

TEST(Miner, ACapOnPathsIsStated) {
  ThreadPool threads(2);
  const KnowledgeBase kb = chained_kb(11, 60, 4);
  MineOptions options = everything();
  options.constants = 0;
  const auto exact = by_text(mine_rules(kb, options, threads).rules, kb);
  options.max_paths = 150;
  const Mining mining = mine_rules(kb, options, threads);
  EXPECT_GT(mining.partly, 0U);
  for (const auto& [text, rule] : by_text(mining.rules, kb)) {
    const MinedCounts& whole = exact.at(text).counts;
    EXPECT_LE(rule.counts.support, whole.support) << text;
    EXPECT_LE(rule.counts.body, whole.body) << text;
    if (rule.counts.share == 1) expect_equal(rule.counts, whole, text);
    EXPECT_EQ(to_rule_line(rule, kb).find("% of the entities") != std::string::npos,
              rule.counts.share < 1);
  }
}

// All rules as text, in their order.
std::string text_of(const Mining& mining, const KnowledgeBase& kb) {
  std::string text;
  for (const MinedRule& rule : mining.rules) text += to_rule_line(rule, kb) + '\n';
  return text;
}

MiningSteps ending_after(std::size_t steps) {
  MiningSteps control;
  control.may_go_on = [steps, taken = std::size_t{0}]() mutable { return taken++ < steps; };
  return control;
}

MineOptions sampled() {
  MineOptions options = everything();
  options.exhaustive = 0;
  return options;
}

TEST(Miner, EndsAfterAnyStepWithTheSameRulesForAnyThreads) {
  ThreadPool one(1);
  ThreadPool three(3);
  const KnowledgeBase kb = chained_kb(13, 60, 5);
  const MineOptions options = sampled();
  const auto all = by_text(mine_rules(kb, options, one).rules, kb);
  std::size_t before = 0;
  for (std::size_t steps = 0; steps < mining_steps(options); steps += 37) {
    const Mining mining = mine_rules(kb, options, one, ending_after(steps));
    EXPECT_EQ(mining.steps, steps);
    EXPECT_FALSE(mining.complete);
    EXPECT_GE(mining.accepted, before);
    before = mining.accepted;
    EXPECT_EQ(text_of(mining, kb),
              text_of(mine_rules(kb, options, three, ending_after(steps)), kb));
    for (const auto& [text, rule] : by_text(mining.rules, kb)) {
      ASSERT_TRUE(all.contains(text)) << text;
      expect_equal(rule.counts, all.at(text).counts, text);
    }
  }
  EXPECT_GT(before, 0U);
  EXPECT_TRUE(mine_rules(kb, options, one).complete);
  EXPECT_TRUE(mine_rules(kb, options, one, ending_after(0)).rules.empty());
}

TEST(Miner, GoesOnFromWhereItWasStopped) {
  ThreadPool threads(2);
  const KnowledgeBase kb = chained_kb(13, 60, 5);
  for (const MineOptions& options : {everything(), sampled()}) {
    const Mining whole = mine_rules(kb, options, threads);
    for (std::size_t stop = 1; stop < mining_steps(options); stop += 41) {
      MiningSteps first;
      MiningState state;
      first.after_step = [&](MiningState& now) {
        if (now.steps > stop) throw Interrupted("stop");
        state = now;
      };
      EXPECT_THROW(mine_rules(kb, options, threads, std::move(first)), Interrupted);
      MiningSteps rest;
      rest.start = state;
      const Mining mining = mine_rules(kb, options, threads, std::move(rest));
      EXPECT_EQ(text_of(mining, kb), text_of(whole, kb));
      EXPECT_EQ(mining.accepted, whole.accepted);
      EXPECT_EQ(mining.sampled_from, whole.sampled_from);
      EXPECT_EQ(mining.steps, mining_steps(options));
    }
  }
}

TEST(Miner, ProgressMayStopItAndTheLastWholeStepIsKept) {
  ThreadPool threads(1);  // the calling thread reports, and must have something to do
  const KnowledgeBase kb = chained_kb(13, 500, 5);
  MiningSteps steps;
  double seen = 0;
  std::optional<std::size_t> kept;
  steps.progress = [&](const MineProgress& now) {
    seen = now.done;
    if (now.done > 0.6) throw Interrupted("stop");
  };
  steps.when_stopped = [&](MiningState& state) { kept = state.steps; };
  EXPECT_THROW(mine_rules(kb, {}, threads, std::move(steps)), Interrupted);
  ASSERT_TRUE(kept);
  const double all = static_cast<double>(mining_steps({}));
  EXPECT_LE(static_cast<double>(*kept), seen * all);
  EXPECT_GT(static_cast<double>(*kept) + 1.001, seen * all);
}

TEST(Miner, HasNothingToSayWithoutFacts) {
  ThreadPool threads(2);
  KnowledgeBase kb;
  EXPECT_TRUE(mine_rules(kb, everything(), threads).rules.empty());
  kb.entities.add("a");
  kb.relations.add("r");
  kb.set_facts({triple(0, 0, 0)});
  EXPECT_TRUE(mine_rules(kb, everything(), threads).rules.empty());
  MineOptions sampled = everything();
  sampled.exhaustive = 0;
  EXPECT_TRUE(mine_rules(kb, sampled, threads).rules.empty());
}

}  // namespace
}  // namespace gntp
