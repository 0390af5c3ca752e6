// All candidates in one pass against proving each of them, on random knowledge bases that reach
// every corner of the method.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "prover/answer_search.h"
#include "prover/oracle_case.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

using Setting = std::tuple<Unification, TNorm, std::size_t>;

struct Case {
  Case(std::uint64_t seed, const RandomKbOptions& sizes, const ProverOptions& options)
      : Case(make_random_case(seed, sizes), options) {}
  Case(RandomCase random, const ProverOptions& options)
      : made(std::move(random)), reasoner(made.kb, made.model, options) {
    reasoner.refresh(threads);
    index.emplace(reasoner, ProofsWanted::kBest, plan_for(options, {}), threads);
  }

  RandomCase made;
  ThreadPool threads{1};
  Reasoner reasoner;
  std::optional<AnswerIndex> index;
};

std::vector<AnswerQuery> all_queries(const KnowledgeBase& kb) {
  std::vector<AnswerQuery> queries;
  for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
    for (EntityId known{0}; known < kb.entities.size(); ++known) {
      queries.push_back({relation, AskedSide::kHead, known});
      queries.push_back({relation, AskedSide::kTail, known});
    }
  }
  return queries;
}

std::string describe(std::uint64_t seed, const AnswerQuery& query, EntityId entity) {
  const Goal goal = goal_of(query, entity);
  return "seed " + std::to_string(seed) + ", " + std::to_string(goal.predicate) + "(" +
         std::to_string(goal.head) + ", " + std::to_string(goal.tail) + ") asked for its " +
         (query.asked == AskedSide::kHead ? "head" : "tail");
}

struct Seen {
  std::size_t proved = 0;
  std::size_t unproved = 0;
};

// Every candidate's distance is the prover's, or, with a limit, is left out only if above it.
void expect_as_proved(Case& it, std::uint64_t seed, const AnswerQuery& query, float limit,
                      AnswerSearch& search, Seen& seen) {
  Prover prover(it.reasoner);
  const SparseMinimum& distances = search.distances(query, limit);
  const bool exact = it.index->plan() != Plan::kJoinSums;
  const float edge = std::min(limit, it.reasoner.radius());
  const float rounding = exact ? 0 : kSumRounding * edge;
  for (EntityId entity{0}; entity < it.made.kb.entities.size(); ++entity) {
    const Proof* proof = prover.prove(goal_of(query, entity));
    const float found = distances[entity];
    ++(proof == nullptr ? seen.unproved : seen.proved);
    const float expected =
        proof == nullptr || proof->distance > limit ? SparseMinimum::kNone : proof->distance;
    if (exact) {
      ASSERT_EQ(found, expected) << describe(seed, query, entity);
    } else if (std::isinf(expected)) {
      ASSERT_GT(found, edge - rounding) << describe(seed, query, entity);
    } else {
      ASSERT_NEAR(found, expected, rounding) << describe(seed, query, entity);
    }
  }
}

class AnswerDistances : public testing::TestWithParam<Setting> {
 protected:
  static std::size_t depth() { return std::get<2>(GetParam()); }
  static ProverOptions options(Random& random) {
    ProverOptions options;
    std::tie(options.unification, options.tnorm, options.depth) = GetParam();
    options.floor = random_floor(random);
    options.reflexive = random.below(2) == 0 ? Reflexive::kAny : Reflexive::kKnown;
    options.k_rules = random.below(3) == 0 ? 1 + random.below(2) : 0;
    return options;
  }
  static RandomKbOptions sizes() {
    RandomKbOptions sizes;
    sizes.depth = depth();
    if (depth() > 1) {
      sizes.max_proofs = 1e6;
      sizes.max_facts = 8;
      sizes.min_facts = 1;
    }
    return sizes;
  }
};

std::string name_of_setting(const testing::TestParamInfo<Setting>& setting) {
  const auto& [unification, tnorm, depth] = setting.param;
  return name_of(unification, tnorm) + "Depth" + std::to_string(depth);
}

INSTANTIATE_TEST_SUITE_P(All, AnswerDistances,
                         testing::Combine(testing::Values(Unification::kPerTerm,
                                                          Unification::kJoint),
                                          testing::Values(TNorm::kMin, TNorm::kProduct),
                                          testing::Values(0U, 1U, 2U, 3U)),
                         name_of_setting);

TEST_P(AnswerDistances, EqualsProvingEachCandidate) {
  Seen seen;
  constexpr std::uint64_t kSeeds = 400;
  for (std::uint64_t seed = 0; seed < kSeeds && !HasFailure(); ++seed) {
    Random random(seed, 7);
    Case it(seed, sizes(), options(random));
    AnswerSearch search(*it.index);
    for (const AnswerQuery& query : all_queries(it.made.kb)) {
      if (depth() > 1 && random.below(2) != 0) continue;
      expect_as_proved(it, seed, query, it.reasoner.radius(), search, seen);
    }
  }
  EXPECT_GT(seen.proved, 2000U);
  EXPECT_GT(seen.unproved, 1000U);
}

// Paths of three atoms are merged, too.
TEST(AnswerDistancesOfLongPaths, EqualsProvingEachCandidate) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
    Random random(seed, 8);
    RandomCase made = make_random_case(seed, {.min_facts = 8, .max_facts = 25});
    std::vector<ClauseText> clauses;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string body = random_long_path(random, {"q", "r", "s"});
      clauses.push_back(parse_rule("p(X, Y) :- " + body, "rules", i + 1));
      clauses.back().copies = 1 + random.below(3);
    }
    std::vector<std::string> warnings;
    made.kb.rules =
        resolve_rules({{"rules", clauses}}, made.kb.entities, made.kb.relations, warnings);
    made.model = make_random_model(made.kb, random);
    Case it(std::move(made), {.floor = random_floor(random)});
    AnswerSearch search(*it.index);
    for (const AnswerQuery& query : all_queries(it.made.kb)) {
      ASSERT_TRUE(MergedTree(it.reasoner, query.predicate, query.asked).other_rules().empty());
      expect_as_proved(it, seed, query, it.reasoner.radius(), search, seen);
    }
  }
  EXPECT_GT(seen.proved, 2000U);
  EXPECT_GT(seen.unproved, 1000U);
}

TEST_P(AnswerDistances, LeavesOutOnlyWhatIsAboveTheLimit) {
  Seen seen;
  constexpr std::uint64_t kSeeds = 100;
  for (std::uint64_t seed = 1000; seed < 1000 + kSeeds && !HasFailure(); ++seed) {
    Random random(seed, 7);
    Case it(seed, sizes(), options(random));
    AnswerSearch search(*it.index);
    Prover prover(it.reasoner);
    for (const AnswerQuery& query : all_queries(it.made.kb)) {
      if (depth() > 1 && random.below(4) != 0) continue;
      const EntityId answer(random.below(it.made.kb.entities.size()));
      const Proof* proof = prover.prove(goal_of(query, answer));
      const float limit = proof == nullptr ? SparseMinimum::kNone : proof->distance;
      EXPECT_GE(search.estimate(query, answer).value_or(limit), limit);
      expect_as_proved(it, seed, query, limit, search, seen);
    }
  }
}

}  // namespace
}  // namespace gntp
