// What learning is planned to cost, and how many epochs that leaves time for.
#include "engine/work_plan.h"

#include <fmt/format.h>
#include <gntp/training.h>
#include <gtest/gtest.h>

#include "engine/settings_state.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

LoadedDataset people(int count) {
  const testing::TempFolder folder;
  std::string train;
  std::string valid;
  for (int i = 0; i < count; ++i) {
    train +=
        fmt::format("p{}\tknows\tp{}\np{}\tlikes\tp{}\n", i, (i + 1) % count, i, (i + 7) % count);
    if (i % 5 == 0) valid += fmt::format("p{}\tknows\tp{}\n", i, (i + 2) % count);
  }
  folder.write("train.tsv", train);
  folder.write("valid.tsv", valid);
  return load_dataset(folder.path());
}

AllOptions rules(std::size_t epochs) {
  AllOptions settings = Settings::preset("rules").state().options;
  settings.learn.epochs = epochs;
  return settings;
}

TEST(WorkPlan, AllEpochsWhereThereIsTime) {
  const WorkPlan plan = plan_work(people(100), rules(3), PlannedFor::kCpu, std::nullopt);
  EXPECT_EQ(plan.epochs, 3U);
  EXPECT_GT(plan.seconds, 0);
  EXPECT_LT(plan.seconds, 10);
}

TEST(WorkPlan, FewerEpochsInLessTimeAndWithMoreFacts) {
  const LoadedDataset few = people(500);
  const LoadedDataset many = people(2000);
  const AllOptions settings = rules(1000);
  std::size_t before = 1000;
  for (const double limit : {1000.0, 30.0, 10.0, 3.0}) {
    const WorkPlan plan = plan_work(many, settings, PlannedFor::kCpu, limit);
    EXPECT_LE(plan.epochs, before);
    EXPECT_LE(plan.epochs, plan_work(few, settings, PlannedFor::kCpu, limit).epochs);
    EXPECT_LE(plan.seconds, limit);
    before = plan.epochs;
  }
  EXPECT_GT(before, 0U);
  EXPECT_LT(before, 1000U);
  EXPECT_EQ(plan_work(many, settings, PlannedFor::kCpu, 0.1).epochs, 0U);
}

TEST(WorkPlan, LeavesOtherSettingsAlone) {
  AllOptions settings = rules(1000);
  settings.mine.adaptive = false;
  EXPECT_EQ(plan_work(people(2000), settings, PlannedFor::kCpu, 1.0).epochs, 1000U);
}

// Vectors become narrower and train fewer epochs, and go where there is no time for ten.
TEST(WorkPlan, VectorsThatFitIntoTheTime) {
  const LoadedDataset data = people(2000);
  const AllOptions settings = Settings::recommended().state().options;
  const WorkPlan whole = plan_work(data, settings, PlannedFor::kCpu, 3600.0);
  EXPECT_EQ(whole.predictor.dim, settings.predictor.dim);
  EXPECT_EQ(whole.predictor.epochs, settings.predictor.epochs);
  EXPECT_EQ(whole.epochs, settings.learn.epochs);
  double dim = 1e9;
  bool has_narrow = false;
  for (const double limit : {3600.0, 100.0, 50.0, 25.0, 12.0, 6.0, 0.1}) {
    SCOPED_TRACE(limit);
    const WorkPlan plan = plan_work(data, settings, PlannedFor::kCpu, limit);
    if (plan.predictor.kind == PredictorKind::kNone) continue;
    EXPECT_LE(plan.seconds, limit);
    EXPECT_LE(static_cast<double>(plan.predictor.dim), dim);
    EXPECT_GE(plan.predictor.epochs, 10U);
    dim = static_cast<double>(plan.predictor.dim);
    const WorkPlan on_gpu = plan_work(data, settings, PlannedFor::kGpu, limit);
    EXPECT_EQ(on_gpu.predictor.dim, settings.predictor.dim);
    EXPECT_EQ(on_gpu.predictor.epochs, settings.predictor.epochs);
    has_narrow = has_narrow || plan.predictor.dim < settings.predictor.dim;
  }
  EXPECT_TRUE(has_narrow);
  EXPECT_EQ(plan_work(data, settings, PlannedFor::kCpu, 0.1).predictor.kind, PredictorKind::kNone);
}

}  // namespace
}  // namespace gntp
