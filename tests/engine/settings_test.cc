#include "engine/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/resources.h"
#include "engine/settings_state.h"
#include "engine/settings_text.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::TempFolder;

std::string error_of_assignment(std::string_view assignment) {
  AllOptions settings;
  return error_of([&] { assign_setting(assignment, settings); });
}

std::string error_of_file(std::string_view text) {
  const TempFolder folder;
  const auto file = folder.write("c.toml", text);
  AllOptions settings;
  const std::string what = error_of([&] { read_settings(file, settings); });
  const std::string prefix = folder.path().string() + '/';
  return what.starts_with(prefix) ? what.substr(prefix.size()) : what;
}

TEST(Settings, NamesAreUniqueAndGroupedBySection) {
  std::set<std::string> names;
  std::set<std::string, std::less<>> finished;
  std::string section;
  for (const Setting& setting : all_settings()) {
    EXPECT_TRUE(names.insert(setting.name).second) << setting.name;
    EXPECT_FALSE(setting.description.empty());
    if (setting.section() != section) {
      EXPECT_TRUE(finished.emplace(setting.section()).second) << setting.name;
      section = setting.section();
    }
  }
}

TEST(Settings, NamesThatOtherToolsRelyOn) {
  for (const std::string_view name :
       {"prover.depth", "prover.unification", "prover.tnorm", "prover.floor", "prover.k_facts",
        "prover.k_rules", "learn.epochs", "learn.batch_size", "learn.learning_rate", "model.dim"}) {
    EXPECT_NE(find_setting(name), nullptr) << name;
  }
}

TEST(Settings, DefaultsAreAllowed) {
  for (const Setting& setting : all_settings()) {
    AllOptions settings;
    EXPECT_TRUE(setting.write(settings, setting.read(settings))) << setting.name;
  }
}

TEST(Settings, AssignmentsReachTheirPlace) {
  AllOptions settings;
  assign_setting("prover.depth=2", settings);
  assign_setting("prover.unification=joint", settings);
  assign_setting("prover.tnorm=\"product\"", settings);
  assign_setting(" learn.learning_rate = 1e-3 ", settings);
  assign_setting("learn.corrupt_both=0", settings);
  assign_setting("model.train_slope=true", settings);
  assign_setting("model.rule_predicates=attention", settings);
  EXPECT_EQ(settings.prover.depth, 2U);
  EXPECT_EQ(settings.prover.unification, Unification::kJoint);
  EXPECT_EQ(settings.prover.tnorm, TNorm::kProduct);
  EXPECT_EQ(settings.learn.adam.learning_rate, 1e-3);
  EXPECT_EQ(settings.learn.corruptions.both, 0U);
  EXPECT_TRUE(settings.model.train_slope);
  EXPECT_EQ(settings.model.rule_predicates, RulePredicates::kAttention);
}

// A value that differs from the default.
SettingValue another(const SettingValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return !*flag;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole + 1;
  if (const auto* number = std::get_if<double>(&value)) return *number * 0.7 + 0.1;
  const std::set<std::string> second{"attention", "joint", "product", "euclidean"};
  for (const std::string& choice : second) {
    if (choice != std::get<std::string>(value)) return choice;
  }
  return value;
}

TEST(Settings, WrittenFileReadsBackTheSame) {
  AllOptions settings;
  for (const Setting& setting : all_settings()) {
    setting.write(settings, another(setting.read(settings)));
  }
  const TempFolder folder;
  const auto file = folder.write("config.toml", to_toml(settings));
  AllOptions read;
  read_settings(file, read);
  for (const Setting& setting : all_settings()) {
    EXPECT_EQ(setting.read(read), setting.read(settings)) << setting.name;
  }
  EXPECT_EQ(to_toml(read), to_toml(settings));
}

TEST(Settings, FileLeavesOtherSettingsAlone) {
  const TempFolder folder;
  const auto file = folder.write("c.toml", "learn.epochs = 7\n[model]\nrule_scale = 2\n");
  AllOptions settings;
  settings.prover.depth = 3;
  read_settings(file, settings);
  EXPECT_EQ(settings.learn.epochs, 7U);
  EXPECT_EQ(settings.model.rule_scale, 2.0);
  EXPECT_EQ(settings.prover.depth, 3U);
}

// One setting is a mode; what stands beside it in a file counts, wherever it stands.
TEST(Settings, MinedIsAMode) {
  AllOptions settings;
  assign_setting("learn.rules=mined", settings);
  EXPECT_EQ(settings.model.entities, SymbolKind::kSymbolic);
  EXPECT_EQ(settings.model.relations, SymbolKind::kSymbolic);
  EXPECT_EQ(settings.prover.reflexive, Reflexive::kKnown);
  EXPECT_EQ(settings.learn.objective, Objective::kRank);
  assign_setting("learn.rules=random", settings);
  EXPECT_EQ(settings.learn.objective, Objective::kRank);  // the others stay as they are

  const TempFolder folder;
  AllOptions read;
  read_settings(folder.write("c.toml", "[learn]\nobjective = \"truth\"\nrules = \"mined\"\n"),
                read);
  EXPECT_EQ(read.learn.objective, Objective::kTruth);
  EXPECT_EQ(read.model.relations, SymbolKind::kSymbolic);
}

