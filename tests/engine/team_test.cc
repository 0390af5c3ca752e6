// Several processes, here threads, train, evaluate and sweep together: the bytes are those of one.
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "engine/evaluation.h"
#include "engine/sweep.h"
#include "mine/miner.h"
#include "support/errors.h"
#include "support/folders.h"
#include "support/temp_folder.h"
#include "support/thread_team.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using testing::difference;
using ::testing::HasSubstr;
using testing::TempFolder;
using testing::ThreadTeam;

struct Case {
  std::string name;
  std::vector<std::string> settings;
};

void PrintTo(const Case& each, std::ostream* out) {
  *out << each.name;
}

std::string person(std::size_t number) {
  return "p" + std::to_string(number);
}

// `people` in a ring, with valid and test triples that rules can find.
void write_data(const TempFolder& folder, std::size_t people) {
  std::string train;
  std::string valid;
  std::string test;
  std::minstd_rand random(1);
  for (std::size_t i = 0; i < people; ++i) {
    train += person(i) + "\tparent\t" + person((i + 1) % people) + "\n";
    std::string& split = i % 5 == 1 ? valid : i % 5 == 2 ? test : train;
    split += person(i) + "\tgrandparent\t" + person((i + 2) % people) + "\n";
    train += person(i) + "\tfriend\t" + person(random() % people) + "\n";
  }
  folder.write("data/train.tsv", train);
  folder.write("data/valid.tsv", valid);
  folder.write("data/test.tsv", test);
  folder.write("data/rules.pl", "s(X, Y) :- t(X, Z), u(Z, Y) <2>\ns(X, Y) :- t(Y, X) <2>\n");
}

Settings settings_of(const Case& each) {
  Settings settings;
  for (const char* usual : {"learn.epochs=2", "learn.batch_size=16"}) settings.assign(usual);
  for (const std::string& assignment : each.settings) settings.assign(assignment);
  return settings;
}

std::string message_of(const std::exception_ptr& failure) {
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

class TeamThreads : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { write_data(folder_, 60); }

  fs::path path(const std::string& name) const { return folder_.path() / name; }

  TrainingSummary train(const std::string& name, const Observer& observer = {},
                        const WorkLimit& limit = {}) const {
    const Settings settings = settings_of(GetParam());
    TrainRunOptions options;
    options.run = {7, 2, limit};
    return *train_run(path(name), Dataset::load(path("data"), settings), settings, options,
                      observer)
                .engine.training();
  }

  std::vector<std::exception_ptr> train_together(std::size_t processes,
                                                 const std::string& name) const {
    return ThreadTeam(processes).run([&](std::size_t) { train(name); });
  }

  // Process `who` is asked to stop at that call of its progress callback.
  template <typename Work>
  static std::vector<std::exception_ptr> stopped(std::size_t processes, std::size_t who,
                                                 std::size_t call, const Work& work) {
    return ThreadTeam(processes).run([&](std::size_t rank) {
      std::stop_source source;
      std::size_t calls = 0;
      Observer observer;
      observer.stop = source.get_token();
      Communicator::current().set_stop(source);
      if (rank == who) {
        observer.progress = [&](const Progress&) {
          if (++calls == call) source.request_stop();
        };
      }
      work(observer);
    });
  }

  TempFolder folder_;
};

TEST_P(TeamThreads, TrainTheSameBytesAsOneProcess) {
  train("one");
  for (const std::size_t processes : {2U, 3U, 4U}) {
    const std::string name = "by" + std::to_string(processes);
    for (const auto& failure : train_together(processes, name)) {
      EXPECT_EQ(message_of(failure), "");
    }
    EXPECT_EQ(difference(path("one"), path(name)), "") << processes << " processes";
  }
}

TEST_P(TeamThreads, GoOnAsAnotherNumberOfProcesses) {
  train("one");
  for (const std::size_t call : {1U, 4U, 15U}) {
    const std::string name = "stopped" + std::to_string(call);
    const auto failures =
        stopped(3, 0, call, [&](const Observer& observer) { train(name, observer); });
    ASSERT_THAT(message_of(failures[0]), HasSubstr("--resume"));
    for (const auto& failure : failures) ASSERT_NE(failure, nullptr);
    const auto again =
        stopped(2, 1, 3, [&](const Observer& observer) { resume_run(path(name), 1, observer); });
    if (again[0] != nullptr) {
      ASSERT_THAT(message_of(again[0]), HasSubstr("--resume"));
      resume_run(path(name), 2);
    }
    EXPECT_EQ(difference(path("one"), path(name)), "") << "stopped at call " << call;
  }
}

TEST_P(TeamThreads, EndAfterTheSameStepWhenTimeIsUp) {
  if (GetParam().name == "chosen") GTEST_SKIP() << "it plans by the limit";
  const auto found = ThreadTeam::results<std::size_t>(
      3, [&](std::size_t) { return train("limited", {}, {.steps = {}, .seconds = 0.02}).steps; });
  train("steps", {}, {.steps = found[0], .seconds = {}});
  EXPECT_EQ(difference(path("limited"), path("steps")), "") << found[0] << " steps";
}

INSTANTIATE_TEST_SUITE_P(
    Settings, TeamThreads,
    ::testing::Values(
        Case{"templates", {"model.dim=6"}},
        Case{"attention",
             {"model.dim=6", "model.rule_predicates=attention", "model.train_slope=true",
              "learn.validate_every=1", "learn.restarts=2"}},
        Case{"mined",
             {"learn.rules=mined", "mine.min_support=2", "learn.validate_every=1",
              "rank.aggregate=max_plus", "rank.proofs=3"}},
        Case{"chosen",
             {"learn.rules=mined", "learn.choose=true", "learn.holdout=0.2", "learn.answers=2",
              "mine.adaptive=true", "mine.per_fact=3", "mine.bodiless=true",
              "rank.aggregate=noisy_or", "rank.groundings=share", "rank.competing_facts=weigh",
              "rank.competing_pairs=weigh"}},
        Case{"hybrid",
             {"learn.rules=mined", "mine.min_support=2", "rank.aggregate=noisy_or",
              "learn.validate_every=1", "predictor.kind=complex", "predictor.dim=6",
              "predictor.epochs=2", "predictor.batch_size=40", "predictor.starts=2"}}),
    [](const auto& each) { return each.param.name; });

