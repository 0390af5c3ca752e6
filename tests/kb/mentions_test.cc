#include "kb/mentions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kb/dataset.h"
#include "kb/pattern.h"
#include "kb/syntax.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

TEST(Pattern, HasOneNameHoweverItIsWritten) {
  for (const char* text :
       {"[XXX]:is:located:in:[YYY]", "[XXX] is located in [YYY]", "[xxx]  Is LOCATED in [Yyy] ",
        "\uFEFF[XXX] \uFEFF \uFEFFis located in [YYY]"}) {
    EXPECT_EQ(pattern_name(text), "[XXX] is located in [YYY]");
    EXPECT_TRUE(is_pattern(text));
  }
  EXPECT_THAT(pattern_tokens("[YYY] , a part of [XXX]"),
              ElementsAre("[YYY]", ",", "a", "part", "of", "[XXX]"));
  EXPECT_EQ(quoted_predicate("[XXX] is \"in\" [YYY]"), "\"[XXX] is \\\"in\\\" [YYY]\"");
  EXPECT_EQ(quoted_predicate("born in"), "'born in'");
}

TEST(Pattern, HasBothEntitiesOnce) {
  EXPECT_THAT(error_of([] { pattern_name(" : "); }), HasSubstr("the pattern is empty"));
  EXPECT_THAT(error_of([] { pattern_name("borders:[YYY]"); }), HasSubstr("has no [XXX]"));
  EXPECT_THAT(error_of([] { pattern_name("[XXX]:borders"); }), HasSubstr("has no [YYY]"));
  EXPECT_THAT(error_of([] { pattern_name("[XXX]:or:[XXX]:in:[YYY]"); }),
              HasSubstr("has more than one [XXX]"));
  EXPECT_FALSE(is_pattern("locatedIn"));
  EXPECT_FALSE(is_pattern("[XXX]"));
}

class MentionsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("train.tsv", "a\tr\tb\nb\tr\tc\n");
    folder_.write("test.tsv", "a\tr\tc\n");
    folder_.write("rules.pl", "r(X, Y) :- \"[XXX] is in [YYY]\"(X, Y)\n");
  }
  LoadedDataset load(Mentions mentions = Mentions::kEncode) const {
    return load_dataset(folder_.path(), {}, mentions);
  }
  std::string error() const {
    return error_of([&] { load(); });
  }

  testing::TempFolder folder_;
};

TEST_F(MentionsTest, AreTheLastFactsAndTheirPatternsTheLastRelations) {
  folder_.write(
      "mentions.tsv",
      "a\t[XXX]:is:in:[YYY]\tnew\t2\nnew\t[YYY]:has:[XXX]\tb\n\na\t[XXX] Is in [YYY]\tnew\t3\n");
  const KnowledgeBase kb = load().kb;
  EXPECT_THAT(kb.relations.names(), ElementsAre("r", "[XXX] is in [YYY]", "[YYY] has [XXX]"));
  EXPECT_EQ(kb.patterns, 2U);
  EXPECT_EQ(kb.first_mention(), 2U);
  EXPECT_EQ(kb.facts.size(), 4U);
  EXPECT_THAT(kb.mention_counts, ElementsAre(5U, 1U));
  EXPECT_TRUE(kb.entities.find("new"));
  EXPECT_EQ(kb.facts[2], (Triple{*kb.entities.find("a"), RelationId(1), *kb.entities.find("new")}));
  EXPECT_EQ(kb.rules[RuleId(0)].body[0].predicate, 1U);
}

TEST_F(MentionsTest, OffMeansThatTheyAreNotThere) {
  folder_.write("mentions.tsv", "a\tnonsense\tnew\n");
  folder_.write("rules.pl", "r(X, Y) :- r(Y, X)\n");
  const LoadedDataset dataset = load(Mentions::kOff);
  EXPECT_EQ(dataset.kb.patterns, 0U);
  EXPECT_FALSE(dataset.kb.entities.find("new"));
  // A model brings its own.
  EXPECT_NO_THROW(load_dataset(folder_.path(), dataset.kb));
}

