// Training learns: what the presets promise, through the real executable.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "app/command.h"
#include "support/places.h"
#include "support/published.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// Trains into `folder`/run and returns what `train --json` says of the test split.
nlohmann::json train(const fs::path& data, const std::string& preset, int seed,
                     const testing::TempFolder& folder, const std::string& more = "") {
  const testing::Outcome outcome =
      testing::run_gntp(fmt::format("train '{}' --preset {} --seed {} --out run --quiet --json {}",
                                    data.string(), preset, seed, more),
                        folder.path());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome.json().at("splits").at("test");
}

void expect_solved(const fs::path& data, int seed) {
  const testing::TempFolder folder;
  EXPECT_EQ(train(data, "countries-s1", seed, folder).at("auc_pr"), 1.0);
  const testing::Outcome rules = testing::run_gntp("rules run --min-confidence 0.5", folder.path());
  EXPECT_THAT(rules.out,
              ::testing::HasSubstr("locatedIn(X, Y) :- locatedIn(X, Z), locatedIn(Z, Y)\n"));
}

class Countries : public ::testing::TestWithParam<int> {};

TEST_P(Countries, OursIsSolvedByTheTransitivityRule) {
  expect_solved(testing::checkout() / "data/countries/S1", GetParam());
}

INSTANTIATE_TEST_SUITE_P(FiveSeeds, Countries, ::testing::Range(1, 6));

TEST(PublishedData, CountriesIsSolvedByTheTransitivityRule) {
  const fs::path data = published("countries/S1");
  if (data.empty()) GTEST_SKIP() << not_published("countries/S1");
  expect_solved(data, 1);
}

TEST(PublishedData, NationsIsRankedWell) {
  const fs::path data = published("nations");
  if (data.empty()) GTEST_SKIP() << not_published("nations");
  const testing::TempFolder folder;
  const nlohmann::json test = train(data, "nations", 1, folder, "--set learn.restarts=1");
  EXPECT_GE(test.at("both").at("expected").at("mrr").get<double>(), 0.64);
}

// A country is where most of its neighbours are, which no single grounding tells.
TEST(MinedRules, OursOfCountriesAreRankedByTheShareOfGroundings) {
  for (const std::string task : {"s2", "s3"}) {
    const testing::TempFolder folder;
    const fs::path data = testing::checkout() / "data/countries" / (task == "s2" ? "S2" : "S3");
    EXPECT_GE(train(data, "countries-" + task + "-mined", 1, folder).at("auc_pr"), 0.95) << task;
  }
}

TEST(PublishedData, CountriesAreRankedByTheShareOfGroundings) {
  if (published("countries/S2").empty()) GTEST_SKIP() << not_published("countries/S2");
  const testing::TempFolder folder;
  EXPECT_GE(train(published("countries/S2"), "countries-s2-mined", 1, folder).at("auc_pr"), 0.98);
}

TEST(PublishedData, CountedRulesRankUmlsWell) {
  if (published("umls").empty()) GTEST_SKIP() << not_published("umls");
  const testing::TempFolder folder;
  const nlohmann::json test =
      train(published("umls"), "umls-mined", 1, folder,
            "--set learn.epochs=0 --set mine.constants=0 --set mine.min_support=5");
  EXPECT_GE(test.at("both").at("realistic").at("mrr").get<double>(), 0.92);
}

}  // namespace
}  // namespace gntp