TEST(TeamThreadsMine, FindTheSameRulesAsOneProcess) {
  const TempFolder folder;
  write_data(folder, 80);
  MineOptions options;
  options.max_body = 3;
  options.constants = 2;
  options.min_support = 1;
  options.min_confidence = 0;
  options.max_rules = 300;
  options.exhaustive = 20;  // bodies of more than one atom are sampled
  options.per_fact = 4;
  options.bodiless = true;
  const auto rules_of = [&](std::size_t thread_count) {
    const LoadedDataset dataset = load_dataset(folder.path() / "data");
    ThreadPool threads(thread_count);
    const Mining mining = mine_rules(dataset.kb, options, threads);
    std::string text = fmt::format("{} from {}", mining.accepted, mining.sampled_from);
    for (const MinedRule& rule : mining.rules) text += '\n' + to_rule_line(rule, dataset.kb);
    return text;
  };
  const std::string one = rules_of(1);
  EXPECT_THAT(one, HasSubstr("from 2"));
  EXPECT_THAT(one, HasSubstr("grandparent"));
  for (const std::size_t processes : {2U, 3U, 4U}) {
    const auto found = ThreadTeam::results<std::string>(
        processes, [&](std::size_t rank) { return rules_of(1 + rank % 2); });
    for (const std::string& each : found) EXPECT_EQ(each, one) << processes << " processes";
  }
}

TEST(TeamThreadsMine, RefuseDifferentData) {
  const TempFolder folder;
  write_data(folder, 20);
  folder.write("other/train.tsv", "a\tr\tb\n");
  Settings settings;
  settings.set("learn.rules", "mined");
  const auto failures = ThreadTeam(2).run([&](std::size_t rank) {
    mine(Dataset::load(folder.path() / (rank == 0 ? "data" : "other"), settings), settings);
  });
  for (const auto& failure : failures) {
    EXPECT_THAT(message_of(failure), HasSubstr("process 1 differs from process 0"));
  }
}

std::string evaluation_text(const Engine& engine, const fs::path& data) {
  std::string text;
  for (Evaluation& evaluation : engine.evaluate(data, "all")) {
    evaluation.seconds = 0;
    text += to_json(evaluation).dump();
  }
  return text;
}

TEST(TeamThreadsEvaluate, RankTheSameAsOneProcess) {
  for (const char* aggregate : {"max", "noisy_or"}) {
    const TempFolder folder;
    write_data(folder, 60);
    Settings settings;
    for (const std::string& each :
         {std::string("learn.rules=mined"), std::string("learn.epochs=0"),
          std::string("mine.min_support=2"), "rank.aggregate=" + std::string(aggregate)}) {
      settings.assign(each);
    }
    const fs::path run = folder.path() / "run";
    train_run(run, Dataset::load(folder.path() / "data", settings), settings);
    const std::string one = evaluation_text(Engine::open(run, 1), folder.path() / "data");
    for (const std::size_t processes : {2U, 3U}) {
      const auto found = ThreadTeam::results<std::string>(processes, [&](std::size_t) {
        return evaluation_text(Engine::open(run, 2), folder.path() / "data");
      });
      for (const std::string& each : found) EXPECT_EQ(each, one);
    }
  }
}

TEST(TeamThreadsSweep, JudgeTheSameAndWriteOneJournal) {
  const TempFolder folder;
  write_data(folder, 30);
  std::vector<LoadedDataset> datasets;
  datasets.push_back(load_dataset(folder.path() / "data", {}, Mentions::kOff, OnError::kStop));
  folder.write("space.toml", "[model]\ndim = [2, 3, 4, 5, 6]\n");
  AllOptions base;
  base.learn.epochs = 1;
  const SweepPlan plan = plan_sweep(base, read_alternatives(folder.path() / "space.toml"), 0, 0);
  const auto sweep = [&](SweepJournal& journal) {
    ThreadPool threads(2);
    const Observer observer;
    std::string text;
    for (const TrialSummary& each :
         Sweep(plan, datasets, {2, GiveUp::kHopeless}, journal, observer).run({}, threads)) {
      text += fmt::format("{} {} {}\n", fmt::join(each.trial->values, " "), each.mean, each.runs);
    }
    return text;
  };
  SweepJournal alone(folder.path() / "one.jsonl");
  const std::string one = sweep(alone);
  const auto found = ThreadTeam::results<std::string>(3, [&](std::size_t rank) {
    if (rank > 0) {
      SweepJournal copy{std::vector<SweepRun>()};
      return sweep(copy);
    }
    SweepJournal journal(folder.path() / "three.jsonl");
    return sweep(journal);
  });
  for (const std::string& each : found) EXPECT_EQ(each, one);
  const SweepJournal journal(folder.path() / "three.jsonl");
  ASSERT_EQ(journal.runs().size(), alone.runs().size());
  for (std::size_t i = 0; i < journal.runs().size(); ++i) {
    EXPECT_EQ(journal.runs()[i].key, alone.runs()[i].key);
    EXPECT_EQ(journal.runs()[i].valid, alone.runs()[i].valid);
  }
}

}  // namespace
}  // namespace gntp
