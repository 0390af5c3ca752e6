#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include "app/command.h"
#include "base/file.h"
#include "engine/manifest.h"
#include "support/errors.h"
#include "support/places.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Outcome;
using testing::run_gntp;

namespace fs = std::filesystem;

std::vector<std::string> faulty(const Verification& result) {
  std::vector<std::string> names;
  for (const VerifiedFile& file : result.files) {
    if (!file.fault.empty()) names.push_back(file.name);
  }
  return names;
}

class Verify : public ::testing::Test {
 protected:
  Verify() {
    testing::write_family(folder_);
    Settings settings;
    settings.set("learn.epochs", "1");
    settings.set("model.dim", "3");
    Engine::train(Dataset::load(folder_.path() / "family"), settings, {.seed = 0, .threads = 1})
        .save(run());
  }
  fs::path run() const { return folder_.path() / "run"; }
  Outcome gntp(const std::string& arguments) const { return run_gntp(arguments, folder_.path()); }

  testing::TempFolder folder_;
};

TEST_F(Verify, ARunThatIsAsItWasWritten) {
  const Verification result = verify(run());
  EXPECT_TRUE(result.sound());
  EXPECT_EQ(result.version, GNTP_VERSION);
  EXPECT_EQ(result.files.size(), 8U);
  EXPECT_EQ(result.entities, 5U);
  EXPECT_EQ(result.facts, 4U);
  EXPECT_THAT(result.extra, IsEmpty());
  const Outcome outcome = gntp("verify run");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("run: 8 files are as gntp"), HasSubstr("entities: 5")));
  EXPECT_EQ(gntp("verify run --json").json()["sound"], true);
}

TEST_F(Verify, EveryFileAtFaultIsNamed) {
  folder_.write("run/entities.tsv", "ada\n");
  folder_.write("run/trace.jsonl", "");
  fs::remove(run() / "rules.json");
  const Verification result = verify(run());
  EXPECT_FALSE(result.sound());
  EXPECT_THAT(faulty(result), ElementsAre("entities.tsv", "rules.json", "trace.jsonl"));
  const Outcome outcome = gntp("verify run");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("run/entities.tsv: is damaged"),
                                 HasSubstr("run/rules.json: is missing"),
                                 HasSubstr("run/trace.jsonl: is damaged")));
  const Outcome json = gntp("verify run --json");
  EXPECT_EQ(json.status, 1);
  EXPECT_EQ(json.json()["sound"], false);
}

TEST_F(Verify, AFileThatFitsTheManifestAndNothingElse) {
  folder_.write("run/entities.tsv", "ada\n");
  write_manifest(run());
  const Verification result = verify(run());
  EXPECT_FALSE(result.sound());
  EXPECT_THAT(result.fault, HasSubstr("tensor 'entities'"));
  const Outcome outcome = gntp("verify run");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("tensor 'entities'"));
}

TEST_F(Verify, FurtherFilesAreMentioned) {
  folder_.write("run/notes.txt", "mine");
  EXPECT_THAT(verify(run()).extra, ElementsAre("notes.txt"));
  const Outcome outcome = gntp("verify run");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("run/notes.txt: no file of the run; it is not read"));
}

TEST_F(Verify, WhatIsNoRunOrHasNoManifest) {
  EXPECT_THAT(error_of([&] { verify(folder_.path() / "family"); }), HasSubstr("not a run folder"));
  EXPECT_EQ(gntp("verify nowhere").status, 1);
  fs::remove(run() / "manifest.json");
  EXPECT_THAT(verify(run()).fault, HasSubstr("manifest.json: is missing"));
  const Verification old = verify(testing::checkout() / "tests/data/run-0.2.0");
  EXPECT_TRUE(old.sound()) << old.fault;
  EXPECT_EQ(old.version, "0.2.0");
  EXPECT_THAT(old.files, IsEmpty());
}

}  // namespace
}  // namespace gntp