TEST_F(MentionsTest, ErrorsNameTheLine) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"a\t[XXX]:in:[YYY]\tb\t0\n", "mentions.tsv:1: the count is '0', not a whole number"},
      {"a\t[XXX]:in:[YYY]\tb\t-1\n", "the count is '-1'"},
      {"a\t[XXX]:in:[YYY]\tb\t1.5\n", "the count is '1.5'"},
      {"a\t[XXX]:in:[YYY]\tb\t99999999999\n", "the count is '99999999999'"},
      {"a\t[XXX]:in:[YYY]\tb\t\n", "the count is ''"},
      {"a\t[XXX]:in:[YYY]\tb\na\t\tb\n", "mentions.tsv:2: the pattern is empty"},
      {"a\tin:[YYY]\tb\n", "mentions.tsv:1: the pattern 'in:[YYY]' has no [XXX]"},
      {"\t[XXX]:in:[YYY]\tb\n", "the head is empty"},
      {"a\t[XXX]:in:[YYY]\n",
       "expected 3 or 4 tab-separated fields (head, pattern, tail, count), found 2"},
      {"a\t[XXX]:in:[YYY]\tb\t1\tx\n", "found 5"}};
  for (const auto& [text, message] : cases) {
    folder_.write("mentions.tsv", text);
    EXPECT_THAT(error(), HasSubstr(message)) << text;
  }
  folder_.write("mentions.tsv", "a\t[XXX]:in:[YYY]\tb\n");
  EXPECT_THAT(error(), HasSubstr("rules.pl:1: no mention has the pattern"));
  folder_.write("train.tsv", "a\t[XXX] in [YYY]\tb\n");
  EXPECT_THAT(error(), HasSubstr("is a relation of the facts already"));
}

TEST_F(MentionsTest, SentencesBelongToMentions) {
  folder_.write("mentions.tsv", "a\t[XXX]:is:in:[YYY]\tb\nb\t[XXX]:is:in:[YYY]\tc\n");
  folder_.write("mentions.sources.tsv",
                "b\t[XXX]:is:in:[YYY]\tc\ttext.txt\t7\t3\tB is in C.\n"
                "a\t[XXX]:is:in:[YYY]\tb\ttext.txt\t9\t4\tA is in B.\n");
  KnowledgeBase kb = load().kb;
  ASSERT_EQ(kb.sentences.size(), 2U);
  EXPECT_EQ(kb.sentences[0].fact, kb.facts[2]);
  EXPECT_EQ(kb.sentences[0].text, "A is in B.");
  EXPECT_EQ(kb.sentences[1].fact, kb.facts[3]);
  EXPECT_EQ(kb.sentences[1].line, 7U);
  EXPECT_EQ(kb.sentences[1].number, 3U);

  const auto written = folder_.write("again.tsv", sentences_text(kb));
  kb.sentences.clear();
  BadLines bad(OnError::kStop);
  read_sentences(written, kb, bad);
  EXPECT_EQ(kb.sentences[1].text, "B is in C.");

  folder_.write("mentions.sources.tsv", "c\t[XXX]:is:in:[YYY]\tc\ttext.txt\t7\t3\tC.\n");
  EXPECT_THAT(error(), HasSubstr("mentions.sources.tsv:1: there is no such mention"));
  folder_.write("mentions.sources.tsv", "a\t[XXX]:is:in:[YYY]\tb\ttext.txt\t0\t4\tA.\n");
  EXPECT_THAT(error(), HasSubstr("the line is '0'"));
  folder_.write("mentions.sources.tsv", "a\t[XXX]:is:in:[YYY]\tb\ttext.txt\n");
  EXPECT_THAT(error(), HasSubstr("expected 7 tab-separated fields"));
}

}  // namespace
}  // namespace gntp
