// The rules that facts keep against a choice by brute force.
#include "mine/fact_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mine/brute_force.h"
#include "mine/mining.h"

namespace gntp::testing {
namespace {

std::vector<MinedRule> mined(const KnowledgeBase& kb, const MineOptions& options,
                             std::size_t threads = 1) {
  ThreadPool pool(threads);
  return mine_rules(kb, options, pool).rules;
}

std::set<std::string> texts_of(const std::vector<MinedRule>& rules, const KnowledgeBase& kb) {
  std::set<std::string> texts;
  for (const auto& [text, rule] : by_text(rules, kb)) texts.insert(text);
  return texts;
}

// For each fact the best `per_fact` of the rules that predict it.
std::set<std::string> chosen(const KnowledgeBase& kb, const MineOptions& options) {
  const BruteForce counts(kb);
  MineOptions all = options;
  all.per_fact = 0;
  std::vector<MinedRule> rules = mined(kb, all);
  std::erase_if(rules, [](const MinedRule& rule) { return rule.counts.support < 2; });
  std::ranges::sort(rules, [&](const MinedRule& a, const MinedRule& b) {
    return is_better_for_facts(a, b, options);
  });
  std::vector<MinedRule> kept;
  for (const Triple& fact : kb.facts) {
    if (fact.head == fact.tail) continue;
    std::size_t wanted = options.per_fact;
    for (const MinedRule& rule : rules) {
      if (wanted == 0) break;
      if (!counts.predicts(to_clause(rule, kb), fact)) continue;
      kept.push_back(rule);
      --wanted;
    }
  }
  std::set<std::string> texts;
  for (const MinedRule& rule : kept) texts.insert(by_text({rule}, kb).begin()->first);
  return texts;
}

TEST(FactRules, AreTheBestOfSomeFactAndNoOthers) {
  std::size_t kept = 0;
  std::size_t left_out = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const KnowledgeBase kb = random_kb(seed);
    MineOptions options = everything();
    options.max_body = 1 + seed % 3;
    options.constants = seed % 2 == 0 ? 1 : 2;
    const std::size_t all = mined(kb, options).size();
    for (const std::size_t per_fact : {1, 2, 5}) {
      options.per_fact = per_fact;
      const std::set<std::string> found = texts_of(mined(kb, options), kb);
      EXPECT_EQ(found, chosen(kb, options));
      kept += found.size();
      left_out += all - found.size();
    }
  }
  EXPECT_GT(kept, 500U);
  EXPECT_GT(left_out, 5000U);
}

TEST(FactRules, TheNumberOfThreadsDoesNotMatter) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const KnowledgeBase kb = random_kb(seed);
    MineOptions options = everything();
    options.per_fact = 2;
    const std::vector<MinedRule> one = mined(kb, options);
    const std::vector<MinedRule> three = mined(kb, options, 3);
    ASSERT_EQ(one.size(), three.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(to_rule_line(one[i], kb), to_rule_line(three[i], kb));
    }
  }
}

TEST(FactRules, OfManyFactsSomeOfEachRelationChoose) {
  std::size_t left_out = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const KnowledgeBase kb = random_kb(seed);
    MineOptions options = everything();
    options.per_fact = 1;
    const std::set<std::string> all = texts_of(mined(kb, options), kb);
    options.judging_facts = kb.relations.size();  // one of each
    const std::set<std::string> some = texts_of(mined(kb, options), kb);
    EXPECT_TRUE(std::ranges::includes(all, some));
    EXPECT_LE(some.size(), kb.relations.size());
    EXPECT_EQ(texts_of(mined(kb, options, 3), kb), some);
    left_out += all.size() - some.size();
    options.judging_facts = kb.relations.size() * kb.facts.size() - 1;
    if (options.judging_facts < kb.facts.size()) continue;
    EXPECT_EQ(texts_of(mined(kb, options), kb), all);
  }
  EXPECT_GT(left_out, 50U);
}

TEST(FactRules, BodilessRulesSayHowOftenAnAnswerIsRight) {
  std::size_t rules = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    const KnowledgeBase kb = random_kb(seed);
    MineOptions options = everything();
    options.per_fact = 1;
    options.min_support = 2;
    options.bodiless = true;
    for (const MinedRule& rule : mined(kb, options)) {
      if (kind_of(rule) != RuleKind::kBodiless) continue;
      ++rules;
      const auto is_right = [&](const Triple& fact) {
        const EntityId constant = is_forwards(rule.head) ? fact.tail : fact.head;
        return fact.relation == relation_of(rule.head) && constant == rule.head_constant &&
               fact.head != fact.tail;
      };
      EXPECT_EQ(rule.counts.support, std::ranges::count_if(kb.facts, is_right));
      EXPECT_GE(rule.counts.support, 2U);
      EXPECT_EQ(rule.counts.body, kb.entities.size() - 1);
    }
  }
  EXPECT_GT(rules, 20U);
}

}  // namespace
}  // namespace gntp::testing
