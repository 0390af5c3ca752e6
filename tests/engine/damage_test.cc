// Damaged run folders: an error that names a file, or the same answers; never a crash, never
// another answer. The environment variable GNTP_DAMAGES says how many damages there are.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "base/numbers.h"
#include "engine/manifest.h"
#include "engine/run_folder.h"
#include "support/damage.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;
using testing::TempFolder;

namespace fs = std::filesystem;

constexpr std::size_t kUsualDamages = 300;

std::size_t damages() {
  const char* given = std::getenv("GNTP_DAMAGES");
  return given == nullptr ? kUsualDamages : parse_number<std::size_t>(given).value();
}

// Tiny data for a run of its kind, "templates", "mined" or "mentions", and its settings.
Settings prepare(const TempFolder& folder, const std::string& kind) {
  folder.write(
      "data/train.tsv",
      "ada\tparent\tbob\nbob\tparent\tcid\nbob\tparent\tdan\nada\tfriend\teve\n"
      "eve\tparent\tfay\nfay\tparent\tgil\nada\tgrandparent\tcid\neve\tgrandparent\tgil\n");
  folder.write("data/rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <2>\n");
  folder.write("data/labels.tsv", "ada\tAda\ndan\tDaniel\ngil\tDaniel\nparent\tparent of\n");
  folder.write("data/types.tsv", "ada\twoman\ndan\tman\n");
  Settings settings;
  settings.set("learn.epochs", "3");
  if (kind == "mentions") {
    folder.write("data/mentions.tsv", "ada\t[XXX]:is:above:[YYY]\tdan\t1\n");
    folder.write("data/mentions.sources.tsv",
                 "ada\t[XXX]:is:above:[YYY]\tdan\ta.txt\t1\t1\tAda is above Dan.\n");
  }
  if (kind == "mined") {
    settings.set("learn.rules", "mined");
    settings.set("mine.min_support", "1");
  } else {
    settings.set("model.dim", "4");
  }
  return settings;
}

// All that the run says, to the last bit.
std::string answers_of(const fs::path& run) {
  const Engine engine = Engine::open(run, 1);
  std::string text;
  for (const char* query : {"grandparent(ada, ?)", "parent(?, dan)", "?(ada, dan)"}) {
    for (const Answer& answer : engine.predict(query)) {
      text += fmt::format("{} {} {} {:a} {}\n", query, answer.name, answer.display_name,
                          answer.score, answer.known);
    }
  }
  for (const std::string& type : engine.types()) text += type + '\n';
  for (const LearnedRule& rule : engine.rules()) {
    text += fmt::format("{:a} {} {}\n", rule.confidence, rule.text, rule.in_words);
  }
  return text;
}

bool names_a_file(const std::string& error, const fs::path& run, const testing::Files& files) {
  if (!error.starts_with(run.string())) return false;
  return std::ranges::any_of(
      files, [&](const auto& file) { return error.find(file.first) != std::string::npos; });
}

class Damage : public ::testing::TestWithParam<std::string> {
 protected:
  Damage() {
    const Settings settings = prepare(folder_, GetParam());
    Engine::train(Dataset::load(folder_.path() / "data"), settings, {.seed = 1, .threads = 1})
        .save(run());
    whole_ = testing::read_files(run());
  }
  fs::path run() const { return folder_.path() / "run"; }

  TempFolder folder_;
  testing::Files whole_;
};

