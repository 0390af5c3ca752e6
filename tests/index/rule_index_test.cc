#include "index/rule_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "model/kernel.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

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
      index.refresh(kFar, threads);
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
  index.refresh(kFar, threads);
  Random random(3, 1);
  made.model = make_random_model(made.kb, random);
  index.refresh(kFar, threads);
  for (PredicateId goal = 0; goal < made.model.relations; ++goal) {
    const std::vector<RuleMatch> expected = scan(made, goal, 0);
    ASSERT_EQ(index.nearest(goal).size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(index.nearest(goal)[i].rule, expected[i].rule);
    }
  }
}

TEST(RuleIndex, LeavesOutWhatIsBeyondTheRadius) {
  const RandomCase made = make_random_case(5, {.max_templates = 4, .max_copies = 6});
  RuleIndex index(made.kb.rules, made.model, RuleIndex::Goals::kRelations, 0);
  ThreadPool threads(1);
  const std::vector<RuleMatch> all = scan(made, 0, 0);
  ASSERT_GT(all.size(), 2U);
  const float radius = all[all.size() / 2].distance;
  index.refresh(radius, threads);
  const auto within = std::ranges::count_if(
      all, [radius](const RuleMatch& match) { return match.distance <= radius; });
  EXPECT_EQ(index.nearest(0).size(), static_cast<std::size_t>(within));
}

TEST(RuleIndex, UpdatesAreAsGoodAsARefresh) {
  for (std::uint64_t seed = 0; seed < 100 && !HasFailure(); ++seed) {
    RandomCase made = make_random_case(seed, {.max_templates = 4, .max_copies = 6, .max_body = 1});
    const auto goals =
        seed % 2 == 0 ? RuleIndex::Goals::kRelations : RuleIndex::Goals::kAllPredicates;
    const float radius = seed % 3 == 0 ? kFar : 1.0F;
    RuleIndex index(made.kb.rules, made.model, goals, 0);
    RuleIndex anew(made.kb.rules, made.model, goals, 0);
    ThreadPool threads(1 + seed % 2);
    index.refresh(radius, threads);
    Random random(seed, 2);
    for (int step = 0; step < 5; ++step) {
      std::vector<std::uint32_t> moved;
      const std::size_t first = random.below(4) == 0 ? 0 : made.model.relations;
      for (std::size_t row = first; row < made.model.predicates.rows(); ++row) {
        if (random.below(3) != 0) continue;
        moved.push_back(static_cast<std::uint32_t>(row));
        for (float& value : made.model.predicates.row(row)) {
          value += static_cast<float>(random.uniform() - 0.5);
        }
      }
      index.update(radius, moved, threads);
      anew.refresh(radius, threads);
      const std::size_t count = goals == RuleIndex::Goals::kRelations
                                    ? made.model.relations
                                    : made.model.predicates.rows();
      for (PredicateId goal = 0; goal < count; ++goal) {
        const auto matches = index.nearest(goal);
        const auto expected = anew.nearest(goal);
        ASSERT_EQ(matches.size(), expected.size());
        for (std::size_t i = 0; i < matches.size(); ++i) {
          ASSERT_EQ(matches[i].rule, expected[i].rule);
          ASSERT_EQ(matches[i].distance, expected[i].distance);
        }
      }
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
  index.refresh(kFar, threads);
  EXPECT_TRUE(index.nearest(1).empty());
}

}  // namespace
}  // namespace gntp
