#include "mine/mined_rule_set.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "kb/rules.h"
#include "mine/miner.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

// As ids and as a file, read back: the same rules, forms and confidences.
TEST(MinedRuleSet, EqualsTheFileOfTheSameRules) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const KnowledgeBase kb =
        make_random_case(seed, {.min_facts = 20, .max_facts = 40, .max_templates = 1}).kb;
    MineOptions options;
    options.max_body = 4;
    options.constants = 2;
    options.min_support = 1;
    options.min_confidence = 0.01;
    options.max_rules = 0;
    ThreadPool threads(1);
    const Mining mining = mine_rules(kb, options, threads);
    RuleSet direct;
    append_rules(mining.rules, direct);
    RuleFile file{"mined.anyburl", {}};
    for (const MinedRule& rule : mining.rules) file.clauses.push_back(to_clause(rule, kb));
    std::vector<std::string> warnings;
    const RuleSet read = resolve_rules({file}, kb.entities, kb.relations, warnings);
    ASSERT_EQ(direct.size(), read.size());
    ASSERT_TRUE(std::ranges::equal(direct.forms(), read.forms()));
    for (RuleId rule{0}; rule < read.size(); ++rule) {
      ASSERT_EQ(direct.form_id(rule), read.form_id(rule));
      ASSERT_TRUE(std::ranges::equal(direct.symbols(rule), read.symbols(rule)));
      ASSERT_EQ(direct.confidence(rule), read.confidence(rule));
      ASSERT_EQ(direct.counts(rule), read.counts(rule));
      ++compared;
    }
  }
  EXPECT_GT(compared, 10'000U);
}

}  // namespace
}  // namespace gntp
