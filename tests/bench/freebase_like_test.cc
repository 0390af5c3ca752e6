#include "support/freebase_like.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "bench/planted_counts.h"

namespace gntp::bench {
namespace {

using gntp::testing::PlantedCounts;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::Ge;
using ::testing::Le;

constexpr FreebaseLikeOptions kSmall{200'000, 27'000, 300, 1};

std::vector<MadeFact> facts_of(const FreebaseLike& kb) {
  std::vector<MadeFact> facts;
  for (std::size_t part = 0; part < kb.parts(); ++part) kb.append_facts(part, facts);
  return facts;
}

std::string text_of(const FreebaseLike& kb) {
  FactLines lines(kb);
  for (const MadeFact& fact : facts_of(kb)) lines.append(fact);
  return std::string(lines.text());
}

const FreebaseLike& small() {
  static const FreebaseLike kKb(kSmall);
  return kKb;
}

const std::vector<MadeFact>& small_facts() {
  static const std::vector<MadeFact> kFacts = facts_of(small());
  return kFacts;
}

PlantedCounts counts_of_small() {
  PlantedCounts counts;
  for (const MadeFact& fact : small_facts()) {
    counts.add(small().entity_name(fact.head), small().relation_name(fact.relation),
               small().entity_name(fact.tail));
  }
  return counts;
}

// The support of a conclusion is binomial; its body, too, where that has concluded facts in it.
TEST(FreebaseLike, PlantedRulesAreTrueAsOftenAsAnnounced) {
  const PlantedCounts counts = counts_of_small();
  double squares = 0;
  for (const PlantedRule& rule : small().planted()) {
    const PlantedCounts::Counts found = counts.count(rule.rule);
    const auto support = static_cast<double>(found.support);
    const auto body = static_cast<double>(found.body);
    SCOPED_TRACE(fmt::format("{} {}: support {} of {}, expected {:.1f} of {:.1f}", rule.kind,
                             rule.rule, found.support, found.body, rule.support(), rule.body));
    const double deviation = std::sqrt(rule.support() * (1 - rule.confidence));
    const double off = (support - rule.confidence * body) / deviation;
    squares += off * off;
    EXPECT_LT(std::abs(off), 5);
    if (rule.kind == "inverse" || rule.kind == "subrelation" || rule.kind == "composition") {
      EXPECT_DOUBLE_EQ(body, rule.body) << "so few sources are all counted";
    } else {
      EXPECT_NEAR(body, rule.body, 5 * std::sqrt(rule.body));
    }
  }
  // The deviations are what chance makes them, neither more nor less. (A symmetric fact counts with
  // its counterpart, and the noise in a body varies, too: so it is not quite 1.)
  const double mean_square = squares / static_cast<double>(small().planted().size());
  EXPECT_GT(mean_square, 0.7);
  EXPECT_LT(mean_square, 1.4);
}

TEST(FreebaseLike, PlantedRulesAreOfEveryKindAndConfidence) {
  std::map<std::string, std::vector<double>> confidences;
  for (const PlantedRule& rule : small().planted()) {
    confidences[std::string(rule.kind)].push_back(rule.confidence);
    EXPECT_GE(rule.support(), 50) << rule.rule;
  }
  for (const char* kind : {"inverse", "subrelation", "symmetric", "composition"}) {
    SCOPED_TRACE(kind);
    ASSERT_GE(confidences[kind].size(), 10U);
    EXPECT_THAT(confidences[kind], Each(AllOf(Ge(0.1), Le(0.95))));
    EXPECT_LT(std::ranges::min(confidences[kind]), 0.25);
    EXPECT_GT(std::ranges::max(confidences[kind]), 0.8);
  }
}

TEST(FreebaseLike, HasAsManyFactsAsAskedForAndNoneTwice) {
  for (const FreebaseLikeOptions& options :
       {FreebaseLikeOptions{20'000, 0, 0, 3}, FreebaseLikeOptions{50'000, 0, 200, 1}, kSmall,
        FreebaseLikeOptions{200'000, 10'000, 100, 7}, FreebaseLikeOptions{400'000, 0, 0, 2}}) {
    const FreebaseLike kb(options);
    std::vector<MadeFact> facts = facts_of(kb);
    SCOPED_TRACE(fmt::format("{} facts of {}", facts.size(), options.facts));
    const auto wanted = static_cast<double>(options.facts);
    EXPECT_NEAR(static_cast<double>(facts.size()), wanted, 0.01 * wanted);
    EXPECT_TRUE(std::ranges::none_of(facts, [](const MadeFact& f) { return f.head == f.tail; }));
    std::ranges::sort(facts);
    EXPECT_EQ(std::ranges::adjacent_find(facts), facts.end());
  }
}

TEST(FreebaseLike, EveryEntityAndRelationOccursAndEachHasOneKind) {
  std::set<std::uint32_t> entities;
  std::set<std::uint32_t> relations;
  std::vector<std::uint32_t> classified;
  for (const MadeFact& fact : small_facts()) {
    entities.insert({fact.head, fact.tail});
    relations.insert(fact.relation);
    if (fact.relation == kKindRelation) classified.push_back(fact.head);
  }
  EXPECT_EQ(entities.size(), kSmall.entities);
  EXPECT_EQ(*entities.rbegin(), kSmall.entities - 1);
  EXPECT_EQ(relations.size(), kSmall.relations);
  const std::set<std::uint32_t> distinct(classified.begin(), classified.end());
  EXPECT_EQ(distinct.size(), classified.size());
  EXPECT_GT(distinct.size(), kSmall.entities * 99 / 100) << "all but the kinds themselves";
}

TEST(FreebaseLike, NamesAreDistinctAndLookLikeFreebases) {
  std::set<std::string> names;
  std::size_t in_order = 0;
  std::string before;
  for (std::uint32_t entity = 0; entity < kSmall.entities; ++entity) {
    const std::string name = small().entity_name(entity);
    in_order += before < name ? 1 : 0;
    names.insert(name);
    before = name;
  }
  EXPECT_EQ(names.size(), kSmall.entities);
  EXPECT_THAT(small().entity_name(0), ::testing::MatchesRegex("/m/0[0-9a-z_]+"));
  EXPECT_THAT(before, ::testing::MatchesRegex("/[a-z]+/[a-z]+"));
  EXPECT_NEAR(static_cast<double>(in_order), kSmall.entities / 2.0, kSmall.entities * 0.05)
      << "the order of names says nothing";
  std::set<std::string> relations;
  for (std::uint32_t relation = 0; relation < kSmall.relations; ++relation) {
    relations.insert(small().relation_name(relation));
  }
  EXPECT_EQ(relations.size(), kSmall.relations);
  EXPECT_THAT(relations, Each(::testing::MatchesRegex("/[a-z]+/[a-z]+/[a-z_]+")));
}

TEST(FreebaseLike, RelationsAndDegreesFollowPowerLaws) {
  std::vector<std::size_t> sizes(kSmall.relations);
  std::vector<std::size_t> degrees(kSmall.entities);
  for (const MadeFact& fact : small_facts()) {
    ++sizes[fact.relation];
    ++degrees[fact.head];
    ++degrees[fact.tail];
  }
  std::ranges::sort(sizes, std::greater());
  // From the 3rd to the 100th, the size falls about as the rank rises.
  const double exponent = std::log(static_cast<double>(sizes[2]) / static_cast<double>(sizes[99])) /
                          std::log(100.0 / 3);
  EXPECT_GT(exponent, 0.8);
  EXPECT_LT(exponent, 1.5);
  std::ranges::sort(degrees, std::greater());
  const std::size_t hundredth = degrees.size() / 100;
  std::size_t top = 0;
  for (std::size_t i = 0; i < hundredth; ++i) top += degrees[i];
  EXPECT_GT(static_cast<double>(top), 0.15 * 2 * static_cast<double>(small_facts().size()));
  EXPECT_GT(degrees.front(), 600U) << "a hub";
  EXPECT_LE(degrees[degrees.size() / 2], 12U) << "most have a handful";
}

TEST(FreebaseLike, SameOptionsGiveTheSameBytes) {
  const FreebaseLikeOptions options{50'000, 0, 200, 5};
  const FreebaseLike one(options);
  const FreebaseLike other(options);
  EXPECT_EQ(text_of(one), text_of(other));
  EXPECT_EQ(planted_table(one.planted()), planted_table(other.planted()));
  const FreebaseLike another({50'000, 0, 200, 6});
  EXPECT_NE(text_of(one), text_of(another));
}

TEST(FreebaseLike, APartCanBeMadeAlone) {
  std::vector<std::vector<MadeFact>> in_order(small().parts());
  for (std::size_t part = 0; part < small().parts(); ++part) {
    small().append_facts(part, in_order[part]);
  }
  const FreebaseLike other(kSmall);
  for (std::size_t part = small().parts(); part-- > 0;) {
    std::vector<MadeFact> alone;
    other.append_facts(part, alone);
    EXPECT_EQ(alone, in_order[part]);
  }
}

// Were there a table of facts or entities, this would take gigabytes.
TEST(FreebaseLike, ALargeOneCostsNothingUntilItIsAskedFor) {
  const FreebaseLike kb({60'000'000, 3'000'000, 60, 1});
  EXPECT_NEAR(kb.expected_facts(), 6e7, 6e5);
  std::vector<MadeFact> facts;
  kb.append_facts(kb.parts() - 1, facts);
  EXPECT_LT(facts.size(), 200'000U);
}

TEST(FreebaseLike, LinesAndTableAreTabSeparated) {
  const MadeFact& fact = small_facts().front();
  FactLines lines(small());
  lines.append(fact);
  EXPECT_EQ(lines.text(), small().entity_name(fact.head) + "\t" +
                              small().relation_name(fact.relation) + "\t" +
                              small().entity_name(fact.tail) + "\n");
  const PlantedRule rule{"p(X, Y) :- q(Y, X)", "inverse", 0.25, 1000};
  EXPECT_EQ(planted_table({&rule, 1}),
            "rule\tkind\tconfidence\tsupport\tbody\n"
            "p(X, Y) :- q(Y, X)\tinverse\t0.2500\t250\t1000\n");
}

TEST(FreebaseLike, SizesThatDoNotGoTogetherAreRefused) {
  EXPECT_THROW(FreebaseLike({100, 0, 0, 1}), Error);
  EXPECT_THROW(FreebaseLike({100'000, 90'000, 200, 1}), Error);
  EXPECT_THROW(FreebaseLike({100'000, 600, 200, 1}), Error);
  EXPECT_THROW(FreebaseLike({100'000, 10'000, 5000, 1}), Error);
  EXPECT_THROW(FreebaseLike({100'000, 10'000, 10, 1}), Error);
}

}  // namespace
}  // namespace gntp::bench
