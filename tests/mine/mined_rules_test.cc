// Which of the mined rules are kept, and how they are written.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "kb/anyburl.h"
#include "mine/mining.h"

namespace gntp {
namespace {

using testing::by_text;
using testing::everything;
using testing::expect_equal;
using testing::random_kb;

// One in which a few entities have most of the facts.
KnowledgeBase hub_kb(std::uint64_t seed) {
  KnowledgeBase kb;
  Random random(seed);
  constexpr std::size_t kEntities = 60;
  for (std::size_t i = 0; i < kEntities; ++i) kb.entities.add(fmt::format("e{}", i));
  for (const char* name : {"p", "q", "r"}) kb.relations.add(name);
  std::set<Triple> facts;
  for (std::size_t i = 0; i < 300; ++i) {
    const EntityId hub(random.below(1 + random.below(10)));
    facts.insert({EntityId(random.below(kEntities)), RelationId(random.below(3)), hub});
  }
  kb.set_facts({facts.begin(), facts.end()});
  return kb;
}

TEST(MinedRules, ThresholdsLeaveOutJustWhatIsBelowThem) {
  ThreadPool threads(2);
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const KnowledgeBase kb = hub_kb(seed);
    MineOptions options = everything();
    options.max_body = 2;
    const auto all = by_text(mine_rules(kb, options, threads).rules, kb);
    for (const std::size_t constant_support : {0, 2, 5}) {
      for (const double confidence : {0.0, 0.05, 0.3, 0.7}) {
        options.min_support = 3;
        options.constant_support = constant_support;
        options.min_confidence = confidence;
        auto some = by_text(mine_rules(kb, options, threads).rules, kb);
        for (const auto& [text, rule] : all) {
          const bool is_path = kind_of(rule) == RuleKind::kPath;
          const std::size_t support = is_path || constant_support == 0 ? 3 : constant_support;
          const bool kept = rule.counts.support >= support && rule.confidence >= confidence;
          ASSERT_EQ(some.contains(text), kept) << text;
          if (kept) expect_equal(some.at(text).counts, rule.counts, text);
          some.erase(text);
        }
        EXPECT_TRUE(some.empty());
      }
    }
  }
}

TEST(MinedRules, SpecialRulesDoNotCrowdOutGeneralOnes) {
  ThreadPool threads(2);
  const KnowledgeBase kb = hub_kb(3);
  MineOptions options = everything();
  options.max_body = 3;
  const auto all = mine_rules(kb, options, threads).rules;
  options.max_rules = 10;
  const auto some = mine_rules(kb, options, threads).rules;
  ASSERT_EQ(some.size(), 10 * (kRuleKinds - 1));
  // The first ten of each kind, in the same order.
  std::map<RuleKind, std::size_t> kept;
  std::size_t next = 0;
  for (const MinedRule& rule : all) {
    if (++kept[kind_of(rule)] > 10) continue;
    ASSERT_LT(next, some.size());
    EXPECT_EQ(to_rule_line(some[next++], kb), to_rule_line(rule, kb));
  }
  EXPECT_EQ(next, some.size());
}

TEST(MinedRules, ConstantsNeedNoPathsAsLong) {
  ThreadPool threads(2);
  MineOptions options = everything();
  options.max_body = 1;
  const auto lengths = [&] {
    std::map<RuleKind, std::size_t> longest;
    for (const MinedRule& rule : mine_rules(hub_kb(3), options, threads).rules) {
      std::size_t& length = longest[kind_of(rule)];
      length = std::max<std::size_t>(length, rule.body.length);
    }
    return longest;
  };
  using Lengths = std::map<RuleKind, std::size_t>;
  EXPECT_EQ(
      lengths(),
      (Lengths{{RuleKind::kPath, 1}, {RuleKind::kConstantStep, 1}, {RuleKind::kConstantPath, 2}}));
  options.constants = 1;
  EXPECT_EQ(lengths(), (Lengths{{RuleKind::kPath, 1}, {RuleKind::kConstantStep, 1}}));
  options.constants = 0;
  EXPECT_EQ(lengths(), (Lengths{{RuleKind::kPath, 1}}));
}

TEST(MinedRules, ConfidencesHaveSixDigitsInEveryFormat) {
  KnowledgeBase kb;
  kb.relations.add("r");
  MinedRule rule;
  rule.body = {1, {1}};
  rule.counts = MinedCounts::of(28, 28);
  rule.counts.known_body = 28;
  for (const auto& [confidence, text] : std::map<double, std::string>{
           {28.0 / 33.0, "0.848485"}, {0.5, "0.5"}, {1.0 / 7000, "0.000142857"}, {1, "1"}}) {
    rule.confidence = confidence;
    EXPECT_EQ(to_rule_line(rule, kb).find(text + " :: r(X, Y) :- "), 0U) << to_rule_line(rule, kb);
    EXPECT_NE(to_anyburl_line(rule, kb).find("\t" + text + "\t"), std::string::npos);
  }
}

TEST(MinedRules, WhatIsWrittenIsReadAgainInEveryFormat) {
  ThreadPool threads(2);
  const KnowledgeBase kb = random_kb(4);
  const std::vector<MinedRule> rules = mine_rules(kb, everything(), threads).rules;
  ASSERT_GT(rules.size(), 500U);
  for (const MinedRule& rule : rules) {
    const std::string text = to_text(to_clause(rule, kb));
    EXPECT_EQ(to_text(parse_rule(to_rule_line(rule, kb), "rules", 1)), text);
    EXPECT_EQ(to_text(parse_anyburl(to_anyburl_line(rule, kb), "rules", 1)), text);
  }
}

}  // namespace
}  // namespace gntp
