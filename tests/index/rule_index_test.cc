#include "index/rule_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "model/kernel.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

// Every rule for this goal, nearest first; with k > 0 the first k of each template.
std::vector<RuleMatch> scan(const RandomCase& made, PredicateId goal, std::size_t k) {
  const RuleSet& rules = made.kb.rules;
  std::vector<RuleMatch> matches;
  for (Id rule = 0; rule < rules.rules.size(); ++rule) {
    const PredicateId head = rules.rules[rule].head.predicate;
    matches.push_back(
        {distance(made.model.predicates.row(goal), made.model.predicates.row(head)), rule});
  }
  std::ranges::sort(matches, {},
                    [](const RuleMatch& match) { return std::tuple(match.distance, match.rule); });
  if (k == 0) return matches;
  std::vector<RuleMatch> kept;
  std::map<Id, std::size_t> count;
  for (const RuleMatch& match : matches) {
    if (count[rules.rules[match.rule].template_id]++ < k) kept.push_back(match);
  }
  return kept;
}

TEST(RuleIndex, OrdersRulesByTheirHeads) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const RandomCase made =
        make_random_case(seed, {.max_templates = 4, .max_copies = 6, .max_body = 1});
    for (const std::size_t k : {0U, 1U, 2U, 100U}) {
      RuleIndex index(made.kb.rules, made.model, RuleIndex::Goals::kAllPredicates, k);
      ThreadPool threads(1 + seed % 2);
      index.refresh(threads);
      for (PredicateId goal = 0; goal < made.model.predicates.rows(); ++goal) {
        const std::vector<RuleMatch> expected = scan(made, goal, k);
        const auto matches = index.nearest(goal);
        ASSERT_EQ(matches.size(), expected.size());
        for (std::size_t i = 0; i < matches.size(); ++i) {
          EXPECT_EQ(matches[i].rule, expected[i].rule);
          EXPECT_EQ(matches[i].distance, expected[i].distance);
        }
      }
    }
  }
}

TEST(RuleIndex, FollowsTheModelWhenRefreshed) {
  RandomCase made = make_random_case(3, {.max_templates = 3, .max_copies = 6});
  RuleIndex index(made.kb.rules, made.model, RuleIndex::Goals::kRelations, 0);
  ThreadPool threads(1);
  index.refresh(threads);
  Random random(3, 1);
  made.model = make_random_model(made.kb, random);
  index.refresh(threads);
  for (PredicateId goal = 0; goal < made.model.relations; ++goal) {
    const std::vector<RuleMatch> expected = scan(made, goal, 0);
    ASSERT_EQ(index.nearest(goal).size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(index.nearest(goal)[i].rule, expected[i].rule);
    }
  }
}

TEST(RuleIndex, CanBeEmpty) {
  const RuleSet rules;
  Model model;
  model.relations = 2;
  model.predicates = Matrix(2, 3);
  RuleIndex index(rules, model, RuleIndex::Goals::kRelations, 1);
  ThreadPool threads(1);
  index.refresh(threads);
  EXPECT_TRUE(index.nearest(1).empty());
}

}  // namespace
}  // namespace gntp
