// The facts of an entity, compared with a scan of all facts.
#include <gmock/gmock.h>
#include <gntp/browsing.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <tuple>

#include "support/errors.h"
#include "support/labelled_data.h"
#include "support/small_engine.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::engine_of;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

// A fact as it is compared.
std::string text_of(const Fact& fact) {
  return fact.relation + "|" + fact.head + "|" + fact.tail;
}

std::vector<std::string> texts_of(const std::vector<FactInWords>& facts) {
  std::vector<std::string> texts;
  for (const FactInWords& each : facts) texts.push_back(text_of(each.fact));
  return texts;
}

// What a scan of all facts says.
struct Scan {
  Scan(const std::vector<Fact>& facts, const std::string& entity) {
    std::set<std::string> seen;
    for (const Fact& fact : facts) {
      if (!seen.insert(text_of(fact)).second) continue;
      if (fact.head == entity) groups[{fact.relation, true}].insert(fact.tail);
      if (fact.tail == entity) groups[{fact.relation, false}].insert(fact.head);
      if (fact.head == entity || fact.tail == entity) ++all;
    }
    for (const auto& [key, others] : groups) order.push_back(key);
    std::ranges::sort(order, [&](const auto& a, const auto& b) {
      const auto key = [&](const auto& each) {
        return std::tuple(-static_cast<long>(groups[each].size()), each.first, !each.second);
      };
      return key(a) < key(b);
    });
  }

  // The facts that a selection asks for, of all pages.
  std::vector<std::string> select(const std::string& entity, const FactSelection& wanted) {
    std::vector<std::string> texts;
    for (const auto& [relation, forwards] : order) {
      if (wanted.relation && *wanted.relation != relation) continue;
      if (wanted.forwards && *wanted.forwards != forwards) continue;
      for (const std::string& other : groups[{relation, forwards}]) {
        const Fact fact = forwards ? Fact{entity, relation, other} : Fact{other, relation, entity};
        const bool repeated = !wanted.forwards && !forwards && other == entity;
        if (!repeated) texts.push_back(text_of(fact));
      }
    }
    return texts;
  }

  std::map<std::pair<std::string, bool>, std::set<std::string>> groups;
  std::vector<std::pair<std::string, bool>> order;
  std::size_t all = 0;
};

TEST(EntityFacts, AreThoseOfAScan) {
  std::minstd_rand random(1);
  std::size_t loops = 0;
  for (int round = 0; round < 20; ++round) {
    const std::vector<Fact> facts = testing::random_facts(60, 9, 4, random);
    const Engine engine = engine_of({.train = facts});
    for (const std::string& entity : engine.entities()) {
      Scan scan(facts, entity);
      const EntityProfile profile = entity_profile(engine, entity);
      EXPECT_EQ(profile.names.name, entity);
      EXPECT_EQ(profile.facts, scan.all);
      EXPECT_EQ(entity_in_brief(engine, entity).facts, scan.all);
      std::vector<std::pair<std::string, bool>> order;
      std::size_t sum = 0;
      for (const EntityProfile::Group& group : profile.groups) {
        order.emplace_back(group.relation.name, group.forwards);
        EXPECT_EQ(group.facts, scan.groups[order.back()].size());
        sum += group.facts;
      }
      EXPECT_EQ(order, scan.order);
      loops += sum - profile.facts;

      for (const std::optional<bool> forwards : {std::optional<bool>(), {true}, {false}}) {
        for (const char* relation : {"", "r0", "r3"}) {
          FactSelection wanted;
          if (*relation != '\0' && !engine.relations().empty()) wanted.relation = relation;
          wanted.forwards = forwards;
          const std::vector<std::string> expected = scan.select(entity, wanted);
          for (const std::size_t count : {1U, 3U, 1000U}) {
            std::vector<std::string> listed;
            wanted.count = count;
            for (wanted.offset = 0; wanted.offset <= expected.size(); wanted.offset += count) {
              const FactPage page = facts_of(engine, entity, wanted);
              EXPECT_EQ(page.total, expected.size());
              EXPECT_LE(page.facts.size(), count);
              for (const std::string& text : texts_of(page.facts)) listed.push_back(text);
            }
            EXPECT_EQ(listed, expected);
          }
        }
      }
    }
  }
  EXPECT_GT(loops, 20U);
}

