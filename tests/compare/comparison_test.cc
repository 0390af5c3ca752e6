// Comparisons: what is run, kept and gone on with, and the reports.
#include "compare/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "compare/child_process.h"
#include "compare/comparison_folder.h"
#include "compare/report.h"
#include "compare/summary.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

class ComparisonOfModels : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("soft/train.tsv",
                  "a\tr\tb\nb\tr\tc\nc\tr\td\nd\tr\te\na\ts\tc\nb\ts\td\nc\ts\te\na\tt\te\n");
    folder_.write("soft/valid.tsv", "a\ts\td\nb\ts\te\n");
    folder_.write("soft/test.tsv", "b\tt\te\na\tt\td\n");
    folder_.write("soft/rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <2>\n");
  }

  ComparisonPlan plan(const std::string& out, const std::string& models) const {
    ComparisonPlan plan;
    plan.data = folder_.path() / "soft";
    plan.out = folder_.path() / out;
    plan.models = parse_models(models);
    plan.threads = 1;
    return plan;
  }

  testing::TempFolder folder_;
};

// All that does not depend on how fast and how busy the machine is.
Json without_times(Json json) {
  if (json.is_object()) {
    for (const char* name : {"seconds", "training_seconds", "evaluation_seconds", "ranking_seconds",
                             "peak_bytes", "bytes", "notes", "goals"}) {
      json.erase(name);
    }
  }
  if (json.is_structured()) {
    for (Json& value : json) value = without_times(value);
  }
  return json;
}

TEST_F(ComparisonOfModels, EachModelIsWhatTrainingItAloneGives) {
  const Comparison comparison = compare_models(plan("out", "ntp,gntp"), {});
  ASSERT_EQ(comparison.models.size(), 2U);
  EXPECT_EQ(comparison.first_error(), "");
  EXPECT_THAT(comparison.splits, ::testing::ElementsAre("test"));
  const Json metrics =
      Json::parse(read_file(folder_.path() / "out/runs/gntp-0/metrics.json")).at("splits");
  EXPECT_EQ(comparison.models[1].runs.front().at("splits"), metrics);
  const ModelSummary summary = summarise(comparison, "test")[1];
  EXPECT_EQ(summary.metrics[0].mean,
            metrics.at("test").at("both").at("realistic").at("mrr").get<double>());
  EXPECT_FALSE(summary.projected);
  EXPECT_GT(summary.bytes.value_or(0), 0);
}

TEST_F(ComparisonOfModels, NtpIsExactSearchCheckedAndProjected) {
  const Comparison comparison = compare_models(plan("out", "ntp"), {});
  const Json& run = comparison.models.front().runs.front();
  const Json& check = run.at("ntp");
  EXPECT_GT(check.at("goals"), 0);
  EXPECT_EQ(check.at("disagreements"), 0);
  EXPECT_EQ(run.at("ranking_goals").at("test"), 2 * 2 * 5);
  const ModelSummary summary = summarise(comparison, "test").front();
  EXPECT_TRUE(summary.projected);
  EXPECT_DOUBLE_EQ(summary.training_seconds.mean,
                   check.at("seconds").get<double>() * run.at("training_goals").get<double>());
  EXPECT_EQ(summary.bytes, check.at("bytes").get<double>());
  for (const std::string& report : {to_text(comparison), to_markdown(comparison)}) {
    EXPECT_THAT(report,
                ::testing::ContainsRegex("~[0-9.e-]+ m?s\\*.* ~[0-9.e-]+ m?s\\*.* ~.*B\\*"));
    EXPECT_THAT(report, HasSubstr("Projected."));
  }
  EXPECT_THAT(to_svg(comparison), HasSubstr("* projected"));
  EXPECT_EQ(to_json(comparison).at("models").at(0).at("projected"), true);
}

