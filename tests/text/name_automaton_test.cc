#include "text/name_automaton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/name_forms.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Names as "entity=label"; entities are numbered as they come.
EntityNames names_of(const std::vector<std::pair<std::string, std::string>>& labels) {
  EntityNames names;
  for (const auto& [entity, label] : labels) {
    EntityName name = parse_name(label);
    name.entity = names.entities.add(entity);
    names.names.push_back(name);
  }
  return names;
}

// The names found, each as "text=entity,entity".
std::vector<std::string> found(const EntityNames& names, std::string_view text,
                               Ambiguity ambiguity = Ambiguity::kSkip) {
  const NameAutomaton automaton(names, ambiguity);
  Segmenter segmenter;
  std::vector<Token> tokens;
  std::vector<NameSpan> spans;
  segmenter.set_text(text);
  segmenter.find_tokens(tokens);
  automaton.find(text, tokens, spans);
  std::vector<std::string> results;
  for (const NameSpan& span : spans) {
    const std::uint32_t begin = tokens[span.first].begin;
    std::string result(text.substr(begin, tokens[span.last].end - begin));
    char separator = '=';
    for (const EntityId entity : automaton.entities(span.group)) {
      result += separator + names.entities.name(entity);
      separator = ',';
    }
    results.push_back(result);
  }
  return results;
}

TEST(NameAutomaton, TakesTheLeftmostThenTheLongest) {
  const EntityNames names = names_of(
      {{"a", "York"}, {"b", "New York"}, {"c", "New York City"}, {"d", "City Hall of Fame"}});
  EXPECT_THAT(found(names, "new york"), ElementsAre("new york=b"));
  EXPECT_THAT(found(names, "New York City Hall of Fame"), ElementsAre("New York City=c"));
  EXPECT_THAT(found(names, "New New York City Hall"), ElementsAre("New York City=c"));
  EXPECT_THAT(found(names, "York City Hall of Fame"), ElementsAre("York=a", "City Hall of Fame=d"));
  EXPECT_THAT(found(names, "New Yorker, NewYork, York_"), IsEmpty());
}

TEST(NameAutomaton, ToleratesEndings) {
  const EntityNames names =
      names_of({{"cat", "cat"}, {"city", "big city"}, {"news", "news"}, {"new", "new"}});
  EXPECT_THAT(found(names, "Cats, cat's, cats' CATS’ big cities"),
              ElementsAre("Cats=cat", "cat's=cat", "cats=cat", "CATS=cat", "big cities=city"));
  EXPECT_THAT(found(names, "news new"), ElementsAre("news=news", "new=new"));
  EXPECT_THAT(found(names, "catss cates bigs city"), IsEmpty());
}

TEST(NameAutomaton, FindsAcronymsInCapitalsOnly) {
  const EntityNames names = names_of({{"usa", "US"}, {"ngo", "NGO"}, {"it", "it"}, {"tech", "IT"}});
  EXPECT_THAT(found(names, "US us Us NGOs ngos NGO's"),
              ElementsAre("US=usa", "NGOs=ngo", "NGO's=ngo"));
  EXPECT_THAT(found(names, "IT it"), ElementsAre("IT=tech", "it=it"));
}

TEST(NameAutomaton, TreatsSharedNamesAsTold) {
  const EntityNames names =
      names_of({{"b", "bank.n.02"}, {"a", "bank.n.01"}, {"c", "bank.v.03"}, {"d", "river bank"}});
  EXPECT_THAT(found(names, "the banks of a river bank"), ElementsAre("banks", "river bank=d"));
  EXPECT_THAT(found(names, "bank", Ambiguity::kFirst), ElementsAre("bank=a"));
  EXPECT_THAT(found(names, "bank", Ambiguity::kAll), ElementsAre("bank=a,b,c"));
  EXPECT_EQ(NameAutomaton(names, Ambiguity::kSkip).counts().ambiguous, 1U);
  EXPECT_EQ(NameAutomaton(names, Ambiguity::kSkip).counts().nameless, 3U);
  EXPECT_EQ(NameAutomaton(names, Ambiguity::kFirst).counts().nameless, 2U);
}

TEST(NameAutomaton, ComparesFoldedAndNormalised) {
  const EntityNames names = names_of({{"k", "K\xC3\xB6ln"},
                                      {"s",
                                       "Stra\xC3\x9F"
                                       "e"},
                                      {"o", "O'Brien"}});
  EXPECT_THAT(found(names, "KO\xCC\x88LN"), ElementsAre("KO\xCC\x88LN=k"));
  EXPECT_THAT(found(names,
                    "STRASSE stra\xC3\x9F"
                    "e"),
              ElementsAre("STRASSE=s",
                          "stra\xC3\x9F"
                          "e=s"));
  EXPECT_THAT(found(names,
                    "O\xE2\x80\x99"
                    "Brien"),
              ElementsAre("O\xE2\x80\x99"
                          "Brien=o"));
}

TEST(NameAutomaton, LeavesOutNamesWithoutLetters) {
  const EntityNames names = names_of({{"a", "!?"}, {"b", "b"}});
  EXPECT_EQ(NameAutomaton(names, Ambiguity::kSkip).counts().unusable, 1U);
  EXPECT_THAT(found(names, "b!?"), ElementsAre("b=b"));
}

TEST(NameForms, Plurals) {
  EXPECT_THAT(plurals("cat"), ElementsAre("cats"));
  EXPECT_THAT(plurals("box"), ElementsAre("boxes"));
  EXPECT_THAT(plurals("church"), ElementsAre("churches"));
  EXPECT_THAT(plurals("city"), ElementsAre("cities", "citys"));
  EXPECT_THAT(plurals("day"), ElementsAre("days"));
  EXPECT_THAT(plurals("hero"), ElementsAre("heros", "heroes"));
  EXPECT_THAT(plurals("i"), IsEmpty());
  EXPECT_THAT(plurals("1990"), IsEmpty());
}

}  // namespace
}  // namespace gntp