TEST(EntityFacts, APageMayBeBeyondTheEndAndOfAnySize) {
  const Engine engine = engine_of({.train = {{"a", "r", "b"}, {"a", "r", "c"}}});
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(facts_of(engine, "a", {.offset = 1, .count = kMost}).facts.size(), 1U);
  const FactPage none = facts_of(engine, "a", {.offset = kMost, .count = kMost});
  EXPECT_EQ(none.total, 2U);
  EXPECT_TRUE(none.facts.empty());
  EXPECT_TRUE(facts_of(engine, "a", {.count = 0}).facts.empty());
}

TEST(EntityFacts, OfAHubComePageByPage) {
  std::vector<Fact> facts;
  constexpr std::size_t kMany = 20000;
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::string number = std::to_string(100000 + i);
    facts.push_back({"e" + number, i % 10 == 0 ? "rare" : "often", "hub"});
  }
  facts.push_back({"hub", "often", "hub"});
  const Engine engine = engine_of({.train = facts});
  const EntityProfile profile = entity_profile(engine, "hub");
  EXPECT_EQ(profile.facts, kMany + 1);
  ASSERT_EQ(profile.groups.size(), 3U);
  EXPECT_EQ(profile.groups[0].facts, kMany - kMany / 10 + 1);
  const FactPage page = facts_of(engine, "hub", {.offset = kMany - 1, .count = 5});
  EXPECT_EQ(page.total, kMany + 1);
  EXPECT_THAT(texts_of(page.facts), ElementsAre("rare|e119990|hub", "often|hub|hub"));
  EXPECT_EQ(neighbourhood(engine, "hub", 7).size(), 7U);
}

TEST(EntityFacts, ANeighbourhoodHasSomeOfEveryGroup) {
  std::minstd_rand random(2);
  for (int round = 0; round < 20; ++round) {
    const std::vector<Fact> facts = testing::random_facts(80, 8, 4, random);
    const Engine engine = engine_of({.train = facts});
    for (const std::string& entity : engine.entities()) {
      Scan scan(facts, entity);
      for (const std::size_t count : {0U, 3U, 9U, 1000U}) {
        const std::vector<Fact> shown = neighbourhood(engine, entity, count);
        EXPECT_EQ(shown.size(), std::min<std::size_t>(count, scan.all));
        const std::vector<std::string> all = scan.select(entity, {});
        std::map<std::string, std::size_t> by_group;
        std::set<std::string> distinct;
        for (const Fact& fact : shown) {
          EXPECT_THAT(all, ::testing::Contains(text_of(fact)));
          distinct.insert(text_of(fact));
          ++by_group[fact.relation + (fact.head == entity ? ">" : "<")];
        }
        EXPECT_EQ(distinct.size(), shown.size());
        // No group has two more than another one that is not shown whole.
        for (const auto& [relation, forwards] : scan.order) {
          std::size_t size = scan.groups[{relation, forwards}].size();
          if (!forwards && scan.groups[{relation, false}].contains(entity)) --size;
          const std::size_t listed = by_group[relation + (forwards ? ">" : "<")];
          if (listed == size) continue;
          for (const auto& [name, others] : by_group) EXPECT_LE(others, listed + 1) << name;
        }
      }
    }
  }
}

TEST(EntityFacts, AreToldInWords) {
  const TempFolder folder;
  testing::write_labelled_data(folder);
  const Engine engine = Engine::train(Dataset::load(folder.path() / "data"),
                                      testing::crisp_settings(), {.seed = 0, .threads = 1});
  const EntityProfile rome = entity_profile(engine, "Rome");
  EXPECT_EQ(rome.names.name, "Q1");
  EXPECT_EQ(rome.names.display_name, "Rome");
  EXPECT_EQ(rome.label, "Rome");
  EXPECT_THAT(rome.types, ElementsAre("T1"));
  ASSERT_EQ(rome.groups.size(), 1U);
  EXPECT_EQ(rome.groups[0].relation.name, "P1");
  EXPECT_EQ(rome.groups[0].relation.display_name, "capital of");
  EXPECT_EQ(rome.groups[0].relation.typed, "capital of");

  const EntityProfile paris = entity_profile(engine, "Paris (Q3)");
  EXPECT_EQ(paris.names.display_name, "Paris (Q3)");
  EXPECT_EQ(paris.names.typed, "'Paris (Q3)'");
  EXPECT_EQ(entity_profile(engine, "Q8").label, "");

  const FactPage page = facts_of(engine, "Italy", {.relation = "located in", .forwards = false});
  ASSERT_EQ(page.facts.size(), 2U);
  EXPECT_EQ(page.facts[0].text, "P2('Q10', 'Q2')");
  EXPECT_EQ(page.facts[0].in_words, "located in('Q4 (Q10)', Italy)");
  for (const FactInWords& each : page.facts) {
    EXPECT_EQ(engine.parse(each.text), each.fact);
    EXPECT_EQ(engine.parse(each.in_words), each.fact);
  }
  const FactInWords told = fact_in_words(engine, {"Rome", "located in", "Paris (Q3)"});
  EXPECT_EQ(told.text, "P2('Q1', 'Q3')");
  EXPECT_EQ(told.in_words, "located in(Rome, 'Paris (Q3)')");
  EXPECT_EQ(relation_in_words(engine, "P3").display_name, "speaks");
  EXPECT_EQ(entity_in_words(engine, "Q10").typed, "'Q4 (Q10)'");
}

