// A training that is stopped and goes on ends with the same bytes as one that was not.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include <random>

#include "base/file.h"
#include "engine/run_start.h"
#include "support/errors.h"
#include "support/folders.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using testing::difference;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

struct Case {
  std::string name;
  std::vector<std::string> settings;
  int people = 30;
  std::size_t stride = 1;  // between the moments that are tried
  std::size_t calls = 5;   // of the progress callback before each further stop
};

void PrintTo(const Case& each, std::ostream* out) {
  *out << each.name;
}

std::string person(std::size_t number) {
  return "p" + std::to_string(number);
}

void write_data(const TempFolder& folder, const Case& each) {
  std::string train;
  std::string valid;
  std::string mentions;
  std::minstd_rand random(1);
  const auto people = static_cast<std::size_t>(each.people);
  for (std::size_t i = 0; i < people; ++i) {
    const std::string other = person(random() % people);
    train += person(i) + "\tparent\t" + person((i + 1) % people) + "\n";
    train += person(i) + "\tgrandparent\t" + person((i + 2) % people) + "\n";
    if (i % 3 == 0) train += person(i) + "\tfriend\t" + other + "\n";
    if (i % 50 == 4) valid += person(i) + "\tfriend\t" + person((i + 7) % people) + "\n";
    if (i < 30) mentions += person(i) + "\t[XXX]:knows:[YYY]\t" + other + "\t2\n";
  }
  folder.write("data/train.tsv", train);
  folder.write("data/valid.tsv", valid);
  folder.write("data/mentions.tsv", mentions);
  folder.write("data/rules.pl", "s(X, Y) :- t(X, Z), u(Z, Y) <2>\ns(X, Y) :- t(Y, X) <2>\n");
}

Settings settings_of(const Case& each) {
  Settings settings;
  for (const char* usual : {"learn.epochs=3", "learn.batch_size=16"}) settings.assign(usual);
  for (const std::string& assignment : each.settings) settings.assign(assignment);
  return settings;
}

class Resume : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { write_data(folder_, GetParam()); }

  fs::path path(const std::string& name) const { return folder_.path() / name; }

  TrainedRun train(const std::string& name, const Observer& observer = {},
                   const WorkLimit& limit = {}) const {
    const Settings settings = settings_of(GetParam());
    TrainRunOptions options;
    options.run = {7, 2, limit};
    return train_run(path(name), Dataset::load(path("data"), settings), settings, options,
                     observer);
  }

  // Stops at the given call of the progress callback. False if it ended before.
  template <typename Work>
  static bool stops(std::size_t call, const Work& work) {
    std::stop_source source;
    std::size_t calls = 0;
    Observer observer;
    observer.stop = source.get_token();
    observer.progress = [&](const Progress&) {
      if (++calls == call) source.request_stop();
    };
    try {
      work(observer);
      return false;
    } catch (const Interrupted& error) {
      EXPECT_THAT(error.what(), HasSubstr("--resume"));
      return true;
    }
  }

  TempFolder folder_;
};

TEST_P(Resume, EndsWithTheSameBytesWhereverItWasStopped) {
  train("whole");
  std::size_t stopped = 0;
  for (std::size_t call = 1; call < 1000; call += 1 + call * GetParam().stride / 2) {
    const std::string name = "run" + std::to_string(call);
    if (!stops(call, [&](const Observer& observer) { train(name, observer); })) break;
    ++stopped;
    EXPECT_FALSE(fs::exists(path(name) / "manifest.json"));
    EXPECT_THAT(error_of([&] { Engine::open(path(name)); }), HasSubstr("--resume"));
    resume_run(path(name), 1);
    EXPECT_EQ(difference(path("whole"), path(name)), "");
    fs::remove_all(path(name));
  }
  EXPECT_GT(stopped, GetParam().stride > 1 ? 0U : 2U);
}

TEST_P(Resume, MayBeStoppedAgainAndAgain) {
  train("whole");
  ASSERT_TRUE(stops(2, [&](const Observer& observer) { train("run", observer); }));
  // Each time later, and more and more so: a step that is stopped begins anew, and has the more
  // calls the less of it other threads do.
  std::size_t rounds = 1;
  while (stops(GetParam().calls + rounds / 10 + rounds * rounds / 500,
               [&](const Observer& observer) { resume_run(path("run"), 2, observer); })) {
    ASSERT_LT(++rounds, 1000U);
  }
  EXPECT_GT(rounds, 1U);
  EXPECT_EQ(difference(path("whole"), path("run")), "");
}

