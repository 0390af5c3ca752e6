// Counts of paths through a hub that are too many to keep at once, against sets of pairs.
#include "mine/path_counter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "mine/mining.h"

namespace gntp {
namespace {

constexpr std::size_t kBetween = 40'000;
constexpr RelationId kTo{0};
constexpr RelationId kHead{1};
constexpr std::size_t kFirstOn = 2;
constexpr std::size_t kRelations = 6;

// r0(hub, X) for many X, from each of which r2 to r5 lead on, to few and to many. The hub has r1 to
// some of these ends; others have r1, too, so that it is counted from its heads.
KnowledgeBase kb_of_a_hub() {
  KnowledgeBase kb;
  const EntityId hub{0};
  for (std::size_t i = 0; i <= kBetween; ++i) kb.entities.add(fmt::format("e{}", i));
  for (std::size_t i = 0; i < kRelations; ++i) kb.relations.add(fmt::format("r{}", i));
  std::set<Triple> facts;
  for (std::size_t i = 1; i <= kBetween; ++i) {
    facts.insert({hub, kTo, EntityId(i)});
    for (std::size_t r = kFirstOn; r < kRelations; ++r) {
      const std::size_t ends = std::size_t{10} << (3 * (r - kFirstOn));
      facts.insert({EntityId(i), RelationId(r), EntityId(1 + i % ends)});
    }
    if (i % 3 == 0) facts.insert({hub, kHead, EntityId(i)});
    facts.insert({EntityId(i), kHead, hub});
  }
  kb.set_facts({facts.begin(), facts.end()});
  return kb;
}

TEST(PathCounter, CountsLastStepsOfAHubInTurns) {
  const KnowledgeBase kb = kb_of_a_hub();
  const StepGraph& graph = kb.facts.graph();
  const LooplessStarts starts(graph);
  const MineOptions options = testing::everything();
  BodyGroup group;
  group.prefix.length = 1;
  group.prefix.steps[0] = forwards(kTo);
  for (std::size_t r = kFirstOn; r < kRelations; ++r) {
    group.lasts.push_back(forwards(RelationId(r)));
  }
  PathCounter counter(graph, starts, options);
  for (int turn = 0; turn < 2; ++turn) {  // nothing is left of the first
    std::vector<MinedRule> rules;
    ASSERT_TRUE(counter.count(group, std::numeric_limits<double>::infinity(), rules));
    const auto mined = testing::by_text(rules, kb);
    for (std::size_t r = kFirstOn; r < kRelations; ++r) {
      std::set<EntityId> ends;
      for (const Triple& fact : kb.facts) {
        if (fact.relation == r && fact.head != fact.tail) ends.insert(fact.tail);
      }
      MinedCounts expected;
      expected.body = expected.known_body = ends.size();
      for (const EntityId end : ends) {
        if (kb.facts.contains({EntityId(0), kHead, end})) ++expected.support;
      }
      const std::string text = fmt::format("r1(X, Y) :- r0(X, A), r{}(A, Y)", r);
      ASSERT_TRUE(mined.contains(text)) << text;
      testing::expect_equal(mined.at(text).counts, expected, text);
    }
  }
}

}  // namespace
}  // namespace gntp