TEST(EntityFacts, NamesThatNobodyHasAreErrors) {
  const TempFolder folder;
  testing::write_labelled_data(folder);
  const Engine engine = Engine::train(Dataset::load(folder.path() / "data"),
                                      testing::crisp_settings(), {.seed = 0, .threads = 1});
  EXPECT_EQ(error_of([&] { entity_profile(engine, "Itally"); }),
            "unknown entity 'Itally'; did you mean 'Italy'?");
  EXPECT_THAT(error_of([&] { facts_of(engine, "Paris"); }), HasSubstr("the label of 2 entities"));
  EXPECT_THAT(error_of([&] { facts_of(engine, "Rome", {.relation = "capitol of"}); }),
              HasSubstr("did you mean 'capital of'?"));
  EXPECT_THAT(error_of([&] { neighbourhood(engine, ""); }), HasSubstr("unknown entity ''"));
  EXPECT_THAT(error_of([&] { entity_in_brief(engine, "nowhere"); }), HasSubstr("unknown entity"));
  EXPECT_THAT(error_of([&] { entity_in_words(engine, "x"); }), HasSubstr("unknown entity"));
  EXPECT_THAT(error_of([&] { relation_in_words(engine, "x"); }), HasSubstr("unknown relation"));
  EXPECT_THAT(error_of([&] {
                fact_in_words(engine, {"Rome", "P2", "x"});
              }),
              HasSubstr("unknown entity 'x'"));
}

TEST(EntityFacts, NamesMayHoldAnything) {
  const std::vector<std::string> names{
      "a b", "x, y",        "(",  "'",  "\"",       "it's \"so\"",  "_",    "X",  "50%", "?",
      "<",   "back\\slash", ":-", "a.", "Zo\u00EB", "\u6771\u4EAC", "a\tb", "'q'"};
  std::vector<Fact> facts;
  for (const std::string& name : names) facts.push_back({name, "r " + name, "hub"});
  const Engine engine = engine_of({.train = facts});
  for (const std::string& name : names) {
    const NameInWords told = entity_in_words(engine, name);
    EXPECT_EQ(told.name, name);
    const FactPage page = facts_of(engine, name);
    ASSERT_EQ(page.facts.size(), 1U);
    EXPECT_EQ(engine.parse(page.facts[0].text), page.facts[0].fact) << page.facts[0].text;
    EXPECT_EQ(page.facts[0].in_words, page.facts[0].text);
    const NameInWords relation = relation_in_words(engine, "r " + name);
    const Question asked = engine.parse_question(relation.typed + "(" + told.typed + ", ?)");
    EXPECT_EQ(asked.head, name);
    EXPECT_EQ(asked.relation, "r " + name);
  }
  EXPECT_EQ(entity_profile(engine, "hub").groups.size(), names.size());
}