TEST_P(Resume, EndsAfterAnyStepAndThatNumberOfStepsGivesTheSame) {
  const std::size_t all = train("whole").engine.training()->steps;
  for (const std::size_t steps : {std::size_t{0}, all / 3, all - 1}) {
    const std::string name = "run" + std::to_string(steps);
    const TrainedRun run = train(name, {}, {.steps = steps});
    EXPECT_EQ(run.engine.training()->steps, steps);
    EXPECT_FALSE(run.engine.training()->complete);
    if (stops(3, [&](const Observer& observer) { train("again", observer, {.steps = steps}); })) {
      resume_run(path("again"));
    }
    EXPECT_EQ(difference(path(name), path("again")), "");
    fs::remove_all(path("again"));
  }
  train("with-all-steps", {}, {.steps = all});
  EXPECT_EQ(difference(path("whole"), path("with-all-steps")), "");
}

INSTANTIATE_TEST_SUITE_P(
    Settings, Resume,
    ::testing::Values(
        Case{"templates", {"model.dim=6", "model.mentions=off"}},
        Case{"everything",
             {"model.dim=6", "model.rule_predicates=attention", "model.encoder=ngrams",
              "model.train_slope=true", "learn.validate_every=1", "learn.restarts=2",
              "learn.patience=2", "learn.schedule=linear"}},
        Case{"mined",
             {"learn.rules=mined", "mine.min_support=2", "learn.validate_every=1",
              "rank.aggregate=max_plus", "rank.proofs=3", "model.mentions=off"}},
        Case{"both", {"learn.rules=both", "mine.min_support=2"}},
        Case{"chosen",
             {"learn.rules=mined", "learn.choose=true", "learn.holdout=0.2", "learn.answers=2",
              "mine.adaptive=true", "mine.per_fact=3", "mine.bodiless=true",
              "rank.aggregate=noisy_or", "rank.groundings=share", "rank.competing_facts=weigh",
              "rank.competing_pairs=weigh", "model.mentions=off"}},
        Case{"vectors",
             {"learn.rules=none", "learn.epochs=1", "predictor.kind=transe",
              "predictor.optimizer=adam", "predictor.dim=6", "predictor.epochs=3",
              "predictor.batch_size=40", "predictor.samples=9", "predictor.validate_every=1",
              "predictor.starts=2", "model.mentions=off"}},
        Case{"hybrid",
             {"learn.rules=mined", "mine.min_support=2", "rank.aggregate=noisy_or",
              "learn.validate_every=1", "predictor.kind=complex", "predictor.dim=6",
              "predictor.epochs=2", "predictor.batch_size=40", "predictor.choose=true",
              "predictor.starts=1", "model.mentions=off"},
             500,
             4},
        // More than a table of all distances holds: lists of neighbours are kept while they move.
        Case{"many",
             {"learn.epochs=1", "learn.batch_size=700", "model.mentions=off", "model.dim=8",
              "model.entity_scale=1", "prover.floor=0.5", "learn.learning_rate=0.05"},
             4100,
             4},

        // FAISS's index is of every tenth step.
        Case{"greedy",
             {"prover.k_facts=5", "index.kind=faiss-hnsw", "model.mentions=off",
              "learn.batch_size=4"},
             30,
             1,
             30}),
    [](const auto& each) { return each.param.name; });

// What cannot go on ------------------------------------------------------------------------------

class Refusal : public ::testing::Test {
 protected:
  // A training that was stopped.
  void SetUp() override {
    write_data(folder_, {});
    const Settings settings = settings_of({});
    Observer observer;
    std::stop_source source;
    observer.stop = source.get_token();
    observer.progress = [&](const Progress& now) {
      if (now.fraction > 0.5) source.request_stop();
    };
    const Dataset dataset = Dataset::load(folder_.path() / "data", settings);
    EXPECT_THROW(train_run(run(), dataset, settings, {}, observer), Interrupted);
  }

