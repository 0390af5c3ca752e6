#include "engine/settings_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/text.h"
#include "engine/settings_text.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<RemovedSetting> kRemoved{{"old.moods", {0, 3, 0}, SettingValue{"calm"}},
                                           {"old.haste", {0, 3, 0}, std::nullopt}};

class RunSettings : public ::testing::Test {
 protected:
  std::string error(const std::string& text, const VersionNumber& version = own_version()) const {
    folder_.write("config.toml", text);
    return error_of([&] { read_run_settings(file(), version, kRemoved); });
  }
  std::filesystem::path file() const { return folder_.path() / "config.toml"; }

  testing::TempFolder folder_;
};

TEST_F(RunSettings, EverySettingMustBeThere) {
  const std::string complete = to_toml({});
  EXPECT_EQ(error(complete), "no error");
  for (const Setting& setting : all_settings()) {
    // Without the line of this setting.
    std::string text;
    std::string section;
    for (const std::string_view line : split(complete, '\n')) {
      if (line.starts_with('[')) section = line.substr(1, line.size() - 2);
      const bool is_it =
          section == setting.section() && line.starts_with(std::string(setting.key()) + " = ");
      if (!is_it) text += std::string(line) + '\n';
    }
    EXPECT_THAT(error(text), AllOf(StartsWith(file().string() + ": has no " + setting.name + ","),
                                   HasSubstr("which every run of gntp " + to_text(own_version()))));
  }
  EXPECT_THAT(error(""), HasSubstr("config.toml: has no model.dim"));
}

TEST_F(RunSettings, ASettingThatCameLaterKeepsWhatTheRunAnswers) {
  for (const Setting& setting : all_settings()) {
    if (!setting.before) continue;
    EXPECT_GT(setting.since, (VersionNumber{0, 2, 0})) << setting.name;
    AllOptions settings;
    EXPECT_TRUE(setting.write(settings, *setting.before)) << setting.name;
  }
}

TEST_F(RunSettings, ARemovedSettingIsReadWhereItSaysWhatIsDoneNow) {
  const std::string complete = to_toml({});
  const VersionNumber old{0, 2, 0};
  EXPECT_EQ(error("old.moods = \"calm\"\n" + complete, old), "no error");
  EXPECT_EQ(error("old.haste = 7\n" + complete, old), "no error");
  EXPECT_THAT(error("old.moods = \"wild\"\n" + complete, old),
              AllOf(StartsWith(file().string() + ":1: old.moods must be \"calm\" since gntp 0.3.0"),
                    HasSubstr("train again")));
  EXPECT_THAT(error("old.moods = \"calm\"\n" + complete, {0, 3, 0}),
              StartsWith(file().string() + ":1: unknown setting 'old.moods' in a run of gntp"));
}

TEST_F(RunSettings, AnUnknownSettingNamesTheVersion) {
  EXPECT_THAT(error(to_toml({}) + "[future]\nx = 1\n"),
              HasSubstr("unknown setting 'future.x' in a run of gntp " + to_text(own_version())));
}

TEST(SettingsFile, NestingIsBounded) {
  const testing::TempFolder folder;
  const auto error = [&](const std::string& text) {
    return error_of([&] { read_setting_entries(folder.write("c.toml", text)); });
  };
  const auto repeated = [](std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
  };
  constexpr std::size_t kMany = 200000;
  for (const char* part : {"a.", "1.", "a . ", "1.1 . ", "\"=\".", "'[1'.1.", "a-1."}) {
    const std::string name = repeated(part, kMany) + "a";
    EXPECT_THAT(error("x = 1\n" + name + " = 1\n"), HasSubstr("c.toml:2: more than 32 dots"))
        << part;
    EXPECT_THAT(error("[" + name + "]\n"), HasSubstr("c.toml:1: more than 32 dots")) << part;
  }
  EXPECT_THAT(error("x = " + repeated("[", kMany) + "\n"), HasSubstr("c.toml:1: "));
  EXPECT_THAT(error("x = " + repeated("[{" + repeated("a.", 30) + "a = [\n", kMany)),
              HasSubstr("c.toml:"));
  // As deep as it gets; and numbers are no names.
  constexpr std::size_t kDeepest = 80;
  EXPECT_EQ(error("x = " + repeated("[{" + repeated("1.1 . ", 30) + "a = [\n", kDeepest) + "1" +
                  repeated("]}]", kDeepest) + "\n"),
            "no error");
  EXPECT_EQ(error("[learn]\nl2 = [" + repeated("0.5, -1.5,+0.25,", 100) + " 1.0]\n"), "no error");
}

}  // namespace
}  // namespace gntp
