#include "kb/labels.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "kb/syntax.h"
#include "kb/typed_names.h"
#include "kb/types.h"
#include "kb/wording.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Vocabulary<EntityId> vocabulary(const std::vector<std::string>& names) {
  Vocabulary<EntityId> vocabulary;
  for (const std::string& name : names) vocabulary.add(name);
  return vocabulary;
}

TEST(Labels, AreFoundByIdAndByName) {
  LabelList list;
  EXPECT_EQ(list.add("q1", " Paris\t(city)\n"), std::nullopt);
  EXPECT_EQ(list.add("q1", "Paris (city)"), std::nullopt);
  EXPECT_EQ(list.add("q1", "Lutetia"), "Paris (city)");
  EXPECT_EQ(list.add("q2", " \n"), std::nullopt);
  EXPECT_EQ(list.add("q3", "Rome"), std::nullopt);
  EXPECT_EQ(list.add("q5", "Rome"), std::nullopt);
  EXPECT_EQ(list.add("nobody", "Rome"), std::nullopt);
  const Labels<EntityId> labels(list, vocabulary({"q5", "q4", "q1", "q2", "q3"}));
  EXPECT_EQ(labels.size(), 3U);
  EXPECT_EQ(labels[EntityId(2)], "Paris (city)");
  EXPECT_EQ(labels[EntityId(1)], "");
  EXPECT_EQ(labels[EntityId(3)], "");
  EXPECT_EQ(labels[EntityId(99)], "");
  EXPECT_THAT(labels.find("Rome"), ElementsAre(0U, 4U));
  EXPECT_THAT(labels.find("Rom"), IsEmpty());
  EXPECT_THAT(labels.find(""), IsEmpty());
  EXPECT_THAT(labels.distinct(), ElementsAre("Paris (city)", "Rome"));
  EXPECT_TRUE(Labels<EntityId>().empty());
  EXPECT_EQ(Labels<EntityId>()[EntityId(0)], "");
}

TEST(Labels, OfRelationsAreNoPatterns) {
  LabelList list;
  list.add("r", "[XXX] is in [YYY]");
  list.add("s", "lies in");
  Vocabulary<RelationId> relations;
  relations.add("r");
  relations.add("s");
  const Labels<RelationId> labels(list, relations);
  EXPECT_EQ(labels[RelationId(0)], "");
  EXPECT_EQ(labels[RelationId(1)], "lies in");
}

TEST(DisplayNames, SayEnough) {
  LabelList list;
  list.add("q1", "Paris");
  list.add("q2", "Paris");
  list.add("q3", "Rome");
  list.add("q4", "Oslo");
  list.add("q5", "q3");          // another one's id
  list.add("q6", "Paris (q2)");  // what another one would be called
  const Vocabulary<EntityId> names = vocabulary({"q1", "q2", "q3", "q4", "Oslo", "q5", "q6", "q7"});
  const Labels<EntityId> labels(list, names);
  const auto shown = [&](std::uint32_t id) { return display_name(EntityId(id), names, labels); };
  EXPECT_EQ(shown(0), "Paris (q1)");
  EXPECT_EQ(shown(1), "q2");
  EXPECT_EQ(shown(2), "Rome");
  EXPECT_EQ(shown(3), "Oslo (q4)");
  EXPECT_EQ(shown(4), "Oslo");
  EXPECT_EQ(shown(5), "q3 (q5)");
  EXPECT_EQ(shown(6), "Paris (q2)");
  EXPECT_EQ(shown(7), "q7");
  EXPECT_THAT(find_named("Paris", names, labels), ElementsAre(0U, 1U));
  EXPECT_THAT(find_named("Paris (q1)", names, labels), ElementsAre(0U));
  EXPECT_THAT(find_named("Rome (q1)", names, labels), IsEmpty());
  EXPECT_THAT(find_named("paris", names, labels), IsEmpty());
  EXPECT_EQ(suggest_name("Rmoe", names, labels), "did you mean 'Rome'?");
  EXPECT_EQ(list_meanings(find_named("Paris", names, labels), names, labels),
            "'Paris (q1)' or 'q2'");
}

// Random names of few letters, blanks and parentheses, so that all kinds of clashes happen.
std::string random_name(std::mt19937& random) {
  constexpr std::string_view kLetters = "ab ()'_?\"";
  std::string name(1, static_cast<char>('a' + random() % 2));
  for (std::size_t length = random() % 6; length > 0; --length) {
    name += kLetters[random() % kLetters.size()];
  }
  return name + static_cast<char>('a' + random() % 2);
}

TEST(DisplayNames, CanAlwaysBeTyped) {
  std::mt19937 random(5);
  std::size_t labels_shown = 0;
  std::size_t both_shown = 0;
  for (std::size_t round = 0; round < 300; ++round) {
    KnowledgeBase kb;
    LabelList list;
    kb.relations.add("r");
    for (std::size_t i = 0; i < 12; ++i) {
      const EntityId id = kb.entities.add(random_name(random));
      if (random() % 4 == 0) continue;
      const bool of_both = random() % 4 == 0 && id > 0;  // `LABEL (ID)` of another one
      const std::string& other = kb.entities.name(EntityId(random() % kb.entities.size()));
      list.add(kb.entities.name(id),
               of_both ? fmt::format("{} ({})", random_name(random), other) : random_name(random));
    }
    kb.entity_labels = Labels(list, kb.entities);
    Wording wording(kb);
    std::set<std::string> all;
    for (EntityId id{0}; id < kb.entities.size(); ++id) {
      const std::string shown = display_name(id, kb.entities, kb.entity_labels);
      EXPECT_THAT(find_named(shown, kb.entities, kb.entity_labels), ElementsAre(id)) << shown;
      all.insert(shown);
      labels_shown += shown == kb.entity_labels[id] ? 1 : 0;
      both_shown += shown != kb.entity_labels[id] && shown != kb.entities.name(id) ? 1 : 0;
      if (!wording.differs()) continue;
      const AtomText atom = parse_query(wording.fact({id, RelationId(0), id}));
      EXPECT_EQ(atom.arguments[0].name, shown);
      EXPECT_EQ(atom.arguments[1].name, shown);
    }
    EXPECT_EQ(all.size(), kb.entities.size());
  }
  EXPECT_GT(labels_shown, 500U);
  EXPECT_GT(both_shown, 50U);
}

TEST(Types, GroupWhatIsKnown) {
  TypeList list;
  list.add("b", "man");
  list.add("nobody", "ghost");
  list.add("a", "woman");
  list.add("b", "artist");
  list.add("a", "artist");
  list.add("a", "artist");
  const Types types(list, vocabulary({"a", "b", "c"}));
  EXPECT_THAT(types.names().names(), ElementsAre("artist", "man", "woman"));
  EXPECT_THAT(types.entities_of(TypeId(0)), ElementsAre(0U, 1U));
  EXPECT_THAT(types.entities_of(TypeId(1)), ElementsAre(1U));
  EXPECT_THAT(types.entities_of(TypeId(2)), ElementsAre(0U));
  EXPECT_EQ(types.typed_entities(), 2U);
  EXPECT_TRUE(Types().empty());
}

}  // namespace
}  // namespace gntp
