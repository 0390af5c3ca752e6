// The verbs through the real executable: what they print and what they leave behind.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/command.h"
#include "app/verbs.h"
#include "base/text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::kCrisp;
using testing::Outcome;
using ::testing::StartsWith;

constexpr const char* kModelFiles[] = {"model.safetensors", "entities.tsv", "relations.tsv",
                                       "rules.json",        "config.toml",  "metadata.json"};

class Verbs : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_family(folder_);
    // Templates and candidates for what needs training.
    folder_.write("soft/train.tsv",
                  "a\tr\tb\nb\tr\tc\nc\tr\td\nd\tr\te\na\ts\tc\nb\ts\td\nc\ts\te\na\tt\te\n");
    folder_.write("soft/test.tsv", "a\ts\td\n");
    folder_.write("soft/test-more.tsv", "b\ts\te\n");
    folder_.write("soft/candidates.txt", "c\nd\ne\n");
    folder_.write("soft/rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <4>\np(X, Y) :- q(Y, X) <2>\n");
  }

  Outcome gntp(const std::string& arguments) const {
    Outcome outcome = testing::run_gntp(arguments, folder_.path());
    EXPECT_EQ(outcome.status, 0) << arguments << '\n' << outcome.err;
    return outcome;
  }

  std::string file(const std::string& name) const { return read_file(folder_.path() / name); }

  // The lines of a run's trace.jsonl.
  std::vector<nlohmann::json> trace(const std::string& run) const {
    const std::string text = file(run + "/trace.jsonl");
    std::vector<nlohmann::json> entries;
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty()) entries.push_back(nlohmann::json::parse(line));
    }
    return entries;
  }

  testing::TempFolder folder_;
};

TEST_F(Verbs, ADryRunSaysWhatTrainingWouldCostAndMakesNothing) {
  folder_.write("soft/valid.tsv", "b\ts\td\na\tr\tc\n");
  const std::string arguments =
      "train soft --preset paper --dry-run --set learn.epochs=7 --set learn.validate_every=1 ";
  EXPECT_THAT(gntp(arguments).out,
              ::testing::AllOf(HasSubstr("for 7 epochs"), HasSubstr("1 of 1 batches tried"),
                               HasSubstr("each time"), HasSubstr("memory")));
  const nlohmann::json estimate = gntp(arguments + "--json").json();
  EXPECT_GT(estimate["seconds"], 0);
  EXPECT_GT(estimate["validation_seconds"], 0);
  // 5 entities, 3 relations and, as r is one of them, two slots for each of the six rules.
  EXPECT_EQ(estimate["model_bytes"], 4 * 100 * (5 + 3 + 6 * 2));
  EXPECT_GT(estimate["peak_bytes"], 1 << 20);
  EXPECT_FALSE(fs::exists(folder_.path() / "runs"));
}

TEST_F(Verbs, GivenRulesComeFromAnyFile) {
  folder_.write("given.pl", "s(X, Y) :- r(X, Z), r(Z, Y)\n");
  folder_.write("more.pl", "0.5 :: t(X, Y) :- s(X, Z), s(Z, Y)\n");
  const std::string settings = " --no-eval" + std::string(kCrisp);
  gntp("train soft --preset paper --rules given.pl --out given" + settings);
  EXPECT_THAT(gntp("rules given").out, HasSubstr("s(X, Y) :- r(X, Z), r(Z, Y)"));
  EXPECT_EQ(gntp("predict given 's(a, ?)' --json --top 1").json()["answers"][0]["score"], 1);
  // With a confidence to start from, the rule's head is a vector of its own.
  gntp(
      "train soft --preset paper --rules given.pl --rules more.pl --rule-confidence 0.75 --out "
      "both" +
      settings);
  const nlohmann::json rules = gntp("rules both --json").json();
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_NEAR(rules[0]["confidence"], 0.75, 1e-4);
  EXPECT_NEAR(rules[1]["confidence"], 0.5, 1e-4);
}

TEST_F(Verbs, HelpOfEachHasAnExample) {
  for (const Verb& verb : all_verbs()) {
    const std::string name(verb.name);
    const Outcome help = gntp(name + " --help");
    EXPECT_THAT(help.out, HasSubstr("Usage: gntp " + name));
    EXPECT_THAT(help.out, HasSubstr("\n  gntp " + name));
    EXPECT_EQ(gntp("help " + name).out, help.out);
    EXPECT_THAT(gntp("help").out, HasSubstr("\n  " + name + " "));
  }
  EXPECT_EQ(gntp("--help").out, gntp("help").out);
  EXPECT_EQ(gntp("").out, gntp("help").out);
  EXPECT_THAT(gntp("help settings").out, HasSubstr("prover.depth"));
  EXPECT_THAT(gntp("help presets").out, HasSubstr("countries-s1"));
  EXPECT_EQ(gntp("--version").out, gntp("version").out);
}