  fs::path run() const { return folder_.path() / "run"; }
  std::string refusal() const {
    return error_of([&] { resume_run(run()); });
  }
  fs::path start_file() const { return run() / "checkpoint/start.json"; }

  TempFolder folder_;
};

TEST_F(Refusal, ChangedData) {
  const std::string train = read_file(folder_.path() / "data/train.tsv");
  folder_.write("data/train.tsv", train + "p1\tfriend\tp2\n");
  EXPECT_THAT(refusal(), HasSubstr("train.tsv: has changed since the training was begun"));
  folder_.write("data/train.tsv", train);
  folder_.write("data/test.tsv", "p1\tfriend\tp9\n");
  EXPECT_THAT(refusal(), HasSubstr("other files"));
  fs::remove(folder_.path() / "data/test.tsv");
  EXPECT_NO_THROW(resume_run(run()));
}

TEST_F(Refusal, AnotherVersionOrProcessor) {
  const RunStart start = read_run_start(start_file());
  RunStart other = start;
  other.version = "9.9.9";
  write_file(start_file(), to_json(other));
  EXPECT_THAT(refusal(), HasSubstr("was begun by gntp 9.9.9"));
  other = start;
  other.processor = "MOS6502";
  write_file(start_file(), to_json(other));
  EXPECT_THAT(refusal(), HasSubstr("MOS6502"));
  write_file(start_file(), to_json(start));
  EXPECT_NO_THROW(resume_run(run()));
}

TEST_F(Refusal, SettingsOrASeedThatHaveChanged) {
  const fs::path config = run() / "checkpoint/config.toml";
  const std::string settings = read_file(config);
  write_file(config, settings + "\n");
  EXPECT_THAT(refusal(), HasSubstr("config.toml: is damaged"));
  write_file(config, settings);
  std::string start = read_file(start_file());
  start.replace(start.find("\"seed\": 0"), 9, "\"seed\": 1");
  write_file(start_file(), start);
  EXPECT_THAT(refusal(), HasSubstr("start.json: is damaged"));
}

TEST_F(Refusal, WhatIsNoTraining) {
  EXPECT_THAT(error_of([&] { resume_run(folder_.path() / "none"); }), HasSubstr("no such folder"));
  EXPECT_THAT(error_of([&] { resume_run(folder_.path() / "data"); }),
              HasSubstr("no training to go on with"));
  resume_run(run());
  EXPECT_THAT(refusal(), HasSubstr("it is finished"));
}

TEST_F(Refusal, AFolderThatIsTaken) {
  EXPECT_THAT(error_of([&] { require_new_run(run()); }), HasSubstr("train --resume"));
  EXPECT_THAT(error_of([&] { require_new_run(folder_.path() / "data"); }),
              HasSubstr("exists already"));
}

TEST_F(Refusal, ADamagedCheckpointFallsBackOnTheOneBefore) {
  const fs::path checkpoints = run() / "checkpoint";
  fs::path newest;
  for (const auto& entry : fs::directory_iterator(checkpoints)) {
    if (entry.path().extension() == ".state") newest = std::max(newest, entry.path());
  }
  ASSERT_FALSE(newest.empty());
  std::string bytes = read_file(newest);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_file(newest, bytes);
  std::string warning;
  Observer observer;
  observer.warning = [&](const std::string& text) { warning += text; };
  resume_run(run(), 1, observer);
  EXPECT_THAT(warning, HasSubstr("damaged"));
  const Settings settings = settings_of({});
  train_run(folder_.path() / "whole", Dataset::load(folder_.path() / "data", settings), settings);
  EXPECT_EQ(difference(folder_.path() / "whole", run()), "");
}

TEST(TrainRun, ThatFailsLeavesNoFolder) {
  const TempFolder folder;
  write_data(folder, {});
  const Settings settings = settings_of({});
  const Dataset dataset = Dataset::load(folder.path() / "data", settings);
  Observer observer;
  observer.progress = [](const Progress&) { throw Error("the progress cannot be shown"); };
  const fs::path run = folder.path() / "new/folders/run";
  EXPECT_THAT(error_of([&] { train_run(run, dataset, settings, {}, observer); }),
              HasSubstr("cannot be shown"));
  EXPECT_FALSE(fs::exists(folder.path() / "new"));
}

}  // namespace
}  // namespace gntp
