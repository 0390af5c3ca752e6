#include "engine/short_settings.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gntp/settings.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "engine/resources.h"
#include "engine/settings_state.h"
#include "engine/settings_text.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;

constexpr const char* kNoError = "no error";
const std::vector<DataTraits> kAnyData{DataTraits{}};

AllOptions settings_of(const std::vector<std::string>& assignments, AllOptions settings = {}) {
  for (const std::string& assignment : assignments) assign_setting(assignment, settings);
  return settings;
}

AllOptions preset_of(std::string_view name) {
  return Settings::preset(name).state().options;
}

std::string short_text(const AllOptions& settings, const std::vector<AllOptions>& starts = {}) {
  return to_short_toml(settings, starts, kAnyData);
}

TEST(ShortSettings, HaveWhatDiffers) {
  EXPECT_EQ(short_text({}), "");
  EXPECT_EQ(short_text(settings_of({"learn.epochs=7", "model.dim=3", "learn.l2=1"})),
            "[model]\ndim = 3\n\n[learn]\nepochs = 7\nl2 = 1.0\n");
}

TEST(ShortSettings, LeaveOutWhatTheModeSets) {
  EXPECT_EQ(short_text(settings_of({"learn.rules=mined"})), "[learn]\nrules = \"mined\"\n");
  EXPECT_EQ(short_text(settings_of({"learn.rules=mined", "learn.objective=truth"})),
            "[learn]\nobjective = \"truth\"\nrules = \"mined\"\n");
  EXPECT_EQ(short_text(settings_of({"learn.rules=mined", "learn.rules=random"})),
            "[model]\nentities = \"symbolic\"\nrelations = \"symbolic\"\n\n"
            "[prover]\nreflexive = \"known\"\n\n[learn]\nobjective = \"rank\"\n");
}

TEST(ShortSettings, LeaveOutWhatHasNoEffect) {
  EXPECT_EQ(short_text(settings_of({"learn.patience=3"})), "");
  EXPECT_EQ(short_text(settings_of({"model.encoder=ngrams"})), "[model]\nencoder = \"ngrams\"\n");
  const AllOptions ngrams = settings_of({"model.encoder=ngrams"});
  const DataTraits bare{.templates = true, .mentions = false};
  EXPECT_EQ(to_short_toml(ngrams, {}, std::vector{bare}), "");
  EXPECT_EQ(to_short_toml(ngrams, {}, std::vector{bare, DataTraits{}}), short_text(ngrams));
  // The objective does nothing without epochs, and what needs it does nothing without it.
  EXPECT_EQ(short_text(settings_of({"model.entities=symbolic", "learn.objective=rank",
                                    "learn.epochs=0", "rank.proofs=3"})),
            "[model]\nentities = \"symbolic\"\n\n[learn]\nepochs = 0\n");
}

// Whichever of them it is read over, and whatever the preset says.
TEST(ShortSettings, AreReadOverTheDefaultsAndOverThePreset) {
  const AllOptions start = preset_of("kinship-mined");
  const AllOptions defaults;
  const AllOptions wanted = settings_of(
      {fmt::format("learn.epochs={}", defaults.learn.epochs), "mine.max_body=1"}, start);
  const testing::TempFolder folder;
  const auto file = folder.write("best.toml", short_text(wanted, {start}));
  for (AllOptions settings : {defaults, start}) {
    read_settings(file, settings);
    EXPECT_EQ(to_toml(settings), to_toml(wanted));
  }
}

// A value that the setting may have, for settings that are no numbers one of those it names.
void change_at_random(const Setting& setting, Random& random, AllOptions& settings) {
  const SettingValue value = setting.read(settings);
  if (std::holds_alternative<bool>(value)) {
    setting.write(settings, random.below(2) == 0);
  } else if (std::holds_alternative<std::string>(value)) {
    std::vector<std::string> names;
    for (std::size_t at = setting.allowed.find('"'); at != std::string::npos;) {
      const std::size_t end = setting.allowed.find('"', at + 1);
      names.push_back(setting.allowed.substr(at + 1, end - at - 1));
      at = setting.allowed.find('"', end + 1);
    }
    setting.write(settings, names[random.below(names.size())]);
  } else {
    setting.write(settings, static_cast<std::int64_t>(random.below(3)));
  }
}

// Training takes the file wherever it would take the settings, and what it then has differs only
// in what has no effect.
TEST(ShortSettings, AnySettingsComeBackAndAreAccepted) {
  Random random(1, 1);
  const testing::TempFolder folder;
  const std::vector<Settings::Preset> presets = Settings::presets();
  std::size_t accepted = 0;
  for (int round = 0; round < 300; ++round) {
    const std::string& preset = presets[random.below(presets.size())].name;
    const AllOptions start = preset_of(preset);
    AllOptions wanted = start;
    for (const Setting& setting : all_settings()) {
      if (random.below(4) == 0) change_at_random(setting, random, wanted);
    }
    const std::string text = short_text(wanted, {start});
    const auto file = folder.write("best.toml", text);
    for (Settings settings : {Settings(), Settings::preset(preset)}) {
      settings.read(file);
      const AllOptions& read = settings.state().options;
      for (const Setting& setting : all_settings()) {
        if (setting.read(read) == setting.read(wanted)) continue;
        AllOptions without = read;
        setting.write(without, setting.read(wanted));
        const bool in_vain =
            missing_need(setting, wanted) != nullptr || missing_need(setting, without) != nullptr;
        EXPECT_TRUE(in_vain) << setting.name << '\n' << text;
      }
      if (error_of([&] { check_settings(wanted); }) != kNoError) continue;
      EXPECT_EQ(error_of([&] { settings.check(); }), kNoError) << text;
      ++accepted;
    }
  }
  EXPECT_GT(accepted, 60U);
}

}  // namespace
}  // namespace gntp