// The kept model is that of the epoch with the best valid score, not the last one.
TEST_F(Verbs, TrainKeepsTheModelThatIsBestOnValid) {
  folder_.write("soft/valid.tsv", "b\ts\te\na\tr\tb\n");
  const std::string train =
      "train soft --preset paper --quiet --no-eval --seed 3 --set model.dim=8 --set "
      "learn.learning_rate=0.1"
      " --set model.relation_scale=0.2 --set model.rule_scale=0.2";
  gntp(train + " --set learn.epochs=30 --set learn.validate_every=1 --out best");
  std::size_t epoch = 0;
  std::size_t kept = 0;
  double highest = -1;
  for (const nlohmann::json& entry : trace("best")) {
    ++epoch;
    if (entry.at("valid").get<double>() > highest) {
      highest = entry.at("valid").get<double>();
      kept = epoch;
    }
  }
  EXPECT_EQ(epoch, 30U);
  ASSERT_LT(kept, 30U) << "a case where the last epoch is best shows nothing";
  EXPECT_EQ(nlohmann::json::parse(file("best/metrics.json")).at("kept_epoch"), kept);
  gntp(train + fmt::format(" --set learn.epochs={} --out upto", kept));
  EXPECT_TRUE(file("best/model.safetensors") == file("upto/model.safetensors"));
  gntp(train +
       " --set learn.epochs=30 --set learn.validate_every=1 --set learn.patience=2 --out early");
  EXPECT_LT(trace("early").size(), 30U);
}

// The best of three random starts is at least as good on valid as the first.
TEST_F(Verbs, TrainKeepsTheBestOfSeveralStarts) {
  folder_.write("soft/valid.tsv", "b\ts\te\na\ts\td\n");
  gntp(
      "train soft --preset paper --quiet --no-eval --set model.dim=8 --set learn.epochs=5 --out run"
      " --set learn.validate_every=5 --set learn.restarts=3");
  std::vector<double> scores;
  for (const nlohmann::json& entry : trace("run")) {
    if (entry.contains("valid")) scores.push_back(entry.at("valid").get<double>());
  }
  ASSERT_EQ(scores.size(), 3U);
  const std::size_t kept = nlohmann::json::parse(file("run/metrics.json")).at("kept_restart");
  EXPECT_EQ(scores[kept], *std::ranges::max_element(scores));
  EXPECT_NE(scores[0], scores[1]) << "different starts were meant to differ";
}

TEST_F(Verbs, SameSeedGivesTheSameBytesForAnyThreadCount) {
  for (const std::string rules : {"standard", "attention"}) {
    const std::string train = fmt::format(
        "train soft --preset paper --quiet --seed 7 --set learn.epochs=20 --set model.dim=8 --set "
        "prover.depth=2"
        " --set model.relation_scale=0.2 --set model.rule_scale=0.2"
        " --set model.rule_predicates={0} --out {0}",
        rules);
    gntp(train + "1 --threads 1");
    gntp(train + "2 --threads 2");
    gntp(train + "3 --threads 2");
    for (const auto& entry : fs::directory_iterator(folder_.path() / (rules + "1"))) {
      const std::string name = entry.path().filename().string();
      if (name == "times.json") continue;
      const std::string one = read_file(entry.path());
      EXPECT_TRUE(one == file(fmt::format("{}2/{}", rules, name))) << rules << ' ' << name;
      EXPECT_TRUE(one == file(fmt::format("{}3/{}", rules, name))) << rules << ' ' << name;
    }
  }
  gntp(
      "train soft --preset paper --out other --seed 8 --quiet --set learn.epochs=20 --set "
      "model.dim=8");
  EXPECT_FALSE(file("other/model.safetensors") == file("standard1/model.safetensors"));
}