TEST(Settings, AssignmentErrorsSayWhatIsAllowed) {
  EXPECT_EQ(error_of_assignment("learn.epoch=3"),
            "--set learn.epoch=3: unknown setting 'learn.epoch'; did you mean 'learn.epochs'?");
  EXPECT_EQ(error_of_assignment("epochs=3"),
            "--set epochs=3: unknown setting 'epochs'; did you mean 'learn.epochs'?");
  EXPECT_THAT(error_of_assignment("zzz=1"), HasSubstr("'gntp help settings' lists them"));
  EXPECT_THAT(error_of_assignment("learn.epochs"), HasSubstr("expected section.key=value"));
  EXPECT_THAT(error_of_assignment("prover.depth=9"),
              HasSubstr("prover.depth must be a whole number from 0 to 8, not 9"));
  EXPECT_THAT(error_of_assignment("prover.depth=-1"), HasSubstr("not -1"));
  EXPECT_THAT(error_of_assignment("prover.depth=1.5"), HasSubstr("a whole number"));
  EXPECT_THAT(error_of_assignment("prover.depth=99999999999999999999"), HasSubstr("from 0 to 8"));
  EXPECT_THAT(error_of_assignment("prover.depth="), HasSubstr("not empty"));
  EXPECT_THAT(error_of_assignment("prover.floor=0"), HasSubstr("above 0 and below 1"));
  EXPECT_THAT(error_of_assignment("prover.floor=1"), HasSubstr("above 0 and below 1"));
  EXPECT_THAT(error_of_assignment("learn.learning_rate=nan"), HasSubstr("a number above 0"));
  EXPECT_THAT(error_of_assignment("learn.learning_rate=inf"), HasSubstr("a number above 0"));
  EXPECT_THAT(error_of_assignment("prover.tnorm=max"),
              HasSubstr("\"min\" or \"product\", not max"));
  EXPECT_THAT(error_of_assignment("model.train_slope=yes"), HasSubstr("true or false"));
}

TEST(Settings, AssignmentErrorsAreUsageErrors) {
  AllOptions settings;
  EXPECT_THROW(assign_setting("prover.depth=9", settings), UsageError);
  EXPECT_EQ(settings.prover.depth, AllOptions{}.prover.depth);
}

TEST(Settings, FileErrorsSayWhere) {
  EXPECT_EQ(error_of_file("[learn]\n\nepoch = 3\n"),
            "c.toml:3: unknown setting 'learn.epoch'; did you mean 'learn.epochs'?");
  EXPECT_EQ(error_of_file("[learm]\nepochs = 3\n"),
            "c.toml:2: unknown setting 'learm.epochs'; did you mean 'learn.epochs'?");
  EXPECT_EQ(error_of_file("[prover]\ndepth = 9\n"),
            "c.toml:2: prover.depth must be a whole number from 0 to 8, not 9");
  EXPECT_EQ(error_of_file("[prover]\ndepth = \"2\"\n"),
            "c.toml:2: prover.depth must be a whole number from 0 to 8, not \"2\"");
  EXPECT_EQ(error_of_file("[prover]\ndepth = 1.5\n"),
            "c.toml:2: prover.depth must be a whole number from 0 to 8, not 1.5");
  EXPECT_THAT(error_of_file("[prover]\ndepth = [1]\n"), StartsWith("c.toml:2: prover.depth must"));
  EXPECT_THAT(error_of_file("[prover.depth]\nx = 1\n"), StartsWith("c.toml:1: prover.depth must"));
  EXPECT_THAT(error_of_file("prover = 1\n"), StartsWith("c.toml:1: unknown setting 'prover'"));
  EXPECT_THAT(error_of_file("[prover\n"), StartsWith("c.toml:1: "));
  EXPECT_THAT(error_of_file("[prover]\ndepth = 1\ndepth = 2\n"), StartsWith("c.toml:3: "));
  EXPECT_EQ(error_of_file("[prover\n").find('\n'), std::string::npos);
}

TEST(Settings, MissingFileIsAnError) {
  AllOptions settings;
  EXPECT_THAT(error_of([&] { read_settings("/no/such.toml", settings); }),
              StartsWith("/no/such.toml: cannot open"));
}

TEST(Settings, DescriptionListsAll) {
  const std::string text = describe_settings();
  for (const Setting& setting : all_settings()) EXPECT_THAT(text, HasSubstr(setting.name));
  EXPECT_THAT(text, HasSubstr("needs learn.epochs above 0; learn.validate_every above 0\n"));
}

TEST(Presets, AllAreThereAndReadable) {
  const std::vector<PresetFile> presets = all_presets();
  std::set<std::string> names;
  for (const PresetFile& preset : presets) {
    names.insert(preset.name);
    EXPECT_FALSE(preset.summary.empty()) << preset.name;
    AllOptions settings;
    EXPECT_NO_THROW(read_settings(preset.file, settings)) << preset.name;
  }
  for (const char* name :
       {"countries-s1", "countries-s2", "countries-s3", "kinship", "nations", "umls"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(Presets, OfMinedRulesSayWhatDiffersFromRules) {
  AllOptions rules = Settings::preset("rules").state().options;
  EXPECT_EQ(to_toml(Settings::preset("kinship-mined").state().options), to_toml(rules));
  rules.mine.constants = 0;
  EXPECT_EQ(to_toml(Settings::preset("countries-s3-mined").state().options), to_toml(rules));
}

TEST(Presets, UnknownNameGetsASuggestion) {
  const std::string what = error_of([] { find_preset("kinshp"); });
  EXPECT_THAT(what, StartsWith("unknown preset 'kinshp'; did you mean 'kinship'?"));
  EXPECT_THAT(what, HasSubstr("countries-s1"));
}

}  // namespace
}  // namespace gntp
