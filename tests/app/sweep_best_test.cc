// gntp sweep --best: the best settings as a file that training reads.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gntp/settings.h>
#include <gtest/gtest.h>

#include "app/command.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

class SweepBest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string train =
        "a\tr\tb\nb\tr\tc\nc\tr\td\nd\tr\te\na\ts\tc\nb\ts\td\nc\ts\te\na\tt\te\n";
    for (const std::string name : {"one", "two"}) {
      folder_.write(name + "/train.tsv", train);
      folder_.write(name + "/valid.tsv", "a\ts\td\nb\ts\te\n");
      folder_.write(name + "/rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <4>\n");
    }
    folder_.write("space.toml", "[learn]\nepochs = [1, 2]\n");
  }
  Outcome run(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }
  Outcome sweep(const std::string& arguments) const {
    return run("sweep one --space space.toml --set model.dim=5 --quiet --out j " + arguments);
  }
  std::string file(const std::string& name) const { return read_file(folder_.path() / name); }

  testing::TempFolder folder_;
};

TEST_F(SweepBest, TrainingWithItHasTheSameSettings) {
  const std::string given = " --preset countries-s1 --set model.dim=5 --set learn.batch_size=4";
  Outcome outcome = run("sweep one two --space space.toml --seeds 2 --quiet --json --out j" +
                        given + " --best best.toml");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const nlohmann::json best = outcome.json()[0];
  const std::string epochs = best["settings"]["learn.epochs"];
  outcome =
      run("train one --quiet --no-eval --out wanted" + given + " --set learn.epochs=" + epochs);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  for (const std::string preset : {"", " --preset countries-s1"}) {
    const std::string out = preset.empty() ? "alone" : "beside";
    outcome =
        run(fmt::format("train one --quiet --no-eval --config best.toml --out {}{}", out, preset));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(file(out + "/config.toml"), file("wanted/config.toml"));
    EXPECT_EQ(file(out + "/model.safetensors"), file("wanted/model.safetensors"));
  }
  const std::string text = file("best.toml");
  EXPECT_THAT(text, HasSubstr("The best of 2 settings"));
  EXPECT_THAT(text,
              HasSubstr("mean and deviation of 4 runs.\n# Seeds: 1 to 2. Data sets:\n#   one\n"
                        "#   two\n# gntp train DATA --config FILE --out RUN\n\n[model]\n"));
  EXPECT_THAT(text, HasSubstr("epochs = " + epochs + "\n"));
  EXPECT_THAT(text, HasSubstr(fmt::format("{:.4f} +- {:.4f}", best["valid"].get<double>(),
                                          best["deviation"].get<double>())));
  EXPECT_THAT(text, Not(HasSubstr("tnorm")));
}

TEST_F(SweepBest, ModesAndSettingsWithoutEffectAreNoTrouble) {
  folder_.write("space.toml",
                "[learn]\nrules = \"mined\"\nepochs = [0, 1]\n[mine]\nmin_support = 1\n");
  const Outcome outcome =
      run("sweep one --space space.toml --quiet --out j --best b --set learn.learning_rate=0.5");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(file("b"), HasSubstr("rules = \"mined\""));
  EXPECT_THAT(file("b"), Not(HasSubstr("objective")));
  const Outcome trained = run("train one --quiet --no-eval --config b --out run");
  EXPECT_EQ(trained.status, 0) << trained.err;
}

TEST_F(SweepBest, WhatElseTrainingNeedsIsInTheComment) {
  folder_.write("my.pl", "s(X, Y) :- r(X, Z), r(Z, Y)\n");
  ASSERT_EQ(sweep("--rules my.pl --on-error skip --best rules.toml").status, 0);
  EXPECT_THAT(file("rules.toml"), HasSubstr("# gntp train DATA --config FILE --rules my.pl "
                                            "--on-error skip --out RUN\n"));
  ASSERT_EQ(sweep("--preset wn18rr --best preset.toml").status, 0);
  EXPECT_THAT(file("preset.toml"),
              HasSubstr("# gntp train DATA --config FILE --preset wn18rr --out RUN\n"));
}

TEST_F(SweepBest, NamesCannotLeaveTheComment) {
  fs::rename(folder_.path() / "one", folder_.path() / "x\n[learn]\nepochs = 9 \xff");
  const Outcome outcome = testing::run_shell(
      "exec gntp sweep x* --space space.toml --quiet --out j --best b\n", folder_.path());
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(file("b"), HasSubstr("#   x?[learn]?epochs = 9 ?\n"));
  EXPECT_NE(Settings::load(folder_.path() / "b").get("learn.epochs"), "9");
}

TEST_F(SweepBest, AllDefaultsAreAnEmptyFile) {
  folder_.write("space.toml", "");
  const Outcome outcome = run("sweep one --space space.toml --quiet --out j --best b");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(file("b"), HasSubstr("# The best of 1 setting that 'gntp sweep' tried"));
  EXPECT_THAT(file("b"), HasSubstr("mean and deviation of 1 run.\n# Seed: 1. Data sets:\n"));
  EXPECT_EQ(Settings::load(folder_.path() / "b").to_toml(), Settings().to_toml());
}

TEST_F(SweepBest, ComesFromAJournalThatIsComplete) {
  ASSERT_EQ(sweep("").status, 0);
  const std::string journal = file("j");
  ASSERT_EQ(sweep("--best b").status, 0);
  EXPECT_EQ(file("j"), journal);
  EXPECT_THAT(file("b"), HasSubstr("epochs"));
}

TEST_F(SweepBest, SaysHowManyOfItsRunsItHas) {
  const Outcome outcome = sweep("--seeds 3 --steps 2 --best b");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(file("b"), HasSubstr("mean and deviation of 2 of 3 runs."));
  const Outcome none = sweep("--seeds 3 --steps 0 --best c");
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("c: not written: no run was made"));
  EXPECT_FALSE(fs::exists(folder_.path() / "c"));
}

// All of it before anything is run.
TEST_F(SweepBest, RefusesFilesThatAreThere) {
  const auto refused = [&](const std::string& arguments, const std::string& reason) {
    const Outcome outcome = sweep(arguments);
    EXPECT_NE(outcome.status, 0) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(reason));
    EXPECT_FALSE(fs::exists(folder_.path() / "j")) << arguments;
  };
  folder_.write("b", "mine");
  const std::string space = file("space.toml");
  refused("--best b", "b: exists already; choose another name, or replace it with --force");
  refused("--best missing/b", "there is no folder missing");
  refused("--best one", "one: is a folder");
  refused("--best one/train.tsv --force", "belongs to the data set in its folder");
  refused("--best space.toml --force", "space.toml: this sweep needs that file itself");
  refused("--best ./one/../j", "this sweep needs that file itself");
  refused("--force", "--force is for the file of --best");
  EXPECT_EQ(file("b"), "mine");
  EXPECT_EQ(file("space.toml"), space);
  ASSERT_EQ(sweep("--best b --force").status, 0);
  EXPECT_THAT(file("b"), HasSubstr("# The best of 2 settings"));
}

}  // namespace
}  // namespace gntp