TEST_F(ComparisonOfModels, WhatIsDoneIsNotDoneAgain) {
  const ComparisonPlan all = plan("out", "gntp,rules");
  const Json first = to_json(compare_models(all, {}));
  std::size_t reports = 0;
  Observer observer;
  observer.progress = [&](const Progress&) { ++reports; };
  EXPECT_EQ(to_json(compare_models(all, observer)), first);  // times included
  EXPECT_EQ(reports, 0U);
  // Further models and seeds join those that are there.
  ComparisonPlan more = plan("out", "rules");
  more.seeds = 2;
  const Comparison larger = compare_models(more, {});
  EXPECT_EQ(larger.models.front().runs.size(), 2U);
  EXPECT_EQ(larger.models.front().runs.front(), first.at("models").at(1).at("runs").at(0));
}

TEST_F(ComparisonOfModels, GoesOnWhereItWasStopped) {
  const Json whole = without_times(to_json(compare_models(plan("whole", "gntp,ntp"), {})));
  for (const std::string task : {"gntp (1/2), training", "ntp (2/2), training"}) {
    const std::string out = "stopped-" + task.substr(0, task.find(' '));
    std::stop_source source;
    Observer observer;
    observer.stop = source.get_token();
    observer.progress = [&](const Progress& progress) {
      if (progress.task == task) source.request_stop();
    };
    EXPECT_THAT(error_of([&] { compare_models(plan(out, "gntp,ntp"), observer); }),
                HasSubstr("the same command goes on"));
    Json again = to_json(compare_models(plan(out, "gntp,ntp"), {}));
    EXPECT_EQ(without_times(again), whole);
  }
}

TEST_F(ComparisonOfModels, ARunWithoutItsResultIsReadAgain) {
  const Json whole = without_times(to_json(compare_models(plan("out", "gntp"), {})));
  fs::remove(folder_.path() / "out/models/gntp-0.json");
  const Comparison again = compare_models(plan("out", "gntp"), {});
  EXPECT_EQ(without_times(to_json(again)), whole);
  EXPECT_FALSE(summarise(again, "test").front().bytes);  // nobody has seen it
}

TEST_F(ComparisonOfModels, AModelThatFailsLeavesTheOthersAlone) {
  folder_.write("out/runs/gntp-0/manifest.json", "{}");
  const Comparison comparison = compare_models(plan("out", "gntp,rules"), {});
  EXPECT_THAT(comparison.first_error(), HasSubstr("gntp: "));
  EXPECT_THAT(comparison.first_error(), HasSubstr("runs/gntp-0/manifest.json: "));
  EXPECT_EQ(comparison.models[1].runs.size(), 1U);
  EXPECT_THAT(to_text(comparison), HasSubstr("failed: "));
  EXPECT_THAT(to_svg(comparison), HasSubstr("failed"));
  EXPECT_TRUE(to_json(comparison).at("models").at(0).contains("error"));
}

TEST_F(ComparisonOfModels, AFolderOfSomethingElseIsRefused) {
  const auto error = [](const ComparisonPlan& plan) {
    return error_of([&] { compare_models(plan, {}); });
  };
  EXPECT_THAT(error(plan("soft", "rules")), HasSubstr("soft: is not empty and holds no"));
  folder_.write("file", "x");
  EXPECT_THAT(error(plan("file", "rules")), HasSubstr("file: is no folder"));
  folder_.write("odd/compare.json", "[1]");
  EXPECT_THAT(error(plan("odd", "rules")), HasSubstr("compare.json: is no start of a comparison"));

  compare_models(plan("out", "rules"), {});
  ComparisonPlan other = plan("out", "rules");
  other.threads = 2;
  EXPECT_THAT(error(other), HasSubstr("out: was begun with --threads 1"));
  other = plan("out", "rules");
  other.time_limit = 7;
  EXPECT_THAT(error(other), HasSubstr("out: was begun with --time-limit 600s"));
  folder_.write("soft/valid.tsv", "a\ts\td\n");
  EXPECT_THAT(error(plan("out", "rules")), HasSubstr("on other data (valid.tsv differs)"));
  fs::remove(folder_.path() / "soft/test.tsv");
  EXPECT_THAT(error(plan("new", "rules")), HasSubstr("soft: has no test split"));
  EXPECT_FALSE(fs::exists(folder_.path() / "new"));
}

