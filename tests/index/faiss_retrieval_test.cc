// FAISS against our own exact search for the same facts.
#include "index/faiss_retrieval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/parallel.h"
#include "base/random.h"
#include "support/ids.h"

namespace gntp {
namespace {

struct World {
  KnowledgeBase kb;
  Model model;

  explicit World(std::size_t facts) {
    for (int i = 0; i < 300; ++i) kb.entities.add("e" + std::to_string(i));
    for (int i = 0; i < 8; ++i) kb.relations.add("r" + std::to_string(i));
    Random random(4);
    std::set<Triple> drawn;
    while (drawn.size() < facts) drawn.insert(random_triple(300, 8, random));
    kb.set_facts({drawn.begin(), drawn.end()});
    model = make_model(kb, {.dim = 16}, 1);
  }
};

FactPattern random_pattern(const World& world, Random& random) {
  FactPattern pattern{.predicate = PredicateId(random.below(8)), .head = {}, .tail = {}};
  const std::uint32_t known = random.below(4);
  if ((known & 1U) != 0) pattern.head = EntityId(random.below(300));
  if ((known & 2U) != 0) pattern.tail = EntityId(random.below(300));
  if (random.below(2) == 0) pattern.excluded = world.kb.facts[random.below(world.kb.facts.size())];
  return pattern;
}

// Of `wanted` the share that `found` has, by distance: which of equally far facts is free.
double recall(const std::vector<FactMatch>& found, const std::vector<FactMatch>& wanted) {
  const float farthest = wanted.back().distance + 1e-4F;
  const auto near = std::ranges::count_if(
      found, [&](const FactMatch& match) { return match.distance <= farthest; });
  return static_cast<double>(near) / static_cast<double>(wanted.size());
}

double mean_recall(IndexKind kind, std::size_t facts, std::size_t k) {
  const World world(facts);
  const StepGraph& index = world.kb.facts.graph();
  ThreadPool threads(1);
  SymbolDistances symbols(world.model);
  symbols.refresh(100, threads);
  const FactSearch exact(index, symbols, Unification::kJoint);
  FaissRetrieval faiss(kind, world.kb.facts, world.model);
  faiss.refresh();
  Random random(7);
  double sum = 0;
  constexpr int kPatterns = 200;
  for (int i = 0; i < kPatterns; ++i) {
    const FactPattern pattern = random_pattern(world, random);
    std::vector<FactMatch> wanted;
    exact.nearest_k_euclidean(pattern, k, wanted);
    std::vector<FactMatch> found;
    faiss.nearest(pattern, k, found);
    std::set<Triple> distinct;
    for (FactMatch& match : found) {
      EXPECT_NE(match.fact, pattern.excluded);
      EXPECT_TRUE(distinct.insert(match.fact).second);
      match.distance = exact.distance_to(pattern, match.fact);
    }
    EXPECT_LE(found.size(), k);
    sum += recall(found, wanted);
  }
  return sum / kPatterns;
}

TEST(FaissRetrieval, FlatFindsTheNearest) {
  EXPECT_EQ(mean_recall(IndexKind::kFaissFlat, 500, 1), 1);
  EXPECT_EQ(mean_recall(IndexKind::kFaissFlat, 2000, 10), 1);
}

TEST(FaissRetrieval, ApproximateKindsFindMostOfThem) {
  EXPECT_GT(mean_recall(IndexKind::kFaissInverted, 2000, 10), 0.5);
  EXPECT_GT(mean_recall(IndexKind::kFaissGraph, 2000, 10), 0.5);
}

TEST(FaissRetrieval, AsksForNoMoreThanThereIs) {
  EXPECT_EQ(mean_recall(IndexKind::kFaissGraph, 3, 10), 1);
}

}  // namespace
}  // namespace gntp
