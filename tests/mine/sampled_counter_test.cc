// Counts from some of the starts against counts from all, on graphs with hubs.
#include "mine/sampled_counter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "mine/mining.h"
#include "mine/path_counter.h"

namespace gntp {
namespace {

using testing::by_text;

// A few entities have most of the facts, at both ends, and r4 follows from r0 and r1, r5 from r2.
KnowledgeBase hub_kb(std::uint64_t seed, std::size_t entities, std::size_t facts) {
  KnowledgeBase kb;
  Random random(seed);
  for (std::size_t i = 0; i < entities; ++i) kb.entities.add(fmt::format("e{}", i));
  for (int i = 0; i < 6; ++i) kb.relations.add(fmt::format("r{}", i));
  const auto draw = [&] {
    const double u = random.uniform();
    return EntityId(static_cast<std::size_t>(static_cast<double>(entities) * u * u * u));
  };
  std::set<Triple> all;
  std::vector<std::vector<EntityId>> second(entities);
  for (std::size_t i = 0; i < facts; ++i) {
    const Triple fact{draw(), RelationId(random.below(4)), draw()};
    all.insert(fact);
    if (fact.relation == 1) second[fact.head].push_back(fact.tail);
    if (fact.relation == 2 && random.uniform() < 0.7) {
      all.insert({fact.tail, RelationId(5), fact.head});
    }
  }
  std::vector<Triple> concluded;
  for (const Triple& fact : all) {
    if (fact.relation != 0) continue;
    for (const EntityId end : second[fact.tail]) {
      if (random.uniform() < 0.4) concluded.push_back({fact.head, RelationId(4), end});
    }
  }
  all.insert(concluded.begin(), concluded.end());
  kb.set_facts({all.begin(), all.end()});
  return kb;
}

MineOptions path_options(std::uint64_t seed) {
  MineOptions options = testing::everything();
  options.constants = 0;
  options.max_body = 2;
  options.seed = seed;
  return options;
}

TEST(SampledCounter, HasTheTrueConfidenceInItsIntervals) {
  std::size_t cases = 0;
  std::size_t covered = 0;
  double width = 0;
  for (std::uint64_t kb_seed = 0; kb_seed < 3; ++kb_seed) {
    const KnowledgeBase kb = hub_kb(kb_seed, 5000, 20'000);
    ThreadPool threads(2);
    const auto exact = by_text(mine_rules(kb, path_options(0), threads).rules, kb);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      MineOptions options = path_options(seed);
      options.max_paths = 50'000;
      // All that were looked at: what is chosen for its confidence is chosen for its luck, too.
      options.min_confidence = 0;
      options.min_support = 0;
      for (const auto& [text, rule] : by_text(mine_rules(kb, options, threads).rules, kb)) {
        if (rule.counts.is_exact()) continue;
        const auto found = exact.find(text);
        ASSERT_NE(found, exact.end()) << text;
        const MinedCounts& truth = found->second.counts;
        // Rules that a sample seldom meets are seen by their luck, as well.
        if (truth.support < 100) continue;
        ++cases;
        const bool is_covered = rule.counts.low <= truth.confidence() + 1e-6 &&
                                truth.confidence() <= rule.counts.high + 1e-6;
        covered += is_covered ? 1 : 0;
        width += rule.counts.high - rule.counts.low;
      }
    }
  }
  ASSERT_GT(cases, 2000U);
  EXPECT_GE(static_cast<double>(covered), 0.93 * static_cast<double>(cases))
      << covered << " of " << cases;
  EXPECT_LT(width / static_cast<double>(cases), 0.3) << "an interval that says nothing is easy";
}

TEST(SampledCounter, CountsExactlyWhereAllStartsFit) {
  ThreadPool threads(1);
  std::size_t rules = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const KnowledgeBase kb = hub_kb(seed, 60, 150);
    const StepGraph& graph = kb.facts.graph();
    const LooplessStarts starts(graph);
    const MineOptions options = path_options(seed);
    PathCounter whole(graph, starts, options);
    SampledCounter sampled(graph, starts, options);
    for (Step step = 0; step < graph.steps(); ++step) {
      for (const BodyGroup& group : {BodyGroup{{1, {step}}, {}}, BodyGroup{{2, {step, 3}}, {}},
                                     BodyGroup{{1, {step}}, {1, 4, 5}}}) {
        std::vector<MinedRule> expected;
        std::vector<MinedRule> found;
        ASSERT_TRUE(whole.count(group, 1e9, expected));
        sampled.count(group, 1e9, found);
        const auto by_rule = by_text(found, kb);
        ASSERT_EQ(found.size(), expected.size());
        for (const auto& [text, rule] : by_text(expected, kb)) {
          testing::expect_equal(by_rule.at(text).counts, rule.counts, text);
          EXPECT_EQ(by_rule.at(text).confidence, rule.confidence);
          ++rules;
        }
      }
    }
  }
  EXPECT_GT(rules, 1000U);
}

// Hubs whose pairs are drawn: over many seeds the confidence is that of all pairs.
TEST(SampledCounter, IsRightOnAverageAroundHubs) {
  const KnowledgeBase kb = hub_kb(1, 4000, 30'000);
  const StepGraph& graph = kb.facts.graph();
  const LooplessStarts starts(graph);
  MineOptions options = path_options(0);
  options.min_support = 5000;
  PathCounter whole(graph, starts, options);
  const BodyGroup group{{1, {backwards(RelationId(0))}}, {}};
  std::vector<MinedRule> expected;
  ASSERT_TRUE(whole.count(group, 1e12, expected));
  ASSERT_FALSE(expected.empty());
  options.min_support = 1;
  std::map<std::string, double> confidences;
  constexpr int kSeeds = 30;
  std::size_t drawn = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    options.seed = static_cast<std::uint64_t>(seed);
    SampledCounter sampled(graph, starts, options);
    std::vector<MinedRule> found;
    sampled.count(group, 2e6, found);
    for (const auto& [text, rule] : by_text(found, kb)) {
      confidences[text] += rule.counts.confidence();
      drawn += rule.counts.is_exact() ? 0 : 1;
    }
  }
  EXPECT_GT(drawn, kSeeds * expected.size());
  for (const auto& [text, rule] : by_text(expected, kb)) {
    EXPECT_NEAR(confidences[text] / kSeeds, rule.counts.confidence(), 0.003) << text;
  }
}

TEST(SampledCounter, RareLastStepsAreCountedFromTheirOwnSide) {
  KnowledgeBase kb;
  constexpr std::size_t kStarts = 3000;
  for (std::size_t i = 0; i < 3 * kStarts; ++i) kb.entities.add(fmt::format("e{}", i));
  for (const char* name : {"common", "rare", "head"}) kb.relations.add(name);
  std::vector<Triple> facts;
  for (std::size_t i = 0; i < kStarts; ++i) {
    facts.push_back({EntityId(i), RelationId(0), EntityId(kStarts + i)});
  }
  for (std::size_t i = 0; i < 20; ++i) {
    facts.push_back({EntityId(kStarts + 100 * i), RelationId(1), EntityId(2 * kStarts + i)});
    facts.push_back({EntityId(100 * i), RelationId(2), EntityId(2 * kStarts + i)});
  }
  kb.set_facts(std::move(facts));
  const StepGraph& graph = kb.facts.graph();
  const LooplessStarts starts(graph);
  const MineOptions options = path_options(0);
  SampledCounter counter(graph, starts, options);
  std::vector<MinedRule> found;
  counter.count({{1, {forwards(RelationId(0))}}, {forwards(RelationId(1))}}, 600, found);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].counts.support, 20U);
  EXPECT_EQ(found[0].counts.body, 20U);
  EXPECT_TRUE(found[0].counts.is_exact());
}