TEST_F(ComparisonOfModels, DataMayBeMendedBeforeAnythingIsTrained) {
  folder_.write("soft/valid.tsv", "a\ts\n");
  EXPECT_THAT(compare_models(plan("out", "rules"), {}).first_error(), HasSubstr("valid.tsv:1: "));
  folder_.write("soft/valid.tsv", "a\ts\td\n");
  EXPECT_EQ(compare_models(plan("out", "rules"), {}).first_error(), "");
}

TEST_F(ComparisonOfModels, DamagedAndForeignResultsAreErrors) {
  compare_models(plan("out", "rules"), {});
  const fs::path file = folder_.path() / "out/models/rules-0.json";
  Json result = Json::parse(read_file(file));
  result["settings"] = "0123456789abcdef";
  folder_.write("out/models/rules-0.json", result.dump());
  EXPECT_THAT(error_of([&] { compare_models(plan("out", "rules"), {}); }),
              HasSubstr("rules-0.json: is from other settings than the preset rules has now"));
  folder_.write("out/models/rules-0.json", "{}");
  EXPECT_THAT(error_of([&] { compare_models(plan("out", "rules"), {}); }),
              HasSubstr("rules-0.json: is damaged; remove it"));
}

TEST_F(ComparisonOfModels, OneProcessAtATime) {
  const ComparisonPlan all = plan("out", "rules");
  const ComparisonFolder held(all.out, comparison_start(all.data, all.threads, all.time_limit, ""));
  EXPECT_THAT(error_of([&] { compare_models(all, {}); }),
              HasSubstr("out: another process is comparing models there"));
}

TEST_F(ComparisonOfModels, ReportsHaveARowForEachModelAndDeviationsForSeeds) {
  ComparisonPlan two = plan("out", "gntp,rules");
  two.seeds = 2;
  two.seed = 5;
  const Comparison comparison = compare_models(two, {});
  write_reports(comparison);
  const std::string page = read_file(two.out / "comparison.md");
  std::size_t rows = 0;
  for (const std::string_view line : split(page, '\n')) rows += line.starts_with("| ") ? 1 : 0;
  EXPECT_EQ(rows, 3U);
  EXPECT_THAT(page, HasSubstr(" ± "));
  EXPECT_THAT(page, HasSubstr("Seeds 5 to 6"));
  const Json json = Json::parse(read_file(two.out / "comparison.json"));
  EXPECT_EQ(json.at("models").size(), 2U);
  const Json& run = json.at("models").at(0).at("runs").at(1);
  EXPECT_EQ(run.at("seed"), 6);
  for (const char* ties : {"optimistic", "realistic", "pessimistic", "expected"}) {
    for (const char* split : {"valid", "test"}) {
      EXPECT_TRUE(run.at("splits").at(split).at("both").contains(ties));
    }
  }
  const std::string figure = read_file(two.out / "comparison.svg");
  EXPECT_TRUE(figure.starts_with("<svg ") && figure.ends_with("</svg>\n"));
}

TEST_F(ComparisonOfModels, CandidatesBringAucPr) {
  folder_.write("soft/candidates.txt", "d\ne\n");
  const Comparison comparison = compare_models(plan("out", "rules"), {});
  EXPECT_TRUE(summarise(comparison, "test").front().auc_pr);
  EXPECT_THAT(to_text(comparison), HasSubstr("AUC-PR"));
}

TEST(Quantities, AreRough) {
  EXPECT_EQ(rough_duration(0.0000123), "0.012 ms");
  EXPECT_EQ(rough_duration(0.0041), "4.1 ms");
  EXPECT_EQ(rough_duration(0.05), "50 ms");
  EXPECT_EQ(rough_duration(3.21), "3.2 s");
  EXPECT_EQ(rough_duration(700), "12 min");
  EXPECT_EQ(rough_duration(86400.0 * 168), "168 days");
  EXPECT_EQ(rough_size(4.0 * 1024 * 1024), "4.0 MiB");
  EXPECT_EQ(rough_size(8.1 * 1024 * 1024 * 1024), "8.1 GiB");
  EXPECT_EQ(letters_of("a ± b"), 5U);
  const Spread spread = spread_of(std::vector<double>{1, 3});
  EXPECT_EQ(spread.mean, 2);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(2.0));
}

}  // namespace
}  // namespace gntp
