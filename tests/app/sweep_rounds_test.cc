// gntp sweep gives hopeless settings up: by results alone, so that threads, limits and
// interruptions change nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "app/command.h"
#include "base/text.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Outcome;

constexpr std::size_t kTrials = 8;
constexpr std::size_t kSeeds = 4;

class SweepRoundsVerb : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("soft/train.tsv",
                  "a\tr\tb\nb\tr\tc\nc\tr\td\nd\tr\te\na\ts\tc\nb\ts\td\nc\ts\te\na\tt\te\n");
    folder_.write("soft/valid.tsv", "a\ts\td\nb\ts\te\nc\ts\ta\n");
    folder_.write("soft/rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <4>\n");
    folder_.write(
        "space.toml",
        "[learn]\nepochs = 1\nlearning_rate = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]\n");
  }
  Outcome sweep(const std::string& arguments) const {
    return testing::run_gntp(
        "sweep soft --space space.toml --set model.dim=2 --seeds 4 " + arguments, folder_.path());
  }
  // Its lines by setting and seed, without times.
  using Runs = std::map<std::pair<std::string, int>, nlohmann::json>;
  Runs journal(const std::string& name) const {
    Runs runs;
    const std::string text = read_file(folder_.path() / name);
    for (const std::string_view line : split(text, '\n')) {
      if (line.empty()) continue;
      auto run = nlohmann::json::parse(line);
      run.erase("seconds");
      const std::pair<std::string, int> which(run["settings"]["learn.learning_rate"], run["seed"]);
      runs[which] = std::move(run);
    }
    return runs;
  }
  // A journal of all runs with results of our choice: nothing = failed. Trials and seeds from 1.
  using Result = std::function<std::optional<double>(int trial, int seed)>;
  void forge(const std::string& name, const Result& result) {
    if (all_runs_.empty()) {
      const Outcome outcome = sweep("--quiet --keep-all --out all");
      ASSERT_EQ(outcome.status, 0) << outcome.err;
      all_runs_ = journal("all");
      ASSERT_EQ(all_runs_.size(), kTrials * kSeeds);
    }
    std::string text;
    for (auto [which, run] : all_runs_) {
      const int trial = which.first.back() - '0';
      run.erase("valid");
      if (const auto score = result(trial, which.second)) {
        run["valid"] = *score;
      } else {
        run["error"] = "it broke";
      }
      run["seconds"] = 1;
      text += run.dump() + '\n';
    }
    folder_.write(name, text);
  }

  testing::TempFolder folder_;
  Runs all_runs_;
};

// The standings as "setting: runs done, given up after".
std::vector<std::string> standings(const Outcome& outcome) {
  std::vector<std::string> lines;
  for (const auto& standing : outcome.json()) {
    const std::string rate = standing["settings"]["learn.learning_rate"];
    const int done = standing["runs"].get<int>() + standing["failed"].get<int>();
    std::string line = rate + ": " + std::to_string(done);
    if (standing.contains("given_up_after")) {
      line += ", given up after " + standing["given_up_after"].dump();
    }
    lines.push_back(line);
  }
  return lines;
}

nlohmann::json without_times(const Outcome& outcome) {
  nlohmann::json all = outcome.json();
  for (auto& standing : all) standing.erase("seconds");
  return all;
}

TEST_F(SweepRoundsVerb, TheBetterHalfGetsMoreRuns) {
  // By the first run the last setting is best, by all of them the fifth.
  forge("j", [](int trial, int seed) { return seed == 1 || trial != 5 ? 0.1 * trial : 0.95; });
  const std::string before = read_file(folder_.path() / "j");
  const Outcome outcome = sweep("--quiet --json --out j");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(standings(outcome),
              ElementsAre("0.5: 4", "0.8: 4", "0.7: 4", "0.6: 2, given up after 2",
                          "0.4: 1, given up after 1", "0.3: 1, given up after 1",
                          "0.2: 1, given up after 1", "0.1: 1, given up after 1"));
  EXPECT_EQ(read_file(folder_.path() / "j"), before);
  const Outcome table = sweep("--out j");
  EXPECT_THAT(table.out, HasSubstr("learn.learning_rate=0.6  (given up after 2 runs)\n"));
  EXPECT_THAT(table.out, HasSubstr("learn.learning_rate=0.4  (given up after 1 run)\n"));
  EXPECT_THAT(table.err, HasSubstr("5 of 8 settings were given up, so there were 18 runs instead "
                                   "of 32"));
}

TEST_F(SweepRoundsVerb, KeepAllGivesNothingUp) {
  forge("j", [](int trial, int seed) { return 0.1 * trial + 0.001 * seed; });
  const Outcome outcome = sweep("--quiet --json --out j --keep-all");
  EXPECT_THAT(standings(outcome), ElementsAre("0.8: 4", "0.7: 4", "0.6: 4", "0.5: 4", "0.4: 4",
                                              "0.3: 4", "0.2: 4", "0.1: 4"));
}

TEST_F(SweepRoundsVerb, TiesAreNotGivenUp) {
  forge("j", [](int, int) { return 0.5; });
  EXPECT_THAT(
      standings(sweep("--quiet --json --out j")),
      ElementsAre("0.1: 4", "0.2: 4", "0.3: 4", "0.4: 4", "0.5: 4", "0.6: 4", "0.7: 4", "0.8: 4"));
}