TEST_F(Verbs, SettingsComeFromPresetConfigAndSetInThatOrder) {
  folder_.write("c.toml", "[learn]\nepochs = 1\nbatch_size = 3\n");
  gntp("train family --out run --quiet --preset umls --config c.toml --set learn.batch_size=4");
  EXPECT_THAT(file("run/config.toml"), HasSubstr("\nbatch_size = 4\n"));
  EXPECT_THAT(file("run/config.toml"), HasSubstr("\nepochs = 1\n"));
  gntp("train family --out again --quiet --config run/config.toml");
  EXPECT_EQ(file("again/config.toml"), file("run/config.toml"));
}

TEST_F(Verbs, RunFolderIsComplete) {
  gntp(
      "train soft --preset paper --out runs/deep/soft/ --quiet --seed 3 --set learn.epochs=5 --set "
      "model.dim=4");
  const fs::path run = folder_.path() / "runs/deep/soft";
  for (const char* name : kModelFiles) EXPECT_TRUE(fs::exists(run / name)) << name;
  const auto metadata = nlohmann::json::parse(file("runs/deep/soft/metadata.json"));
  EXPECT_EQ(metadata.at("seed"), 3);
  EXPECT_EQ(metadata.at("data").at("xxh64").size(), 5U);
  const std::string trace = file("runs/deep/soft/trace.jsonl");
  EXPECT_EQ(std::ranges::count(trace, '\n'), 5);
  const auto last = nlohmann::json::parse(trace.substr(trace.rfind('\n', trace.size() - 2) + 1));
  EXPECT_EQ(last.at("epoch"), 5);
  const auto metrics = nlohmann::json::parse(file("runs/deep/soft/metrics.json"));
  EXPECT_TRUE(metrics.at("splits").at("test").contains("auc_pr"));
  EXPECT_TRUE(metrics.at("splits").contains("test-more"));
  const auto times = nlohmann::json::parse(file("runs/deep/soft/times.json"));
  EXPECT_EQ(times.at("epoch_seconds").size(), 5U);
  EXPECT_TRUE(times.at("evaluation_seconds").contains("test-more"));
  for (const fs::directory_entry& entry : fs::directory_iterator(run.parent_path())) {
    EXPECT_EQ(entry.path().filename(), "soft");
  }
}

TEST_F(Verbs, EvalPrintsOneObject) {
  gntp(
      "train soft --preset paper --out run --no-eval --quiet --set learn.epochs=5 --set "
      "model.dim=4");
  const nlohmann::json result = gntp("eval run --json").json();
  EXPECT_EQ(result.at("split"), "test");
  EXPECT_GE(result.at("seconds").get<double>(), 0);
  EXPECT_GE(result.at("auc_pr").get<double>(), 0);
  EXPECT_LE(result.at("auc_pr").get<double>(), 1);
  for (const char* side : {"both", "head", "tail"}) {
    for (const char* type : {"optimistic", "realistic", "pessimistic", "expected"}) {
      for (const char* metric :
           {"mrr", "mean_rank", "hits_at_1", "hits_at_3", "hits_at_5", "hits_at_10"}) {
        EXPECT_TRUE(result.at(side).at(type).at(metric).is_number()) << side << type << metric;
      }
    }
  }
  EXPECT_EQ(result.at("by_relation").at("s").at("count"), 1);
  EXPECT_EQ(result.at("splits").at("test-more").at("split"), "test-more");
  EXPECT_THAT(gntp("eval run").out, HasSubstr("AUC-PR"));
  EXPECT_EQ(gntp("eval run --split all --json").json().at("splits").size(), 1U);
}

TEST_F(Verbs, ScorePrintsNineDigits) {
  gntp("train family --preset paper --out run" + std::string(kCrisp));
  folder_.write("list.tsv", "ada\tgrandparent\tcid\r\n\ncid\tgrandparent\tada\n");
  const std::string expected = "ada\tgrandparent\tcid\t1\ncid\tgrandparent\tada\t0\n";
  EXPECT_EQ(gntp("score run list.tsv").out, expected);
  EXPECT_EQ(gntp("score run < list.tsv").out, expected);
  EXPECT_EQ(gntp("score run - < list.tsv").out, expected);
  EXPECT_EQ(gntp("score run </dev/null").out, "");
  EXPECT_EQ(gntp("score run list.tsv --json").json().at(1).at("score"), 0);

  gntp(
      "train soft --preset paper --out soft-run --quiet --set learn.epochs=2 --set model.dim=4"
      " --set prover.floor=1e-9");
  const std::string line = gntp("score soft-run soft/test.tsv").out;
  const double score = std::stod(line.substr(line.rfind('\t') + 1));
  const double exact =
      gntp("score soft-run soft/test.tsv --json").json().at(0).at("score").get<double>();
  EXPECT_NEAR(score, exact, 1e-8 * exact);
  EXPECT_NE(score, exact);
}

