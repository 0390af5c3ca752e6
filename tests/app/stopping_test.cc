// Signals: work stops soon wherever it is, loses nothing, and says how to go on.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/command.h"
#include "support/folders.h"
#include "support/places.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_shell;
using testing::TempFolder;

std::string countries() {
  return (testing::checkout() / "data/countries/S1").string();
}

// What a training of days is given: nested proofs have no tables where all links count together.
std::string endless() {
  return fmt::format(
      "'{}' --preset countries-s1 --set prover.depth=4 --set prover.unification=joint",
      countries());
}

// Facts in which everything is linked to everything: mining, proving and ranking take long.
void write_dense(const TempFolder& folder, int entities, int relations) {
  std::string train;
  std::string test;
  for (int relation = 0; relation < relations; ++relation) {
    for (int head = 0; head < entities; ++head) {
      for (int tail = 0; tail < entities; ++tail) {
        if ((head * 7 + tail * 3 + relation) % 4 == 0) {
          const std::string line = fmt::format("e{}\tr{}\te{}\n", head, relation, tail);
          ((head + tail) % 50 == 0 ? test : train) += line;
        }
      }
    }
  }
  folder.write("dense/train.tsv", train);
  folder.write("dense/test.tsv", test);
  folder.write("dense/rules.pl",
               "p(X, Y) :- q(X, Z), r(Z, Y) <10>\np(X, Y) :- q(X, A), r(A, B), s(B, Y) <10>\n");
}

// Starts the command, sends the signal once `ready` is true for the shell, and reports the exit
// status and what the folder holds then. The work would take hours: the test ends in time, or the
// runner's own limit ends it.
Outcome interrupt(const TempFolder& folder, const std::string& arguments, const std::string& signal,
                  const std::string& ready = "sleep 2") {
  return run_shell(fmt::format("gntp {} & process=$!\n{}\nkill -{} $process\nwait $process\n"
                               "echo status $?\nls -A\n",
                               arguments, ready, signal),
                   folder.path());
}

TEST(Stopping, ASignalEndsADeepSearchAndTheRunGoesOn) {
  for (const auto& [signal, status] : {std::pair("INT", 130), {"TERM", 143}, {"HUP", 129}}) {
    const TempFolder folder;
    const Outcome outcome = interrupt(folder, "train " + endless() + " --out run --quiet", signal);
    EXPECT_THAT(outcome.out, HasSubstr(fmt::format("status {}\nrun\n", status)));
    EXPECT_THAT(outcome.err, HasSubstr("stopped; go on with: gntp train --resume run"));
  }
}

TEST(Stopping, ASignalEndsTheEstimate) {
  const TempFolder folder;
  const Outcome outcome = interrupt(folder, "train " + endless() + " --dry-run", "TERM", "sleep 1");
  EXPECT_THAT(outcome.out, HasSubstr("status 143\n"));
}

TEST(Stopping, TheEstimateEndsByItselfWhereTrainingWouldNot) {
  const TempFolder folder;
  const Outcome outcome =
      testing::run_gntp("train " + endless() + " --dry-run --json", folder.path());
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GT(outcome.json()["seconds"], 3600);
}

TEST(Stopping, ASignalEndsMining) {
  const TempFolder folder;
  write_dense(folder, 150, 12);
  const Outcome outcome =
      interrupt(folder, "mine dense --max-body 3 --max-rules 0 --out rules.pl", "TERM", "sleep 1");
  EXPECT_THAT(outcome.out, HasSubstr("status 143\ndense\n"));
  EXPECT_THAT(outcome.err, HasSubstr("stopped; nothing was written"));
}

TEST(Stopping, ASignalEndsRanking) {
  const TempFolder folder;
  const std::string train = "train " + endless() + " --no-eval --steps 0 --out run --quiet";
  ASSERT_EQ(testing::run_gntp(train, folder.path()).status, 0);
  const Outcome outcome = interrupt(folder, "eval run", "TERM", "sleep 1");
  EXPECT_THAT(outcome.out, HasSubstr("status 143\n"));
}

TEST(Stopping, ASignalEndsAReport) {
  const TempFolder folder;
  const std::string train = "train " + endless() + " --no-eval --steps 0 --out run --quiet";
  ASSERT_EQ(testing::run_gntp(train, folder.path()).status, 0);
  const Outcome outcome = interrupt(folder, "report run --out a.html", "TERM", "sleep 1");
  EXPECT_THAT(outcome.out, HasSubstr("status 143\nrun\n"));
}

TEST(Stopping, ASignalEndsReadingData) {
  const TempFolder folder;
  folder.write("data/rules.pl", "p(X, Y) :- q(Y, X)\n");
  const Outcome outcome = run_shell(
      "mkfifo data/train.tsv\n"
      "(i=0; while :; do echo \"a$i\tr\tb$i\" || exit; i=$((i+1)); done) >data/train.tsv "
      "2>/dev/null &\n"
      "gntp train data --out run & process=$!\n"
      "sleep 1\nkill -TERM $process\nwait $process\necho status $?\nls -A\n",
      folder.path());
  EXPECT_THAT(outcome.out, HasSubstr("status 143\ndata\n"));
}

