// Data sets that are in memory.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

DatasetContents family() {
  DatasetContents contents;
  contents.train = {{"ann", "mother", "bob"}, {"bob", "father", "cid"}, {"ann", "granny", "cid"},
                    {"dot", "mother", "eve"}, {"eve", "father", "fay"}, {"dot", "granny", "fay"}};
  contents.splits = {{"test", {{"gil", "granny", "ira"}}}, {"valid", {{"ann", "granny", "cid"}}}};
  return contents;
}

Settings quick() {
  Settings settings = Settings::preset("rules");
  settings.set("mine.min_support", "1");
  return settings;
}

std::string lines_of(const std::vector<Fact>& facts) {
  std::string text;
  for (const Fact& fact : facts) {
    text += fact.head + '\t' + fact.relation + '\t' + fact.tail + '\n';
  }
  return text;
}

TEST(DatasetContents, IsTheSameDataAsItsFiles) {
  const DatasetContents contents = family();
  TempFolder folder;
  folder.write("train.tsv", lines_of(contents.train));
  for (const DatasetContents::Split& split : contents.splits) {
    folder.write(split.name + ".tsv", lines_of(split.facts));
  }
  const Dataset memory = Dataset::make(contents);
  const Dataset files = Dataset::load(folder.path());
  EXPECT_EQ(memory.splits(), files.splits());
  EXPECT_EQ(memory.folder(), "<memory>");
  EXPECT_THAT(memory.warnings(), Contains(HasSubstr("valid: 1 of 1 triples are also in the")));
  const Engine one = Engine::train(memory, quick());
  const Engine two = Engine::train(files, quick());
  EXPECT_EQ(one.entities(), two.entities());
  EXPECT_EQ(one.score("granny(ann, cid)"), two.score("granny(ann, cid)"));
  EXPECT_EQ(one.evaluate(memory).front().both.expected.mrr,
            two.evaluate("test").front().both.expected.mrr);
  EXPECT_THAT(error_of([&] { one.evaluate("test"); }), HasSubstr("trained with data from memory"));
}

TEST(DatasetContents, KeepsNamesAsTheyAre) {
  const std::string odd = " a\tb\"'(),\xF0\x9F\xA6\x80 ";
  DatasetContents contents;
  contents.train = {{odd, "r", "b"}, {"b", "r", "c"}};
  contents.labels = {{odd, "Odd one"}};
  contents.types = {{odd, "thing"}};
  TempFolder folder;
  Engine::train(Dataset::make(contents), quick()).save(folder.path() / "run");
  const Engine engine = Engine::open(folder.path() / "run");
  EXPECT_THAT(engine.entities(), ElementsAre(odd, "b", "c"));
  EXPECT_EQ(engine.label(odd), "Odd one");
  EXPECT_THAT(engine.types(), ElementsAre("thing"));
  EXPECT_GT(engine.score(std::vector<Fact>{{odd, "r", "b"}}).front(), 0.999);
}

TEST(DatasetContents, SaysWhatIsWrong) {
  const auto error_with = [](const std::function<void(DatasetContents&)>& change,
                             OnError on_error = OnError::kStop) {
    DatasetContents contents = family();
    change(contents);
    return error_of([&] { Dataset::make(contents, {.on_error = on_error}); });
  };
  EXPECT_THAT(error_with([](auto& it) { it.train[2].tail = ""; }),
              HasSubstr("train:3: an empty name"));
  EXPECT_THAT(error_with([](auto& it) { it.train[2].tail = "a\nb"; }),
              HasSubstr("train:3: a line break in the name"));
  EXPECT_THAT(error_with([](auto& it) { it.splits[0].facts[0].head = ""; }),
              HasSubstr("test:1: an empty name"));
  EXPECT_THAT(error_with([](auto& it) { it.train.clear(); }), HasSubstr("train: has no facts"));
  EXPECT_THAT(error_with([](auto& it) { it.splits[0].name = "dev"; }),
              HasSubstr("a split is called valid, test or test-..., not 'dev'"));
  EXPECT_THAT(error_with([](auto& it) { it.splits[0].name = "valid"; }),
              HasSubstr("'valid' is given twice"));
  EXPECT_THAT(error_with([](auto& it) {
                it.types = {{"ann", "a\tb"}};
              }),
              HasSubstr("a type is a text without tab"));
  EXPECT_THAT(error_with([](auto& it) {
                it.weights = {1, 2};
              }),
              HasSubstr("2 weights for 6 training facts"));
  EXPECT_THAT(error_with([](auto& it) { it.weights = {1, 2, -3, 1, 1, 1}; }),
              HasSubstr("the weight -3 of training fact 3"));
  EXPECT_THAT(error_with([](auto& it) {
                it.labels = {{"ann", "Ann"}, {"ann", "Anna"}};
              }),
              HasSubstr("'ann' is called 'Ann' and 'Anna'"));
  EXPECT_EQ(error_with([](auto& it) { it.train[2].tail = ""; }, OnError::kSkip), "no error");
}

TEST(ErrorPlaces, AreFileAndLine) {
  TempFolder folder;
  folder.write("train.tsv", "a\tr\tb\nbad\n");
  try {
    Dataset::load(folder.path());
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.file(), (folder.path() / "train.tsv").string());
    EXPECT_EQ(error.line(), 2U);
  }
  try {
    Dataset::load(folder.path() / "nowhere");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.file(), nullptr);
    EXPECT_EQ(error.line(), 0U);
  }
}

TEST(Html, IsSafeAndComplete) {
  DatasetContents contents = family();
  contents.train.push_back({"<b>&\"'", "mother", "bob"});
  const Engine engine = Engine::train(Dataset::make(contents), quick());
  const std::string proof = engine.explain("granny(dot, fay)").to_html();
  EXPECT_THAT(proof, HasSubstr("granny(dot, fay)"));
  const std::string evil =
      engine.explain(std::vector<Fact>{{"<b>&\"'", "mother", "bob"}}).front().to_html();
  EXPECT_THAT(evil, HasSubstr("&lt;b&gt;&amp;"));
  EXPECT_EQ(evil.find("<b>"), std::string::npos);
  const std::vector<Answer> answers = engine.predict("mother(?, bob)");
  EXPECT_THAT(to_html(std::span(answers)), HasSubstr("&lt;b&gt;"));
  const std::vector<LearnedRule> rules = engine.rules();
  EXPECT_THAT(to_html(std::span(rules)), HasSubstr("granny(X, Y)"));
}

}  // namespace
}  // namespace gntp
