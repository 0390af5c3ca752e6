// gntp sweep: which settings it tries, what it keeps, and that it never looks at test.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/command.h"
#include "base/text.h"
#include "engine/sweep_plan.h"
#include "support/errors.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::Outcome;

class SweepPlanning : public ::testing::Test {
 protected:
  std::vector<Alternatives> space(const std::string& toml) {
    return read_alternatives(folder_.write("space.toml", toml));
  }
  testing::TempFolder folder_;
};

TEST_F(SweepPlanning, AllCombinationsInOrder) {
  const auto alternatives =
      space("[learn]\nepochs = [1, 2]\nl2 = 0.5\nschedule = [\"constant\", \"linear\"]\n");
  const SweepPlan plan = plan_sweep({}, alternatives, 0, 0);
  EXPECT_THAT(plan.varied, ElementsAre("learn.epochs", "learn.schedule"));
  ASSERT_EQ(plan.trials.size(), 4U);
  EXPECT_THAT(plan.trials[1].values, ElementsAre("1", "\"linear\""));
  EXPECT_EQ(plan.trials[2].settings.learn.epochs, 2U);
  for (const Trial& trial : plan.trials) EXPECT_EQ(trial.settings.learn.l2, 0.5);
}

TEST_F(SweepPlanning, DrawsAreDifferentAndRepeatable) {
  const auto alternatives =
      space("learn.epochs = [1, 2, 3, 4, 5]\nmodel.dim = [1, 2, 3, 4]\nprover.depth = [0, 1]\n");
  const SweepPlan plan = plan_sweep({}, alternatives, 30, 7);
  std::set<std::vector<std::string>> seen;
  for (const Trial& trial : plan.trials) seen.insert(trial.values);
  EXPECT_EQ(seen.size(), 30U);
  EXPECT_EQ(plan_sweep({}, alternatives, 30, 7).trials[11].values, plan.trials[11].values);
  EXPECT_NE(plan_sweep({}, alternatives, 30, 8).trials[11].values, plan.trials[11].values);
  EXPECT_EQ(plan_sweep({}, alternatives, 40, 7).trials.size(), 40U);
  EXPECT_EQ(plan_sweep({}, alternatives, 100, 7).trials.size(), 40U);
}

TEST_F(SweepPlanning, BadSpacesNameTheLine) {
  EXPECT_THAT(error_of([&] { space("[learn]\nepochs = []\n"); }),
              HasSubstr("space.toml:2: learn.epochs: the list is empty"));
  EXPECT_THAT(error_of([&] { space("[learn]\n\nepochs = [1, -2]\n"); }),
              HasSubstr("space.toml:3: learn.epochs must be a whole number"));
  EXPECT_THAT(error_of([&] { space("[learn]\nepoch = [1]\n"); }),
              HasSubstr("space.toml:2: unknown setting 'learn.epoch'; did you mean"));
  std::string many = "model.dim = [1";
  for (int i = 2; i <= 400; ++i) many += ", " + std::to_string(i);
  many += "]\nlearn.epochs = [1";
  for (int i = 2; i <= 400; ++i) many += ", " + std::to_string(i);
  const auto alternatives = space(many + "]\n");
  EXPECT_THAT(error_of([&] { plan_sweep({}, alternatives, 0, 0); }), HasSubstr("--draws"));
  EXPECT_EQ(plan_sweep({}, alternatives, 5, 0).trials.size(), 5U);
}

class SweepVerb : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("soft/train.tsv",
                  "a\tr\tb\nb\tr\tc\nc\tr\td\nd\tr\te\na\ts\tc\nb\ts\td\nc\ts\te\na\tt\te\n");
    folder_.write("soft/valid.tsv", "a\ts\td\nb\ts\te\n");
    folder_.write("soft/rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <4>\n");
    folder_.write("space.toml", "[learn]\nepochs = [1, 2]\nlearning_rate = [0.01, 0.1]\n");
  }
  Outcome sweep(const std::string& arguments) const {
    return testing::run_gntp("sweep " + arguments, folder_.path());
  }
  std::string journal(const std::string& name) const { return read_file(folder_.path() / name); }

  testing::TempFolder folder_;
};

constexpr const char* kSmall =
    "soft --space space.toml --set model.dim=5 --seeds 2 --keep-all --quiet ";

