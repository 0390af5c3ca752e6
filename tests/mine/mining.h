// What the miner's tests share: everything that can be mined, by its text.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "mine/miner.h"
#include "support/random_kb.h"

namespace gntp::testing {

// Rules by their text, without the confidence.
inline std::map<std::string, MinedRule> by_text(const std::vector<MinedRule>& rules,
                                                const KnowledgeBase& kb) {
  std::map<std::string, MinedRule> map;
  for (const MinedRule& rule : rules) {
    ClauseText clause = to_clause(rule, kb);
    clause.confidence.reset();
    EXPECT_TRUE(map.emplace(to_text(clause), rule).second) << to_text(clause) << " twice";
  }
  return map;
}

inline MineOptions everything() {
  MineOptions options;
  options.max_body = 3;
  options.constants = 2;
  options.min_support = 1;
  options.min_confidence = 0;
  options.max_rules = 0;
  return options;
}

inline KnowledgeBase random_kb(std::uint64_t seed) {
  return make_random_case(seed, {.min_facts = 5, .max_facts = 30}).kb;
}

inline void expect_equal(const MinedCounts& mined, const MinedCounts& counted,
                         const std::string& text) {
  EXPECT_EQ(mined.support, counted.support) << text;
  EXPECT_EQ(mined.body, counted.body) << text;
  EXPECT_EQ(mined.known_body, counted.known_body) << text;
  EXPECT_EQ(mined.share, 1) << text;
}

}  // namespace gntp::testing
