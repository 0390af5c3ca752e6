// gntp compare: one command, a table, files, and signals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/command.h"
#include "support/places.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::Outcome;

class CompareVerb : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("soft/train.tsv",
                  "a\tr\tb\nb\tr\tc\nc\tr\td\nd\tr\te\na\ts\tc\nb\ts\td\nc\ts\te\na\tt\te\n");
    folder_.write("soft/valid.tsv", "a\ts\td\nb\ts\te\n");
    folder_.write("soft/test.tsv", "b\tt\te\na\tt\td\n");
    folder_.write("soft/rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <2>\n");
  }
  Outcome compare(const std::string& arguments) const {
    return testing::run_gntp("compare " + arguments, folder_.path());
  }

  testing::TempFolder folder_;
};

TEST_F(CompareVerb, PrintsATableAndWritesTheReports) {
  const std::string arguments = "soft --models ntp,rules --out out --threads 1";
  const Outcome outcome = compare(arguments);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("soft, test\n\nmodel ")) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("\nNTP "));
  EXPECT_THAT(outcome.out, HasSubstr("\nrules "));
  EXPECT_THAT(outcome.out, HasSubstr("* Projected."));
  EXPECT_THAT(outcome.err, HasSubstr("gntp: rules: done"));
  for (const char* name : {"comparison.md", "comparison.json", "comparison.svg"}) {
    EXPECT_TRUE(fs::exists(folder_.path() / "out" / name)) << name;
  }
  const Outcome json = compare(arguments + " --json --quiet");
  EXPECT_EQ(json.err, "");
  EXPECT_EQ(json.json(), nlohmann::json::parse(read_file(folder_.path() / "out/comparison.json")));
  // The same model as that of a training.
  testing::run_gntp("train soft --preset rules --out run --quiet", folder_.path());
  EXPECT_EQ(read_file(folder_.path() / "run/model.safetensors"),
            read_file(folder_.path() / "out/runs/rules-0/model.safetensors"));
}

TEST_F(CompareVerb, HasAFolderOfItsOwnWhereNoneIsNamed) {
  for (const char* name : {"soft", "soft/", "./soft"}) {
    EXPECT_EQ(compare(std::string(name) + " --models rules --quiet").status, 0);
    EXPECT_TRUE(fs::exists(folder_.path() / "compared-soft/comparison.json"));
  }
}

TEST_F(CompareVerb, WrongArgumentsAreUsageErrors) {
  Outcome outcome = compare("soft --out out --models ruels");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no model 'ruels'; did you mean 'rules'?"));
  EXPECT_FALSE(fs::exists(folder_.path() / "out"));
  EXPECT_EQ(compare("soft --models rules --out out --seeds 0").status, 2);
  outcome = compare("missing --models rules --out out");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("missing"));
  EXPECT_FALSE(fs::exists(folder_.path() / "out"));
}

TEST_F(CompareVerb, AFailedModelIsReportedAndTriedAgain) {
  folder_.write("out/runs/rules-0/manifest.json", "x");
  const Outcome outcome = compare("soft --models rules,gntp --out out --quiet");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("failed: "));
  EXPECT_THAT(outcome.err, HasSubstr("the same command tries again"));
  fs::remove_all(folder_.path() / "out/runs/rules-0");
  EXPECT_EQ(compare("soft --models rules,gntp --out out --quiet").status, 0);
}

// A training of minutes.
TEST_F(CompareVerb, ASignalStopsItAndTheSameCommandGoesOn) {
  const std::string data = (testing::checkout() / "data/countries/S1").string();
  const std::string arguments = "'" + data + "' --models gntp --out out --threads 1";
  const Outcome outcome = testing::run_shell(
      "gntp compare " + arguments +
          " & process=$!\n"
          "while [ ! -e out/runs/gntp-0/checkpoint/start.json ]; do sleep 0.05; done\n"
          "kill -INT $process\nwait $process\necho status $?\nls out/runs/gntp-0\n",
      folder_.path());
  EXPECT_THAT(outcome.out, HasSubstr("status 130\ncheckpoint\n"));
  EXPECT_THAT(outcome.err, HasSubstr("stopped; what is done is in out, and the same command"));
}

}  // namespace
}  // namespace gntp