TEST(EntityFacts, HavePatternsOfText) {
  const TempFolder folder;
  folder.write("data/train.tsv", "paris\tlocatedIn\tfrance\nrome\tlocatedIn\titaly\n");
  folder.write("data/mentions.tsv",
               "paris\t[XXX]:is:in:[YYY]\tfrance\t3\nrome\t[XXX]:is:in:[YYY]\titaly\t2\n"
               "rome\t[XXX]:lies:in:[YYY]\titaly\t2\n");
  folder.write("data/rules.pl", "s(X, Y) :- t(X, Y) <2>\n");
  Settings settings;
  settings.assign("learn.epochs=0");
  settings.assign("model.dim=4");
  const Engine engine =
      Engine::train(Dataset::load(folder.path() / "data"), settings, {.seed = 0, .threads = 1});
  const EntityProfile rome = entity_profile(engine, "rome");
  EXPECT_EQ(rome.facts, 3U);
  ASSERT_EQ(rome.groups.size(), 3U);
  EXPECT_EQ(rome.groups[0].relation.name, "[XXX] is in [YYY]");
  EXPECT_EQ(rome.groups[0].relation.typed, "\"[XXX] is in [YYY]\"");
  EXPECT_EQ(facts_of(engine, "rome", {.relation = "[XXX]:lies:in:[YYY]"}).total, 1U);
  // A pattern that no mention has can be asked about, and so be told.
  const FactInWords told = fact_in_words(engine, {"rome", "[XXX]:is:[YYY]", "italy"});
  EXPECT_EQ(told.fact.relation, "[XXX] is [YYY]");
  EXPECT_EQ(told.in_words, told.text);
  EXPECT_EQ(counts_of(engine).facts, 5U);
  EXPECT_EQ(counts_of(engine).relations, 1U);
  EXPECT_EQ(relation_counts(engine).size(), 1U);
}

TEST(EntityFacts, AreOfAnEngineWithOtherFactsAtOnce) {
  const Engine engine = engine_of({.train = {{"a", "r", "b"}, {"b", "r", "c"}}});
  const Engine changed = engine.with({.added = {{"new", "r", "a"}, {"a", "r", "aa"}}});
  EXPECT_THAT(texts_of(facts_of(changed, "a").facts), ElementsAre("r|a|b", "r|a|aa", "r|new|a"));
  EXPECT_EQ(entity_profile(engine, "a").facts, 1U);
}

TEST(EntityFacts, FromManyThreadsAreTheSame) {
  std::minstd_rand random(3);
  const std::vector<Fact> facts = testing::random_facts(300, 30, 5, random);
  const Engine engine = engine_of({.train = facts});
  std::vector<std::vector<std::string>> listed(4);
  {
    std::vector<std::jthread> threads;
    for (auto& list : listed) {
      threads.emplace_back([&] {
        for (const std::string& entity : engine.entities()) {
          for (const auto& text : texts_of(facts_of(engine, entity).facts)) list.push_back(text);
        }
      });
    }
  }
  for (const auto& list : listed) EXPECT_EQ(list, listed[0]);
  EXPECT_GT(listed[0].size(), 300U);
}

TEST(Overview, CountsAndRecordsWhatTheEngineHas) {
  std::minstd_rand random(4);
  const std::vector<Fact> facts = testing::random_facts(100, 12, 5, random);
  std::map<std::string,
           std::tuple<std::set<std::string>, std::set<std::string>, std::set<std::string>>>
      scanned;
  std::set<std::string> distinct;
  for (const Fact& fact : facts) {
    auto& [all, heads, tails] = scanned[fact.relation];
    all.insert(text_of(fact));
    heads.insert(fact.head);
    tails.insert(fact.tail);
    distinct.insert(text_of(fact));
  }
  const Engine engine = engine_of({.train = facts});
  const EngineCounts counts = counts_of(engine);
  EXPECT_EQ(counts.facts, distinct.size());
  EXPECT_EQ(counts.entities, engine.entities().size());
  EXPECT_EQ(counts.relations, engine.relations().size());
  EXPECT_EQ(counts.rules, 0U);
  EXPECT_FALSE(counts.vectors);
  EXPECT_FALSE(counts.probabilities);
  EXPECT_FALSE(counts.labels);
  std::size_t before = std::numeric_limits<std::size_t>::max();
  const std::vector<RelationCounts> relations = relation_counts(engine);
  EXPECT_EQ(relations.size(), scanned.size());
  for (const RelationCounts& each : relations) {
    const auto& [all, heads, tails] = scanned[each.relation.name];
    EXPECT_EQ(each.facts, all.size());
    EXPECT_EQ(each.heads, heads.size());
    EXPECT_EQ(each.tails, tails.size());
    EXPECT_LE(each.facts, before);
    before = each.facts;
  }
  const RunRecord record = record_of(engine);
  EXPECT_EQ(record.seed, 0U);
  EXPECT_THAT(record.metrics_json, HasSubstr("kept_epoch"));
  EXPECT_FALSE(record.version.empty());
  EXPECT_THAT(record.settings, ::testing::Contains(::testing::Pair("learn.epochs", "0")));
  EXPECT_THAT(record.settings,
              ::testing::Contains(::testing::Pair("model.entities", "\"symbolic\"")));
  for (const auto& [name, value] : record.settings) EXPECT_EQ(engine.settings().get(name), value);
}

}  // namespace
}  // namespace gntp
