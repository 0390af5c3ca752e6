#include "rank/known_triples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

using ::testing::ElementsAreArray;

// As one graph of all triples has them.
TEST(KnownTriples, AreThoseOfFactsAndSplits) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    LoadedDataset dataset;
    dataset.kb = make_random_case(seed, {}).kb;
    const KnowledgeBase& kb = dataset.kb;
    Random random(seed, 5);
    std::set<Triple> all(kb.facts.begin(), kb.facts.end());
    for (const char* name : {"valid", "test"}) {
      std::set<Triple> own;
      for (std::size_t i = 0; i < 6; ++i) {
        own.insert({EntityId(random.below(kb.entities.size())),
                    RelationId(random.below(kb.relations.size())),
                    EntityId(random.below(kb.entities.size()))});
      }
      all.insert(own.begin(), own.end());
      dataset.splits.push_back({name, std::vector<Triple>(own.begin(), own.end()), 0});
    }
    const std::vector<Triple> triples(all.begin(), all.end());
    const StepGraph graph(triples, kb.entities.size(), kb.relations.size());
    KnowledgeBase empty;
    empty.entities = kb.entities;
    empty.relations = kb.relations;
    empty.set_facts({});
    const KnownTriples known(dataset);
    const KnownTriples of_model(dataset, kb);
    const KnownTriples of_other(dataset, empty);
    const KnownTriples listed(TripleSet(triples.begin(), triples.end()));
    for (EntityId entity{0}; entity < kb.entities.size(); ++entity) {
      for (Step step = 0; step < graph.steps(); ++step) {
        const auto expected = ElementsAreArray(graph.targets(entity, step));
        EXPECT_THAT(known.targets(entity, step), expected);
        EXPECT_THAT(of_model.targets(entity, step), expected);
        EXPECT_THAT(of_other.targets(entity, step), expected);
        EXPECT_THAT(listed.targets(entity, step), expected);
      }
    }
    EXPECT_TRUE(KnownTriples().targets(EntityId(0), 0).empty());
  }
}

}  // namespace
}  // namespace gntp
