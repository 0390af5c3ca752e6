// The search for facts against a scan of all of them. Symbols are whole numbers on a line, so that
// distances are exact and ties are many.
#include "index/fact_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/parallel.h"
#include "base/random.h"
#include "support/ids.h"

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

bool nearer(const FactMatch& a, const FactMatch& b) {
  return std::tuple(a.distance, a.fact) < std::tuple(b.distance, b.fact);
}

struct World {
  std::vector<Triple> facts;
  Model model;
  float radius;
};

World make_world(std::size_t entities, std::size_t facts, std::uint32_t extent, float radius,
                 Random& random) {
  constexpr std::size_t kRelations = 5;
  constexpr std::size_t kSlots = 3;
  World world{{}, {}, radius};
  world.model.relations = kRelations;
  world.model.entities = Matrix(entities, 1);
  world.model.predicates = Matrix(kRelations + kSlots, 1);
  for (float& value : world.model.entities.values()) {
    value = static_cast<float>(random.below(extent));
  }
  for (float& value : world.model.predicates.values()) value = static_cast<float>(random.below(8));
  std::set<Triple> seen;
  while (seen.size() < facts) {
    const Triple fact = random_triple(entities, kRelations, random);
    if (seen.insert(fact).second) world.facts.push_back(fact);
  }
  return world;
}

FactPattern random_pattern(const World& world, Random& random) {
  const auto entity = [&] { return EntityId(random.below(world.model.entities.rows())); };
  FactPattern pattern{.predicate = PredicateId(random.below(world.model.predicates.rows())),
                      .head = {},
                      .tail = {}};
  const std::uint32_t shape = random.below(5);
  if (shape == 0 || shape == 1) pattern.head = entity();
  if (shape == 0 || shape == 2) pattern.tail = entity();
  pattern.same_variable = shape == 3;
  if (random.below(2) == 0) pattern.excluded = world.facts[random.below(world.facts.size())];
  return pattern;
}

// Every fact but the excluded one, nearest first.
std::vector<FactMatch> scan(const World& world, const FactPattern& pattern,
                            Unification unification) {
  const auto entity = [&](EntityId a, EntityId b) {
    return std::abs(world.model.entities(a, 0) - world.model.entities(b, 0));
  };
  std::vector<FactMatch> matches;
  for (const Triple& fact : world.facts) {
    if (fact == pattern.excluded) continue;
    std::vector<float> compared{std::abs(world.model.predicates(pattern.predicate, 0) -
                                         world.model.predicates(fact.relation, 0))};
    if (pattern.head) compared.push_back(entity(*pattern.head, fact.head));
    if (pattern.tail) compared.push_back(entity(*pattern.tail, fact.tail));
    if (pattern.same_variable) compared.push_back(entity(fact.head, fact.tail));
    double squares = 0;
    for (const float distance : compared) squares += double{distance} * distance;
    const float distance = unification == Unification::kPerTerm
                               ? std::ranges::max(compared)
                               : static_cast<float>(std::sqrt(squares));
    matches.push_back({distance, fact});
  }
  std::ranges::sort(matches, nearer);
  return matches;
}

std::vector<FactMatch> below(std::vector<FactMatch> matches, float bound) {
  std::erase_if(matches, [&](const FactMatch& match) { return !(match.distance < bound); });
  return matches;
}

void expect_same(const std::vector<FactMatch>& actual, std::vector<FactMatch> expected,
                 std::size_t k) {
  expected.resize(std::min(k, expected.size()));
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    EXPECT_EQ(actual[i].fact, expected[i].fact) << i;
    EXPECT_EQ(actual[i].distance, expected[i].distance) << i;
  }
}

void expect_search_equals_scan(const World& world, const FactSearch& search,
                               const FactPattern& pattern, Unification unification,
                               Random& random) {
  const std::vector<FactMatch> all = scan(world, pattern, unification);
  const float limit = std::nextafter(world.radius, kInfinity);
  const float bound = random.below(3) == 0
                          ? limit
                          : std::min(world.radius, 20.0F) * static_cast<float>(random.uniform());
  const std::vector<FactMatch> expected = below(all, bound);

  std::vector<FactMatch> found;
  search.within(pattern, bound, found);
  std::ranges::sort(found, nearer);
  expect_same(found, expected, expected.size());

  for (const std::size_t k : {std::size_t{1}, std::size_t{3}, world.facts.size() + 1}) {
    found.clear();
    search.nearest_k(pattern, k, bound, found);
    expect_same(found, expected, k);
    found.clear();
    search.nearest_k_euclidean(pattern, k, found);
    expect_same(found, scan(world, pattern, Unification::kJoint), k);
  }

  const auto enough = static_cast<float>(random.below(3));
  const std::optional<FactMatch> nearest = search.nearest(pattern, bound, enough);
  ASSERT_EQ(nearest.has_value(), !expected.empty());
  if (nearest) {
    EXPECT_EQ(nearest->distance, search.distance_to(pattern, nearest->fact));
    EXPECT_NE(nearest->fact, pattern.excluded);
    EXPECT_TRUE(nearest->distance == expected[0].distance || nearest->distance <= enough);
  }

  for (const FactMatch& match : all) {
    EXPECT_EQ(search.distance_to(pattern, match.fact), match.distance);
  }
  const auto touching = std::ranges::find_if(all, [&](const FactMatch& match) {
    const Triple& fact = match.fact;
    return fact.head == pattern.head || fact.tail == pattern.tail;
  });
  const std::optional<FactMatch> touched = search.nearest_touching(pattern);
  ASSERT_EQ(touched.has_value(), touching != all.end());
  if (touched) {
    EXPECT_EQ(touched->fact, touching->fact);
  }
}

