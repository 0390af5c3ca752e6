// What is there is not overwritten.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/command.h"

namespace gntp {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_gntp;

namespace fs = std::filesystem;

class Overwriting : public ::testing::Test {
 protected:
  Overwriting() {
    testing::write_family(folder_);
    folder_.write("text.txt", "Ada knows Bob. Bob's friend is Eve.\n");
  }

  // Both verbs that write a file.
  std::vector<std::string> commands(const std::string& out) const {
    return {"mine family --quiet --min-support 1 --out " + out,
            "read text.txt --entities family --quiet --out " + out};
  }
  Outcome gntp(const std::string& arguments) const { return run_gntp(arguments, folder_.path()); }
  std::string file(const std::string& name) const { return read_file(folder_.path() / name); }

  testing::TempFolder folder_;
};

TEST_F(Overwriting, AFileIsLeftAsItIsUnlessForced) {
  for (const std::string& command : commands("out.tsv")) {
    folder_.write("out.tsv", "mine\n");
    const Outcome refused = gntp(command);
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err,
                HasSubstr("out.tsv: exists already; choose another name, or replace it "
                          "with --force"));
    EXPECT_EQ(file("out.tsv"), "mine\n");
    const Outcome forced = gntp(command + " --force");
    EXPECT_EQ(forced.status, 0) << forced.err;
    EXPECT_NE(file("out.tsv"), "mine\n");
    fs::remove(folder_.path() / "out.tsv");
    fs::remove(folder_.path() / "out.sources.tsv");
    EXPECT_EQ(gntp(command).status, 0);
    fs::remove(folder_.path() / "out.sources.tsv");
  }
}

TEST_F(Overwriting, TheSentencesAreLeftAsTheyAreToo) {
  folder_.write("out.sources.tsv", "mine\n");
  const std::string command = commands("out.tsv")[1];
  EXPECT_THAT(gntp(command).err, HasSubstr("out.sources.tsv: exists already"));
  EXPECT_FALSE(fs::exists(folder_.path() / "out.tsv"));
  EXPECT_EQ(file("out.sources.tsv"), "mine\n");
  EXPECT_EQ(gntp(command + " --force").status, 0);
}

TEST_F(Overwriting, TheDataOfADataSetIsNeverWritten) {
  folder_.write("other/train.pl.gz", "");
  const std::string train = file("family/train.tsv");
  fs::create_symlink("family/train.tsv", folder_.path() / "link.tsv");
  for (const std::string name :
       {"family/train.tsv", "family/train.pl", "family/valid.tsv", "family/dev.txt.gz",
        "family/test.tsv", "family/test-I.nl", "family/labels.tsv", "family/labels.tsv.gz",
        "family/aliases.tsv", "family/types.tsv", "family/candidates.txt", "other/test.tsv",
        "./family/../family/train.tsv", "link.tsv"}) {
    const bool existed = fs::exists(folder_.path() / name);
    for (const std::string& command : commands(name)) {
      const Outcome outcome = gntp(command + " --force");
      EXPECT_EQ(outcome.status, 1) << command;
      EXPECT_THAT(outcome.err, HasSubstr("belongs to the data set in its folder")) << command;
    }
    EXPECT_EQ(fs::exists(folder_.path() / name), existed) << name;
  }
  EXPECT_EQ(file("family/train.tsv"), train);
  const Outcome sweep = gntp("sweep family --space nowhere.toml --out family/test.tsv");
  EXPECT_THAT(sweep.err, HasSubstr("belongs to the data set in its folder"));
}

TEST_F(Overwriting, RulesAndMentionsOfADataSetAreOutputs) {
  EXPECT_THAT(gntp(commands("family/rules.pl")[0]).err, HasSubstr("exists already"));
  EXPECT_EQ(gntp(commands("family/rules.pl")[0] + " --force").status, 0);
  EXPECT_EQ(gntp(commands("family/mentions.tsv")[1]).status, 0);
}

TEST_F(Overwriting, AStreamIsNeverRefused) {
  for (const std::string& command : commands("/dev/stdout")) {
    const Outcome outcome = gntp(command);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
  const Outcome pipe =
      testing::run_shell("mkfifo m.tsv; echo mine > m.sources.tsv; cat m.tsv & gntp " +
                             commands("m.tsv")[1] + " || exit 1; wait; cat m.sources.tsv\n",
                         folder_.path());
  EXPECT_EQ(pipe.status, 0) << pipe.err;
  EXPECT_THAT(pipe.out, HasSubstr("[XXX]:knows:[YYY]"));
  EXPECT_THAT(pipe.out, HasSubstr("mine"));
}

// The work is not begun where its result could not be written.
TEST_F(Overwriting, IsRefusedBeforeTheWork) {
  folder_.write("out.tsv", "mine\n");
  EXPECT_THAT(gntp("mine nowhere --out out.tsv").err, HasSubstr("out.tsv: exists already"));
  EXPECT_THAT(gntp("mine nowhere --out nowhere/out.tsv").err, HasSubstr("there is no folder"));
  EXPECT_THAT(gntp("mine nowhere --out family").err, HasSubstr("is a folder"));
}

}  // namespace
}  // namespace gntp