TEST_P(Damage, IsAnErrorThatNamesAFileOrChangesNothing) {
  const std::string expected = answers_of(run());
  testing::Damager damager(1);
  std::size_t errors = 0;
  for (std::size_t i = 0; i < damages() / 3; ++i) {
    testing::Files files = whole_;
    const std::string what = damager.damage(files);
    testing::write_files(run(), files, whole_);
    std::string answers;
    const std::string error = error_of([&] { answers = answers_of(run()); });
    if (error == "no error") {
      ASSERT_EQ(answers, expected) << what;
      // Only what is in no manifest may differ.
      files["times.json"] = whole_.at("times.json");
      ASSERT_TRUE(files == whole_ || files.at("manifest.json") != whole_.at("manifest.json"))
          << what;
    } else {
      ASSERT_TRUE(names_a_file(error, run(), whole_)) << what << ": " << error;
      ++errors;
    }
    ASSERT_NO_FATAL_FAILURE(testing::write_files(run(), whole_, files)) << what;
  }
  std::cout << GetParam() << ": " << errors << " of " << damages() / 3 << " are errors\n";
  EXPECT_GT(errors, damages() / 6);
}

// A manifest that fits the damage leaves it to the readers of the files: an error, or a run.
TEST_P(Damage, ThatTheManifestFitsNeverCrashesAReader) {
  testing::Damager damager(2);
  std::size_t errors = 0;
  for (std::size_t i = 0; i < damages() / 3; ++i) {
    testing::Files files = whole_;
    const std::string what = damager.damage(files);
    testing::write_files(run(), files, whole_);
    write_manifest(run());
    const std::string error = error_of([&] { load_run(run()); });
    if (error != "no error") {
      ASSERT_TRUE(names_a_file(error, run(), whole_)) << what << ": " << error;
      ++errors;
    }
    files["manifest.json"] = "";
    testing::write_files(run(), whole_, files);
  }
  EXPECT_GT(errors, damages() / 9);
}

// What was written for going on is as safe: an error that names a file, or the same run in the end.
class DamageOnTheWay : public ::testing::TestWithParam<std::string> {
 protected:
  // A training that was stopped after two checkpoints.
  void SetUp() override {
    const Settings settings = prepare(folder_, GetParam());
    const Dataset dataset = Dataset::load(folder_.path() / "data", settings);
    std::stop_source source;
    Observer observer;
    observer.stop = source.get_token();
    observer.progress = [&](const Progress& now) {
      if (now.fraction > 0.7) source.request_stop();
    };
    TrainRunOptions options;
    options.run = {.seed = 1, .threads = 1};
    options.checkpoint_seconds = 0;
    EXPECT_THROW(train_run(run(), dataset, settings, options, observer), Interrupted);
    checkpoint_ = testing::read_files(run() / "checkpoint");
    resume_run(run(), 1);
    finished_ = finished_files();
  }
  fs::path run() const { return folder_.path() / "run"; }
  testing::Files finished_files() const {
    testing::Files files = testing::read_files(run());
    files.erase("times.json");
    return files;
  }

  TempFolder folder_;
  testing::Files checkpoint_;
  testing::Files finished_;
};

TEST_P(DamageOnTheWay, IsAnErrorThatNamesAFileOrChangesNothing) {
  ASSERT_GE(checkpoint_.size(), 5U);  // two states, the start, the settings and the lock
  testing::Damager damager(3);
  std::size_t errors = 0;
  std::size_t same = 0;
  for (std::size_t i = 0; i < damages() / 3; ++i) {
    testing::Files files = checkpoint_;
    const std::string what = damager.damage(files);
    fs::remove_all(run());
    fs::create_directories(run() / "checkpoint");
    testing::write_files(run() / "checkpoint", files, {});
    const std::string error = error_of([&] { resume_run(run(), 1); });
    if (error == "no error") {
      ASSERT_EQ(finished_files(), finished_) << what;
      ++same;
    } else {
      ASSERT_TRUE(error.starts_with(run().string())) << what << ": " << error;
      ++errors;
    }
  }
  EXPECT_GT(errors, damages() / 30);
  EXPECT_GT(same, damages() / 30);
}

INSTANTIATE_TEST_SUITE_P(Runs, DamageOnTheWay, ::testing::Values("templates", "mined", "mentions"),
                         [](const auto& each) { return each.param; });

INSTANTIATE_TEST_SUITE_P(Runs, Damage, ::testing::Values("templates", "mined", "mentions"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace gntp