TEST(Stopping, ASecondSignalOfAnyKindEndsAtOnce) {
  const TempFolder folder;
  // A process that is held cannot react to the first; both are there when it goes on.
  const Outcome outcome = run_shell(
      "gntp train " + endless() +
          " --out run --quiet &\n"
          "process=$!\nsleep 1\nkill -STOP $process\nkill -INT $process\nkill -TERM $process\n"
          "kill -CONT $process\nwait $process\necho status $?\n",
      folder.path());
  EXPECT_THAT(outcome.out, ::testing::AnyOf("status 130\n", "status 143\n"));
}

TEST(Stopping, WhatWasStartedToIgnoreAHangUpGoesOn) {
  const TempFolder folder;
  const Outcome outcome = run_shell(
      fmt::format("nohup gntp train '{}' --preset countries-s1 --out run --quiet & process=$!\n"
                  "sleep 0.3\nkill -HUP $process\nwait $process\necho status $?\n",
                  countries()),
      folder.path());
  EXPECT_THAT(outcome.out, HasSubstr("status 0"));
}

// Resuming, as users do it ------------------------------------------------------------------------

TEST(Resuming, AKilledTrainingEndsWithTheSameBytes) {
  const TempFolder folder;
  const std::string train = fmt::format(
      "gntp train '{}' --preset countries-s1 --checkpoint 0s --quiet --out ", countries());
  ASSERT_EQ(run_shell(train + "whole\n", folder.path()).status, 0);
  for (const char* moment : {"0.05", "0.2", "0.5", "1", "2"}) {
    const Outcome outcome = run_shell(
        fmt::format("{}run & process=$!\nsleep {}\nkill -KILL $process\nwait $process\n"
                    "if [ -e run/manifest.json ] && [ ! -e run/checkpoint ]; then exit 0; fi\n"
                    "if [ ! -e run/checkpoint/start.json ]; then rm -rf run; {}run; exit; fi\n"
                    "gntp train --resume run --quiet\n",
                    train, moment, train),
        folder.path());
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(testing::difference(folder.path() / "whole", folder.path() / "run"), "") << moment;
    fs::remove_all(folder.path() / "run");
    for (const auto& entry : fs::directory_iterator(folder.path())) {
      EXPECT_EQ(entry.path().filename(), "whole");
    }
  }
}

TEST(Resuming, RefusesSettingsAndASecondWriter) {
  const TempFolder folder;
  const std::string train = fmt::format(
      "gntp train '{}' --preset countries-s1 --set learn.epochs=100000 --quiet --out "
      "run & process=$!\nwhile [ ! -e run/checkpoint/start.json ]; do sleep 0.1; done\n",
      countries());
  const Outcome outcome = run_shell(train +
                                        "gntp train --resume run; echo second $?\n"
                                        "gntp predict run 'locatedIn(syria, ?)'; echo predict $?\n"
                                        "kill -TERM $process; wait $process; echo first $?\n"
                                        "gntp train --resume run --seed 1; echo seed $?\n"
                                        "gntp train data --resume run; echo data $?\n"
                                        "gntp train data --out run; echo out $?\n",
                                    folder.path());
  EXPECT_THAT(outcome.out, HasSubstr("second 1\npredict 1\nfirst 143\nseed 2\ndata 2\nout 1\n"));
  EXPECT_THAT(outcome.err, HasSubstr("another process is training in it"));
  EXPECT_THAT(outcome.err, HasSubstr("its training is not finished"));
  EXPECT_THAT(outcome.err, HasSubstr("leave out '--seed'"));
  EXPECT_THAT(outcome.err, HasSubstr("leave out 'data'"));
  EXPECT_THAT(outcome.err, HasSubstr("holds a training that is not finished"));
}

TEST(Resuming, ATimeLimitNamesTheStepsThatGiveTheSame) {
  const TempFolder folder;
  const std::string train = fmt::format(
      "train '{}' --preset countries-s1 --set learn.epochs=100000 --quiet --json ", countries());
  const Outcome limited = testing::run_gntp(train + "--time-limit 1s --out a", folder.path());
  ASSERT_EQ(limited.status, 0) << limited.err;
  EXPECT_EQ(limited.json()["complete"], false);
  const auto steps = limited.json()["steps"].get<std::size_t>();
  ASSERT_GT(steps, 0U);
  ASSERT_EQ(
      testing::run_gntp(fmt::format("{}--steps {} --out b", train, steps), folder.path()).status,
      0);
  EXPECT_EQ(testing::difference(folder.path() / "a", folder.path() / "b"), "");
  EXPECT_THAT(read_file(folder.path() / "a/metadata.json"),
              HasSubstr(fmt::format("\"steps\": {}", steps)));
}

TEST(Resuming, DurationsHaveUnits) {
  const TempFolder folder;
  for (const char* text : {"10", "10x", "", "-1s", "s", "1e999s", "nans"}) {
    const Outcome outcome = testing::run_gntp(
        fmt::format("train x --preset paper --out y --time-limit '{}'", text), folder.path());
    EXPECT_EQ(outcome.status, 2) << text;
    EXPECT_THAT(outcome.err, HasSubstr("--time-limit")) << text;
  }
}

}  // namespace
}  // namespace gntp
