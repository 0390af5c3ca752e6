// Data sets, mined rules and settings as users of the library see them.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempFolder;

class PublicDataset : public ::testing::Test {
 protected:
  PublicDataset() {
    folder_.write("data/train.tsv",
                  "a\tp\tb\nb\tp\tc\nc\tp\td\na\tp\tb\na\tq\tb\nb\tq\tc\nc\tq\td\n");
    folder_.write("data/valid.tsv", "d\tp\te\n");
  }
  Dataset load() const { return Dataset::load(folder_.path() / "data"); }
  TempFolder folder_;
};

TEST_F(PublicDataset, CountsWhatItHolds) {
  const Dataset dataset = load();
  EXPECT_EQ(dataset.folder(), folder_.path() / "data");
  EXPECT_THAT(dataset.splits(), ElementsAre("valid"));
  const DatasetStatistics counted = dataset.statistics();
  EXPECT_EQ(counted.entities, 5U);
  EXPECT_EQ(counted.unseen_entities, 1U);
  EXPECT_EQ(counted.facts, 6U);
  EXPECT_EQ(counted.duplicates, 1U);
  EXPECT_EQ(counted.rules, 0U);
  ASSERT_EQ(counted.splits.size(), 1U);
  EXPECT_EQ(counted.splits[0].triples, 1U);
  ASSERT_EQ(counted.by_relation.size(), 2U);
  EXPECT_EQ(counted.by_relation[0].heads, 3U);
  EXPECT_THAT(counted.by_pattern, IsEmpty());
}

TEST_F(PublicDataset, WarnsOfMissingRulesUnlessTheyAreMined) {
  EXPECT_THAT(load().warnings(), ElementsAre(HasSubstr("has no rules.pl")));
  Settings settings;
  settings.set("learn.rules", "mined");
  EXPECT_THAT(Dataset::load(folder_.path() / "data", settings).warnings(), IsEmpty());
}

TEST_F(PublicDataset, TakesGivenRules) {
  const auto rules = folder_.write("mine.pl", "q(X, Y) :- p(X, Y)\n");
  const Dataset dataset = Dataset::load(folder_.path() / "data", {.rules = {rules}});
  EXPECT_EQ(dataset.statistics().rules, 1U);
  EXPECT_THAT(dataset.warnings(), IsEmpty());
}

TEST_F(PublicDataset, IsMinedIntoCountedRules) {
  Settings settings;
  settings.set("mine.min_support", "2");
  settings.set("mine.max_body", "1");
  settings.set("mine.correction", "0");
  const MinedRules rules = mine(load(), settings, {.seed = 0, .threads = 1});
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_TRUE(rules.complete());
  EXPECT_EQ(rules.accepted(), 2U);
  EXPECT_THAT(rules.summary(), HasSubstr("2 rules of 2 above the thresholds"));
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const CountedRule rule = rules[i];
    EXPECT_THAT(rule.text, ::testing::AnyOf("q(X, Y) :- p(X, Y)", "p(X, Y) :- q(X, Y)"));
    EXPECT_EQ(rule.support, 3U);
    EXPECT_EQ(rule.body, 3U);
    EXPECT_EQ(rule.confidence, 1);
    EXPECT_EQ(rule.counted_share, 1);
    EXPECT_EQ(rule.confidence_low, 1);
    EXPECT_EQ(rule.confidence_high, 1);
  }
  const auto file = folder_.path() / "rules.pl";
  rules.write(file);
  const Dataset with_rules = Dataset::load(folder_.path() / "data", {.rules = {file}});
  EXPECT_EQ(with_rules.statistics().rules, 2U);
  rules.write(folder_.path() / "rules.anyburl", RuleFormat::kAnyburl);
  EXPECT_THAT(read_file(folder_.path() / "rules.anyburl"), HasSubstr("q(X,Y) <= p(X,Y)"));
}

TEST(PublicSettings, AreValues) {
  Settings settings;
  const Settings before = settings;
  settings.set("learn.epochs", "7");
  settings.assign("prover.tnorm=product");
  EXPECT_EQ(settings.get("learn.epochs"), "7");
  EXPECT_EQ(settings.get("prover.tnorm"), "\"product\"");
  EXPECT_NE(before.get("learn.epochs"), "7");
  EXPECT_THROW(settings.set("learn.epochs", "many"), UsageError);
  EXPECT_THROW(settings.set("learn.epoch", "1"), UsageError);
  EXPECT_THROW(settings.get("learn.epoch"), UsageError);
  EXPECT_EQ(settings.get("learn.epochs"), "7") << "a failed change changes nothing";

  const TempFolder folder;
  const auto file = folder.write("settings.toml", settings.to_toml());
  EXPECT_EQ(Settings::load(file).to_toml(), settings.to_toml());
  EXPECT_THAT(Settings::describe(), HasSubstr("learn.epochs"));
}

TEST(PublicSettings, KnowThePresets) {
  const Settings settings = Settings::preset("countries-s1");
  EXPECT_EQ(settings.preset_name(), "countries-s1");
  EXPECT_NE(settings.to_toml(), Settings().to_toml());
  EXPECT_THROW(Settings::preset("countries-s9"), UsageError);
  std::size_t found = 0;
  for (const Settings::Preset& preset : Settings::presets()) {
    EXPECT_FALSE(preset.summary.empty()) << preset.name;
    found += preset.name == "countries-s1" || preset.name == "rules" ? 1 : 0;
  }
  EXPECT_EQ(found, 2U);
}

}  // namespace
}  // namespace gntp
