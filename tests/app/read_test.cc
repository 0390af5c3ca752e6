// gntp read through the real executable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/command.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Outcome;

class Read : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_family(folder_);
    folder_.write("text.txt", "Ada knows Bob. Bob's friend is Eve.\n");
  }

  Outcome gntp(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }

  void expect_error(const std::string& arguments, int status, const std::string& text) const {
    const Outcome outcome = gntp("read " + arguments);
    EXPECT_EQ(outcome.status, status) << arguments;
    EXPECT_THAT(outcome.err, AllOf(::testing::StartsWith("gntp: error: "), HasSubstr(text)));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_FALSE(fs::exists(folder_.path() / "m.tsv"));
  }

  testing::TempFolder folder_;
};

TEST_F(Read, WritesMentionsAndSources) {
  const Outcome outcome = gntp("read text.txt --entities family --out m.tsv --json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(read_file(folder_.path() / "m.tsv"),
            "ada\t[XXX]:knows:[YYY]\tbob\t1\nbob\t[XXX]:friend:is:[YYY]\teve\t1\n"
            "bob\t[YYY]:knows:[XXX]\tada\t1\neve\t[YYY]:friend:is:[XXX]\tbob\t1\n");
  EXPECT_THAT(read_file(folder_.path() / "m.sources.tsv"),
              HasSubstr("bob\t[XXX]:friend:is:[YYY]\teve\ttext.txt\t1\t2\tBob's friend is Eve.\n"));
  EXPECT_EQ(outcome.json()["mentions"], 4);
  EXPECT_EQ(outcome.json()["sentences"], 2);
  EXPECT_THAT(outcome.err, HasSubstr("m.tsv: 4 mentions with 4 patterns, from 2 pairs"));
}

TEST_F(Read, ReadsAndWritesStreams) {
  const Outcome outcome = testing::run_shell(
      "cat text.txt | gntp read - --entities family --out /dev/stdout --directions text --quiet\n",
      folder_.path());
  EXPECT_EQ(outcome.out, "ada\t[XXX]:knows:[YYY]\tbob\t1\nbob\t[XXX]:friend:is:[YYY]\teve\t1\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(fs::is_symlink("/dev/stdout"));
}

TEST_F(Read, WarnsOfMalformedText) {
  folder_.write("bad.txt", "Ada \xFFknows Bob.\n");
  const Outcome outcome = gntp("read bad.txt --entities family --out m.tsv --quiet");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("warning: bad.txt:1: not UTF-8"));
}

TEST_F(Read, SaysWhatIsWrong) {
  expect_error("missing.txt --entities family --out m.tsv", 1, "missing.txt: cannot open");
  expect_error("text.txt --entities nowhere --out m.tsv", 1, "nowhere: no such file or folder");
  expect_error("text.txt --entities family --out no/m.tsv", 1, "there is no folder no; create it");
  expect_error("text.txt --entities family --out family", 1, "family: is a folder");
  expect_error("text.txt --entities family --format jsonl --out m.tsv", 1, "text.txt:1: not JSON");
  expect_error("text.txt --entities family", 2, "--out is required");
  expect_error("--entities family --out m.tsv", 2, "TEXT is required");
  expect_error("text.txt --entitis family --out m.tsv", 2, "did you mean '--entities'?");
  expect_error("text.txt --entities family --out m.tsv --ambiguous al", 2, "skip, all, first");
  expect_error("text.txt --entities family --out m.tsv --format json", 2, "did you mean 'jsonl'?");
  expect_error("text.txt --entities family --out m.tsv --min-count 0", 2, "--min-count must be");
  expect_error("family --entities family --out m.tsv", 1, "family: is a folder");
}

TEST_F(Read, AnInterruptLeavesNothing) {
  const Outcome outcome = testing::run_shell(
      "mkdir out; (yes 'Ada knows Bob. Eve saw Cid.' | head -c 2000000000) |\n"
      "  gntp read - --entities family --out out/m.tsv --quiet & process=$!\n"
      "sleep 1\n"
      "kill -INT $process; wait $process; echo $?; ls -A out\n",
      folder_.path());
  EXPECT_EQ(outcome.out, "130\n");
  EXPECT_THAT(outcome.err, HasSubstr("gntp: stopped; nothing was written\n"));
}

}  // namespace
}  // namespace gntp