TEST_F(Verbs, PredictAgreesWithScore) {
  gntp(
      "train soft --preset paper --out run --quiet --set learn.epochs=2 --set model.dim=4"
      " --set prover.floor=1e-9");
  const nlohmann::json answers = gntp("predict run 's(a, ?)' --json").json().at("answers");
  ASSERT_FALSE(answers.empty());
  double before = 1;
  for (const nlohmann::json& answer : answers) {
    EXPECT_LE(answer.at("score").get<double>(), before);
    before = answer.at("score").get<double>();
    folder_.write("one.tsv", "a\ts\t" + answer.at("answer").get<std::string>() + "\n");
    EXPECT_EQ(gntp("score run one.tsv --json").json().at(0).at("score"), answer.at("score"));
    EXPECT_EQ(answer.at("known").get<bool>(), answer.at("answer") == "c");
  }
  EXPECT_EQ(gntp("predict run 's(a, ?)' --top 2 --json").json().at("answers").size(), 2U);
  const nlohmann::json fresh = gntp("predict run 's(a, ?)' --new --json").json();
  for (const nlohmann::json& answer : fresh.at("answers")) {
    EXPECT_NE(answer.at("answer"), "c");
  }
}

TEST_F(Verbs, ExplainWithoutTheFactItself) {
  gntp("train family --preset paper --out run" + std::string(kCrisp));
  const Outcome known = gntp("explain run 'parent(ada, bob)'");
  EXPECT_THAT(known.out, StartsWith("parent(ada, bob)   score 1.000\n"));
  EXPECT_THAT(known.err, HasSubstr("--inferred"));
  const Outcome none = gntp("explain run 'parent(ada, bob)' --inferred");
  EXPECT_EQ(none.out, "");
  EXPECT_THAT(none.err, HasSubstr("no proof"));
  const nlohmann::json json = gntp("explain run 'grandparent(ada, cid)' --json").json();
  EXPECT_FALSE(json.at("known").get<bool>());
  EXPECT_EQ(json.at("proofs").size(), 1U);
}

TEST_F(Verbs, RulesAndStats) {
  gntp("train family --preset paper --out run" + std::string(kCrisp));
  EXPECT_EQ(gntp("rules run").out, "1.0000  grandparent(X, Y) :- parent(X, Z), parent(Z, Y)\n");
  EXPECT_EQ(gntp("rules run --json").json().size(), 1U);
  const nlohmann::json stats = gntp("stats soft --json").json();
  EXPECT_EQ(stats.at("facts"), 8);
  EXPECT_EQ(stats.at("rules"), 6);
  EXPECT_EQ(stats.at("by_relation").at("r").at("facts"), 4);
  EXPECT_THAT(gntp("stats soft").out, HasSubstr("candidates"));
}

TEST_F(Verbs, ProgressIsAtMostALineForEachTenth) {
  const Outcome outcome =
      gntp("train soft --preset paper --out run --set learn.epochs=200 --set model.dim=4");
  EXPECT_LE(std::ranges::count(outcome.err, '\n'), 12);
  EXPECT_THAT(outcome.err, HasSubstr("trained 200 epochs"));
  EXPECT_EQ(outcome.err.find('\r'), std::string::npos);
}

TEST_F(Verbs, ResourcesMovedWithTheirFolder) {
  folder_.write("home/presets/mine.toml", "# Mine\n[learn]\nepochs = 1\n");
  const Outcome moved = testing::run_shell("GNTP_HOME=home gntp help presets\n", folder_.path());
  EXPECT_THAT(moved.out, HasSubstr("  mine  Mine\n"));
  // Templates of its own go before those of the data.
  folder_.write("home/presets/mine.pl", "p(X, Y) :- q(X, Z), r(Z, W), s(W, Y) <2>\n");
  testing::run_shell("GNTP_HOME=home gntp train family --preset mine --out own --quiet --no-eval\n",
                     folder_.path());
  EXPECT_THAT(read_file(folder_.path() / "own/rules.json"), HasSubstr("\"W\""));
  const Outcome bad = testing::run_shell("GNTP_HOME=family gntp help presets\n", folder_.path());
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("GNTP_HOME=family: has no folder 'presets'"));
}

}  // namespace
}  // namespace gntp
