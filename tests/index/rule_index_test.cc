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
std::vector<RuleMatch> scan(const RandomCase& made, PredicateId goal, std::size_t k,
                            TNorm tnorm = TNorm::kMin) {
  const RuleSet& rules = made.kb.rules;
  std::vector<RuleMatch> matches;
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    const PredicateId head = rules[rule].head.predicate;
    const float predicate =
        distance(made.model.predicates.row(goal), made.model.predicates.row(head));
    const float confidence = made.model.rule_distances(rule, 0);
    const float both =
        tnorm == TNorm::kMin ? std::max(predicate, confidence) : predicate + confidence;
    matches.push_back({both, predicate, rule});
  }
  std::ranges::sort(matches, {},
                    [](const RuleMatch& match) { return std::tuple(match.distance, match.rule); });
  if (k == 0) return matches;
  std::vector<RuleMatch> kept;
  std::map<std::optional<std::size_t>, std::size_t> count;
  for (const RuleMatch& match : matches) {
    if (count[rules.template_of(match.rule)]++ < k) kept.push_back(match);
  }
  return kept;
}

TEST(RuleIndex, OrdersRulesByTheirHeads) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const RandomCase made =
        make_random_case(seed, {.max_templates = 4, .max_copies = 6, .max_body = 1});
    for (const std::size_t k : {0U, 1U, 2U, 100U}) {
      const TNorm tnorm = seed % 3 == 0 ? TNorm::kProduct : TNorm::kMin;
      RuleIndex index(made.kb.rules, made.model, RuleIndex::Goals::kAllPredicates, k, tnorm);
      ThreadPool threads(1 + seed % 2);
      index.refresh(kFar, threads);
      for (PredicateId goal{0}; goal < made.model.predicates.rows(); ++goal) {
        const std::vector<RuleMatch> expected = scan(made, goal, k, tnorm);
        const auto matches = index.nearest(goal);
        ASSERT_EQ(matches.size(), expected.size());
        for (std::size_t i = 0; i < matches.size(); ++i) {
          EXPECT_EQ(matches[i].rule, expected[i].rule);
          EXPECT_EQ(matches[i].distance, expected[i].distance);
          EXPECT_EQ(matches[i].predicate, expected[i].predicate);
        }
      }
    }
  }
}

// Symbolic relations: a goal's rules are those about it, by their confidence, also after it moves.
TEST(RuleIndex, SymbolicRelationsHaveTheRulesAboutThem) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed, 3);
    const KnowledgeBase kb = with_confident_rules(make_random_case(seed, {}).kb, random);
    Model model = make_model(kb, {.relations = SymbolKind::kSymbolic}, seed);
    RuleIndex index(kb.rules, model, RuleIndex::Goals::kRelations, 0, TNorm::kMin);
    ThreadPool threads(1);
    const float radius = 1.5F;
    index.refresh(radius, threads);
    for (int step = 0; step < 4; ++step) {
      for (PredicateId goal{0}; goal < kb.relations.size(); ++goal) {
        std::vector<std::pair<float, RuleId>> expected;
        for (RuleId rule{0}; rule < kb.rules.size(); ++rule) {
          const float distance = model.rule_distances(rule, 0);
          if (kb.rules[rule].head.predicate == goal && distance <= radius) {
            expected.emplace_back(distance, rule);
          }
        }
        std::ranges::sort(expected);
        const auto matches = index.nearest(goal);
        ASSERT_EQ(matches.size(), expected.size());
        for (std::size_t i = 0; i < matches.size(); ++i) {
          EXPECT_EQ(std::pair(matches[i].distance, matches[i].rule), expected[i]);
          EXPECT_EQ(matches[i].predicate, 0);
        }
      }
      const std::array<std::uint32_t, 2> moved{random.below(kb.rules.size()),
                                               random.below(kb.rules.size())};
      for (const std::uint32_t rule : moved) {
        model.rule_distances(rule, 0) = static_cast<float>(3 * random.uniform());
      }
      index.update(radius, {{}, {}, moved}, threads);
    }
  }
}

TEST(RuleIndex, FollowsTheModelWhenRefreshed) {
  RandomCase made = make_random_case(3, {.max_templates = 3, .max_copies = 6});
  RuleIndex index(made.kb.rules, made.model, RuleIndex::Goals::kRelations, 0, TNorm::kMin);
  ThreadPool threads(1);
  index.refresh(kFar, threads);
  Random random(3, 1);
  made.model = make_random_model(made.kb, random);
  index.refresh(kFar, threads);
  for (PredicateId goal{0}; goal < made.model.relations; ++goal) {
    const std::vector<RuleMatch> expected = scan(made, goal, 0);
    ASSERT_EQ(index.nearest(goal).size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(index.nearest(goal)[i].rule, expected[i].rule);
    }
  }
}

TEST(RuleIndex, LeavesOutWhatIsBeyondTheRadius) {
  const RandomCase made = make_random_case(5, {.max_templates = 4, .max_copies = 6});
  RuleIndex index(made.kb.rules, made.model, RuleIndex::Goals::kRelations, 0, TNorm::kMin);
  ThreadPool threads(1);
  const std::vector<RuleMatch> all = scan(made, PredicateId(0), 0);
  ASSERT_GT(all.size(), 2U);
  const float radius = all[all.size() / 2].distance;
  index.refresh(radius, threads);
  const auto within = std::ranges::count_if(
      all, [radius](const RuleMatch& match) { return match.distance <= radius; });
  EXPECT_EQ(index.nearest(PredicateId(0)).size(), static_cast<std::size_t>(within));
}

TEST(RuleIndex, UpdatesAreAsGoodAsARefresh) {
  for (std::uint64_t seed = 0; seed < 100 && !HasFailure(); ++seed) {
    RandomCase made = make_random_case(seed, {.max_templates = 4, .max_copies = 6, .max_body = 1});
    const auto goals =
        seed % 2 == 0 ? RuleIndex::Goals::kRelations : RuleIndex::Goals::kAllPredicates;
    const float radius = seed % 3 == 0 ? kFar : 1.0F;
    RuleIndex index(made.kb.rules, made.model, goals, 0, TNorm::kMin);
    RuleIndex anew(made.kb.rules, made.model, goals, 0, TNorm::kMin);
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
      std::vector<std::uint32_t> moved_rules;
      for (std::uint32_t rule = 0; rule < made.kb.rules.size(); ++rule) {
        if (random.below(3) != 0) continue;
        moved_rules.push_back(rule);
        made.model.rule_distances(rule, 0) = static_cast<float>(2 * random.uniform());
      }
      index.update(radius, {{}, moved, moved_rules}, threads);
      anew.refresh(radius, threads);
      const std::size_t count = goals == RuleIndex::Goals::kRelations
                                    ? made.model.relations
                                    : made.model.predicates.rows();
      for (PredicateId goal{0}; goal < count; ++goal) {
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
  RuleIndex index(rules, model, RuleIndex::Goals::kRelations, 1, TNorm::kMin);
  ThreadPool threads(1);
  index.refresh(kFar, threads);
  EXPECT_TRUE(index.nearest(PredicateId(1)).empty());
}

}  // namespace
}  // namespace gntp
