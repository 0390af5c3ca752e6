// Settings that are given where they have no effect: who is told what, and who may give them.
#include "engine/setting_needs.h"

#include <gmock/gmock.h>
#include <gntp/mining.h>
#include <gtest/gtest.h>

#include "engine/settings_text.h"
#include "engine/sweep_plan.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

const std::string kNoError = "no error";

Settings settings_of(const std::vector<std::string>& assignments) {
  Settings settings;
  for (const std::string& assignment : assignments) settings.assign(assignment);
  return settings;
}

TEST(SettingNeeds, NamesInTheTableAreSettings) {
  for (const Need& need : all_needs()) {
    for (const std::string_view name : need.settings) {
      EXPECT_TRUE(name == "mine" || find_setting(name) != nullptr) << name;
    }
  }
}

TEST(SettingNeeds, TheRefusalSaysWhoWhyAndWhatToDo) {
  EXPECT_EQ(error_of([] { settings_of({"learn.patience=2"}).check(); }),
            "--set: learn.patience = 2 has no effect here: it needs learn.validate_every above 0; "
            "see to that, or leave learn.patience out");
  const TempFolder folder;
  const fs::path file = folder.write("c.toml",
                                     "[learn]\nobjective = \"rank\"\ncorrupt_head = 4\n"
                                     "[model]\nentities = \"symbolic\"\n");
  EXPECT_EQ(error_of([&] { Settings::load(file).check(); }),
            file.string() +
                ": learn.corrupt_head = 4 has no effect here: it needs learn.objective "
                "= \"truth\"; see to that, or leave learn.corrupt_head out");
}

TEST(SettingNeeds, AValueThatASettingHasByItselfIsNeverRefused) {
  for (const std::string_view mode : {"random", "mined", "both"}) {
    AllOptions usual;
    set_setting(kModeSetting, mode, usual);
    for (const Setting& setting : all_settings()) {
      Settings settings;
      settings.set(kModeSetting, mode);
      settings.set(setting.name, to_text(setting.read(usual)));
      EXPECT_EQ(error_of([&] { settings.check(); }), kNoError) << mode << ' ' << setting.name;
    }
  }
}

TEST(SettingNeeds, PresetsGiveNothingInVain) {
  for (const Settings::Preset& preset : Settings::presets()) {
    EXPECT_EQ(error_of([&] { Settings::preset(preset.name).check(); }), kNoError) << preset.name;
  }
}

// What a preset gives may lose its effect by what the user gives, and not the other way round.
TEST(SettingNeeds, LaterSettingsMayTakeTheEffectFromEarlierOnes) {
  Settings settings = Settings::preset("mined");
  settings.set("learn.rules", "random");
  EXPECT_EQ(error_of([&] { settings.check(); }), kNoError);
  settings.set("mine.max_body", "3");
  EXPECT_THAT(error_of([&] { settings.check(); }), HasSubstr("mine.max_body"));
}

TEST(SettingNeeds, LaterSettingsMayGiveEarlierOnesAnEffect) {
  Settings settings = settings_of({"learn.patience=2"});
  settings.set("learn.validate_every", "1");
  EXPECT_EQ(error_of([&] { settings.check(); }), kNoError);
}

// A run's config.toml has every setting, whether it had an effect or not.
TEST(SettingNeeds, AFileOfAllSettingsIsARecord) {
  const TempFolder folder;
  Settings settings = Settings::preset("mined");
  settings.set("learn.rules", "random");
  const fs::path file = folder.write("config.toml", settings.to_toml());
  EXPECT_EQ(error_of([&] { Settings::load(file).check(); }), kNoError);
}

TEST(SettingNeeds, RankingWithSoftEntitiesIsRefused) {
  EXPECT_THAT(error_of([] { settings_of({"learn.objective=rank"}).check(); }),
              HasSubstr("set model.entities = \"symbolic\", or learn by \"truth\""));
  EXPECT_EQ(error_of([] {
              settings_of({"learn.objective=rank", "model.entities=symbolic"}).check();
            }),
            kNoError);
}

TEST(SettingNeeds, MiningTakesItsOwnSettingsOnly) {
  const TempFolder folder;
  folder.write("train.tsv", "a\tp\tb\na\tq\tb\nb\tp\tc\nb\tq\tc\n");
  const Dataset dataset = Dataset::load(folder.path(), settings_of({"learn.rules=mined"}));
  const auto error = [&](const std::vector<std::string>& assignments) {
    return error_of([&] { mine(dataset, settings_of(assignments), {.threads = 1}, {}); });
  };
  EXPECT_EQ(error({"mine.max_body=1"}), kNoError);
  EXPECT_EQ(error({"learn.epochs=3"}),
            "--set: learn.epochs has no effect on mining, which has the settings mine.*; leave it "
            "out");
  EXPECT_THAT(error({"mine.constant_support=3"}), HasSubstr("it needs mine.constants above 0"));
  EXPECT_EQ(error_of([&] { mine(dataset, Settings::preset("mined"), {.threads = 1}, {}); }),
            kNoError);
}

TEST(SettingNeeds, SweepsRefuseWhatHasNoEffect) {
  const TempFolder folder;
  const auto plan = [&](const std::string& text) {
    return plan_sweep({}, read_alternatives(folder.write("space.toml", text)), 0, 1);
  };
  EXPECT_THAT(error_of([&] { check_fixed_settings(plan("learn.patience = 2")); }),
              HasSubstr("learn.patience"));
  // It has one in some of the trials.
  EXPECT_EQ(error_of([&] {
              check_fixed_settings(plan("learn.patience = 2\nlearn.validate_every = [0, 1]"));
            }),
            kNoError);
  const SweepPlan varied = plan("learn.patience = [0, 2]\nlearn.validate_every = [0, 1]");
  std::vector<std::string> errors;
  for (const Trial& trial : varied.trials) {
    errors.push_back(error_of([&] { check_trial(trial, varied, {}); }));
  }
  EXPECT_THAT(errors,
              ::testing::ElementsAre(kNoError, kNoError, HasSubstr("learn.patience"), kNoError));
}

}  // namespace
}  // namespace gntp