TEST(SampledCounter, TheNumberOfThreadsDoesNotMatter) {
  const KnowledgeBase kb = hub_kb(5, 500, 3000);
  MineOptions options = path_options(2);
  options.max_body = 3;
  options.max_paths = 3000;
  options.exhaustive = 0;
  options.samples = 100;
  std::vector<std::string> texts;
  for (const std::size_t count : {1, 3}) {
    ThreadPool threads(count);
    std::string& text = texts.emplace_back();
    const Mining mining = mine_rules(kb, options, threads);
    EXPECT_GT(mining.partly, 0U);
    for (const MinedRule& rule : mining.rules) text += to_rule_line(rule, kb) + '\n';
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(SampledCounter, ATotalOfPathsIsKeptByAll) {
  EXPECT_EQ(fair_paths({10, 20, 30}, 60), std::numeric_limits<double>::infinity());
  EXPECT_EQ(fair_paths({1000, 10, 20}, 130), 100);
  EXPECT_EQ(fair_paths({1000, 10, 2000}, 110), 50);
  const KnowledgeBase kb = hub_kb(6, 300, 2000);
  MineOptions options = path_options(0);
  ThreadPool threads(2);
  EXPECT_EQ(mine_rules(kb, options, threads).partly, 0U);
  options.total_paths = 20'000;
  EXPECT_GT(mine_rules(kb, options, threads).partly, 0U);
}

}  // namespace
}  // namespace gntp
