#include "report/evaluations.h"

#include <gntp/run.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "support/noisy_data.h"
#include "support/places.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using testing::TempFolder;

TEST(ReportedEvaluations, AreReadAsTheyWereWritten) {
  const TempFolder folder;
  testing::write_noisy_data(folder, "data", true);
  const fs::path run = folder.path() / "run";
  const Settings settings = Settings::preset("mined");
  const TrainedRun trained =
      train_run(run, Dataset::load(folder.path() / "data", settings), settings);
  const std::vector<Evaluation> read = read_evaluations(read_file(run / "metrics.json"));
  const std::vector<Evaluation> made = trained.engine.evaluate("all");
  ASSERT_EQ(read.size(), made.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(read[i].split, made[i].split);
    EXPECT_EQ(read[i].triples, made[i].triples);
    EXPECT_EQ(read[i].both.ranks, made[i].both.ranks);
    EXPECT_EQ(read[i].head.ranks, made[i].head.ranks);
    EXPECT_EQ(read[i].tail.expected.mrr, made[i].tail.expected.mrr);
    EXPECT_EQ(read[i].both.pessimistic.mean_rank, made[i].both.pessimistic.mean_rank);
    ASSERT_EQ(read[i].by_relation.size(), made[i].by_relation.size());
    EXPECT_EQ(read[i].by_relation[0].relation, made[i].by_relation[0].relation);
    EXPECT_EQ(read[i].by_relation[0].both.ranks, made[i].by_relation[0].both.ranks);
    EXPECT_EQ(read[i].by_relation[0].head.ranks, made[i].by_relation[0].head.ranks);
    EXPECT_EQ(read[i].by_relation[0].tail.expected.mrr, made[i].by_relation[0].tail.expected.mrr);
    ASSERT_EQ(read[i].calibration.size(), made[i].calibration.size());
    EXPECT_EQ(read[i].calibration[0].bins[9].correct, made[i].calibration[0].bins[9].correct);
    EXPECT_EQ(read[i].calibration[0].half, made[i].calibration[0].half);
  }
  for (const char* text : {"", "{}", "[]", "{\"splits\": {\"test\": {}}}", "{\"splits\": 3}"}) {
    EXPECT_TRUE(read_evaluations(text).empty()) << text;
  }
}

// Before 0.8, a relation had both sides together only.
TEST(ReportedEvaluations, OfAnEarlierVersionHaveNoSidesOfARelation) {
  const fs::path run = testing::checkout() / "tests/data/run-0.3.0-mined";
  const std::vector<Evaluation> read = read_evaluations(read_file(run / "metrics.json"));
  ASSERT_FALSE(read.empty());
  ASSERT_FALSE(read[0].by_relation.empty());
  EXPECT_GT(read[0].by_relation[0].both.ranks, 0U);
  EXPECT_EQ(read[0].by_relation[0].head.ranks, 0U);
  EXPECT_EQ(read[0].by_relation[0].tail.ranks, 0U);
}

}  // namespace
}  // namespace gntp