TEST_F(SweepVerb, RanksTheSettingsByTheirMean) {
  const Outcome outcome = sweep(std::string(kSmall) + "--out j --json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const nlohmann::json standings = outcome.json();
  ASSERT_EQ(standings.size(), 4U);
  for (std::size_t i = 0; i + 1 < standings.size(); ++i) {
    EXPECT_GE(standings[i]["valid"], standings[i + 1]["valid"]);
    EXPECT_EQ(standings[i]["runs"], 2);
  }
  // A run's score is what training and evaluating it alone gives.
  const auto first = nlohmann::json::parse(split(journal("j"), '\n')[0]);
  const auto& settings = first["settings"];
  const Outcome alone = testing::run_gntp(
      "train soft --preset paper --out run --quiet --json --set model.dim=5 --seed " +
          std::to_string(first["seed"].get<int>()) +
          " --set learn.epochs=" + settings["learn.epochs"].get<std::string>() +
          " --set learn.learning_rate=" + settings["learn.learning_rate"].get<std::string>(),
      folder_.path());
  ASSERT_EQ(alone.status, 0) << alone.err;
  EXPECT_EQ(alone.json()["splits"]["valid"]["both"]["expected"]["mrr"], first["valid"]);
}

TEST_F(SweepVerb, TrainsVectorsAsTrainingDoes) {
  folder_.write("vectors.toml", "[predictor]\ndim = [2, 5]\n");
  const std::string settings =
      " --preset complex --set predictor.choose=false --set "
      "predictor.epochs=2 --set predictor.starts=1 --quiet ";
  const Outcome outcome = sweep("soft --space vectors.toml --seeds 1 --out j " + settings);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string lines = journal("j");
  for (const std::string_view line : split(lines, '\n')) {
    if (line.empty()) continue;
    const auto run = nlohmann::json::parse(line);
    const std::string dim = run["settings"]["predictor.dim"].get<std::string>();
    const Outcome alone = testing::run_gntp(
        fmt::format("train soft --json --out run{} {} --seed {} --set predictor.dim={}", dim,
                    settings, run["seed"].get<int>(), dim),
        folder_.path());
    ASSERT_EQ(alone.status, 0) << alone.err;
    EXPECT_EQ(alone.json()["splits"]["valid"]["both"]["expected"]["mrr"], run["valid"]);
  }
}

TEST_F(SweepVerb, GoesOnWhereItWasStopped) {
  const std::string arguments = std::string(kSmall) + "--threads 1 --json --out j";
  const std::string whole = sweep(arguments).out;
  const std::string lines = journal("j");
  // Three finished runs and a fourth that was cut off in the middle of its line.
  std::size_t end = 0;
  for (int i = 0; i < 3; ++i) end = lines.find('\n', end) + 1;
  folder_.write("j", lines.substr(0, end + 20));
  const Outcome again = sweep(arguments);
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(split(journal("j"), '\n').size(), 9U);
  EXPECT_TRUE(journal("j").starts_with(lines.substr(0, end)));
  auto scores = [](const std::string& text) {
    std::vector<double> all;
    for (const auto& standing : nlohmann::json::parse(text)) all.push_back(standing["valid"]);
    return all;
  };
  EXPECT_EQ(scores(again.out), scores(whole));
  // All done: nothing is run again, nothing is written.
  const std::string complete = journal("j");
  sweep(arguments);
  EXPECT_EQ(journal("j"), complete);
}

TEST_F(SweepVerb, SeveralDataSetsAreFolds) {
  folder_.write("other/train.tsv", "a\tr\tb\nb\tr\ta\nc\tr\td\n");
  folder_.write("other/valid.tsv", "d\tr\tc\n");
  const Outcome outcome =
      sweep("soft other --space space.toml --set model.dim=5 --json --out j --keep-all");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.json()[0]["runs"], 2);
}

TEST_F(SweepVerb, NeverReadsTheTestSplitForItsScores) {
  sweep(std::string(kSmall) + "--out j");
  folder_.write("soft/test.tsv", "b\tt\tc\nc\tt\td\n");
  sweep(std::string(kSmall) + "--out k");
  const auto scores = [](const std::string& text) {
    std::multiset<double> all;
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty()) all.insert(nlohmann::json::parse(line)["valid"].get<double>());
    }
    return all;
  };
  EXPECT_EQ(scores(journal("j")), scores(journal("k")));
  EXPECT_EQ(journal("k").find("test"), std::string::npos);
}

TEST_F(SweepVerb, WhatCannotWorkIsAnError) {
  folder_.write("bare/train.tsv", "a\tr\tb\n");
  Outcome outcome = sweep("bare --space space.toml --out j");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("bare: has no valid triples"));
  folder_.write("notes.txt", "dear diary\n");
  outcome = sweep(std::string(kSmall) + "--out notes.txt");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("notes.txt:1: is no line of a sweep's journal"));
  EXPECT_EQ(journal("notes.txt"), "dear diary\n");
  folder_.write("notes.txt", "dear diary");
  EXPECT_EQ(sweep(std::string(kSmall) + "--out notes.txt").status, 1);
  EXPECT_EQ(journal("notes.txt"), "dear diary");
  outcome = sweep(std::string(kSmall) + "--out missing/j");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("missing/j: cannot be written"));
  EXPECT_EQ(sweep("soft --out j").status, 2);
}

}  // namespace
}  // namespace gntp