class FactSearchScan : public testing::TestWithParam<Unification> {
 protected:
  static void expect_equal(const World& world, std::size_t patterns, Random& random) {
    const StepGraph facts(world.facts, world.model.entities.rows(), world.model.relations);
    SymbolDistances symbols(world.model);
    ThreadPool threads(1);
    symbols.refresh(world.radius, threads);
    const FactSearch search(facts, symbols, GetParam());
    for (std::size_t i = 0; i < patterns && !HasFailure(); ++i) {
      SCOPED_TRACE(i);
      expect_search_equals_scan(world, search, random_pattern(world, random), GetParam(), random);
    }
  }
};

std::string name_of(const testing::TestParamInfo<Unification>& unification) {
  return unification.param == Unification::kPerTerm ? "PerTerm" : "Joint";
}

INSTANTIATE_TEST_SUITE_P(Kind, FactSearchScan,
                         testing::Values(Unification::kPerTerm, Unification::kJoint), name_of);

TEST_P(FactSearchScan, DenseAndSoft) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    expect_equal(make_world(12, 80, 10, 12, random), 30, random);
  }
}

TEST_P(FactSearchScan, SmallRadius) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed, 1);
    expect_equal(make_world(40, 150, 30, 4, random), 30, random);
  }
}

TEST_P(FactSearchScan, NoRadiusAtAll) {
  Random random(0, 2);
  expect_equal(make_world(20, 100, 20, kInfinity, random), 30, random);
}

// Above kDenseLimit there is no table of entity distances.
TEST_P(FactSearchScan, ManyEntities) {
  Random random(0, 3);
  expect_equal(make_world(SymbolDistances::kDenseLimit + 1, 2000, 5000, 6, random), 30, random);
}

// Found from the head, from the tail or by relation, a fact is exactly as far: ties depend on it.
TEST_P(FactSearchScan, TheOrderOfComparingDoesNotShow) {
  Random random(0, 5);
  World world = make_world(30, 300, 10, 12, random);
  for (Matrix* rows : {&world.model.entities, &world.model.predicates}) {
    for (float& value : rows->values()) value += static_cast<float>(random.uniform());
  }
  const StepGraph facts(world.facts, 30, world.model.relations);
  SymbolDistances symbols(world.model);
  ThreadPool threads(1);
  symbols.refresh(world.radius, threads);
  const FactSearch search(facts, symbols, GetParam());
  for (int i = 0; i < 100; ++i) {
    const FactPattern pattern = random_pattern(world, random);
    std::vector<FactMatch> found;
    search.within(pattern, world.radius, found);
    for (const FactMatch& match : found) {
      EXPECT_EQ(match.distance, search.distance_to(pattern, match.fact));
      const float next = std::nextafter(match.distance, kInfinity);
      EXPECT_TRUE(search.nearest(pattern, next, match.distance));
    }
  }
}

TEST(FactSearch, AppendsToWhatIsThere) {
  Random random(0, 4);
  const World world = make_world(5, 10, 5, 20, random);
  const StepGraph facts(world.facts, 5, world.model.relations);
  SymbolDistances symbols(world.model);
  ThreadPool threads(1);
  symbols.refresh(world.radius, threads);
  const FactSearch search(facts, symbols, Unification::kPerTerm);
  const FactPattern pattern{.predicate = PredicateId(0), .head = EntityId(1), .tail = {}};
  std::vector<FactMatch> found{{-1, kNoFact}};
  search.within(pattern, 20, found);
  search.nearest_k(pattern, 2, 20, found);
  search.nearest_k_euclidean(pattern, 3, found);
  EXPECT_EQ(found.size(), 1U + 10U + 2U + 3U);
  EXPECT_EQ(found[0].fact, kNoFact);
}

}  // namespace
}  // namespace gntp