TEST_F(SweepRoundsVerb, SettingsThatFailAreGivenUpAndComeLast) {
  forge("j", [](int trial, int seed) -> std::optional<double> {
    const bool breaks = trial == 1 || (trial == 8 && seed == 2);
    return breaks ? std::nullopt : std::optional(0.1 * trial);
  });
  EXPECT_THAT(standings(sweep("--quiet --json --out j")),
              ElementsAre("0.7: 4", "0.6: 4", "0.5: 4", "0.4: 1, given up after 1",
                          "0.3: 1, given up after 1", "0.2: 1, given up after 1",
                          "0.8: 2, given up after 2", "0.1: 1, given up after 1"));
}

TEST_F(SweepRoundsVerb, WhereAllFailThereIsNoBest) {
  forge("j", [](int, int) { return std::nullopt; });
  const Outcome outcome = sweep("--quiet --out j --best best.toml");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("best.toml: not written: no setting is without failed runs"));
  EXPECT_THAT(outcome.out,
              HasSubstr("learn.learning_rate=0.1  (given up after 1 run)  (it broke)"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "best.toml"));
}

TEST_F(SweepRoundsVerb, ThreadsChangeNothing) {
  const Outcome one = sweep("--quiet --json --threads 1 --out one --best one.toml");
  const Outcome four = sweep("--quiet --json --threads 4 --out four --best four.toml");
  ASSERT_EQ(one.status, 0) << one.err;
  ASSERT_EQ(four.status, 0) << four.err;
  EXPECT_EQ(without_times(one), without_times(four));
  EXPECT_EQ(journal("one"), journal("four"));
  EXPECT_LT(journal("one").size(), kTrials * kSeeds);
  EXPECT_EQ(read_file(folder_.path() / "one.toml"), read_file(folder_.path() / "four.toml"));
}

TEST_F(SweepRoundsVerb, GoesOnFromAnyPointToTheSame) {
  const Outcome whole = sweep("--quiet --json --threads 1 --out whole --best whole.toml");
  ASSERT_EQ(whole.status, 0) << whole.err;
  const std::string lines = read_file(folder_.path() / "whole");
  const std::size_t runs = journal("whole").size();
  for (std::size_t kept = 0; kept < runs; kept += 3) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < kept; ++i) end = lines.find('\n', end) + 1;
    folder_.write("part", lines.substr(0, end));
    const Outcome again = sweep("--quiet --json --out part --best part.toml --force");
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(without_times(again), without_times(whole)) << kept;
    EXPECT_EQ(journal("part"), journal("whole")) << kept;
    EXPECT_EQ(read_file(folder_.path() / "part.toml"), read_file(folder_.path() / "whole.toml"));
  }
}

// Rounds are of 8, 4 and 6 runs.
TEST_F(SweepRoundsVerb, StepsAreRunsInAFixedOrder) {
  forge("all", [](int trial, int seed) { return 0.1 * trial + 0.001 * seed; });
  const auto after = [&](int steps) {
    return standings(sweep("--quiet --json --out all --steps " + std::to_string(steps)));
  };
  EXPECT_THAT(after(0), ElementsAre());
  EXPECT_THAT(after(3), ElementsAre("0.3: 1", "0.2: 1", "0.1: 1"));
  EXPECT_THAT(after(9), ElementsAre("0.8: 1", "0.7: 1", "0.6: 1", "0.5: 2",
                                    "0.4: 1, given up after 1", "0.3: 1, given up after 1",
                                    "0.2: 1, given up after 1", "0.1: 1, given up after 1"));
  EXPECT_EQ(after(18), after(1000));
  EXPECT_EQ(after(18)[2], "0.6: 4");
  EXPECT_EQ(after(17)[0], "0.8: 3");
  // A limit runs no more than that.
  const Outcome limited = sweep("--json --out new --steps 10");
  EXPECT_EQ(journal("new").size(), 10U);
  EXPECT_THAT(limited.err, HasSubstr("the limit ended it after 10 runs; '--steps 10' gives the "
                                     "same again"));
}

// What a journal has beyond the point where time was up is of no account.
TEST_F(SweepRoundsVerb, ATimeLimitNamesTheStepsThatGiveTheSame) {
  forge("j", [](int trial, int) { return 0.1 * trial; });
  std::string lines = read_file(folder_.path() / "j");
  for (const char* lost : {"0.3", "0.5"}) {
    const std::size_t at = lines.find(std::string(R"("learn.learning_rate":")") + lost);
    const std::size_t begin = lines.rfind('\n', at) + 1;
    lines.erase(begin, lines.find('\n', at) + 1 - begin);
  }
  folder_.write("j", lines);
  const Outcome limited = sweep("--json --out j --time-limit 0s");
  ASSERT_EQ(limited.status, 0) << limited.err;
  EXPECT_THAT(limited.err, HasSubstr("'--steps 2' gives the same again"));
  EXPECT_THAT(standings(limited), ElementsAre("0.2: 1", "0.1: 1"));
  EXPECT_EQ(limited.out, sweep("--json --out j --steps 2").out);
}

TEST_F(SweepRoundsVerb, FewSettingsGetAllTheirRuns) {
  folder_.write("space.toml", "[learn]\nepochs = 1\n");
  const Outcome outcome = sweep("--quiet --json --out j");
  ASSERT_EQ(outcome.json().size(), 1U) << outcome.err;
  EXPECT_EQ(outcome.json()[0]["runs"], 4);
  EXPECT_FALSE(outcome.json()[0].contains("given_up_after"));
}

}  // namespace
}  // namespace gntp
