// gntp report, as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/command.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::Outcome;
using ::testing::StartsWith;

class ReportVerb : public ::testing::Test {
 protected:
  ReportVerb() {
    testing::write_family(folder_);
    EXPECT_EQ(run("train family --preset paper --out run" + std::string(testing::kCrisp)).status,
              0);
  }
  Outcome run(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }
  std::string error(const std::string& arguments, int status = 1) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    return outcome.err;
  }
  std::string file(const std::string& name) const { return read_file(folder_.path() / name); }

  testing::TempFolder folder_;
};

TEST_F(ReportVerb, WritesOnePage) {
  const Outcome outcome = run("report run --out a.html");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("the report is in a.html"));
  EXPECT_THAT(file("a.html"),
              AllOf(StartsWith("<!DOCTYPE html>"), EndsWith("</html>\n"), HasSubstr("<h1>run</h1>"),
                    HasSubstr("<span>grandparent</span>")));
  EXPECT_EQ(run("report run/ --out b.html --threads 1").status, 0);
  EXPECT_EQ(file("a.html"), file("b.html"));
  EXPECT_EQ(run("report run --out /dev/stdout --quiet").out, file("a.html"));
  EXPECT_EQ(run("report run --out c.html --quiet").err, "");
}

TEST_F(ReportVerb, ReplacesOnlyWhatItMay) {
  folder_.write("a.html", "mine");
  EXPECT_THAT(error("report run --out a.html"), HasSubstr("a.html: exists already"));
  EXPECT_EQ(file("a.html"), "mine");
  EXPECT_EQ(run("report run --out a.html --force").status, 0);
  EXPECT_NE(file("a.html"), "mine");
  EXPECT_THAT(error("report run --out family/train.tsv --force"),
              HasSubstr("belongs to the data set"));
  EXPECT_THAT(error("report nowhere --out nowhere/a.html"), HasSubstr("there is no folder"));
}

TEST_F(ReportVerb, SaysWhatIsWrong) {
  EXPECT_THAT(error("report nowhere --out x.html"), HasSubstr("nowhere: no such run folder"));
  EXPECT_THAT(error("report family --out x.html"), HasSubstr("not a run folder"));
  EXPECT_THAT(error("report run", 2), HasSubstr("--out"));
  EXPECT_THAT(error("report run --on-error skip --out x.html", 2), HasSubstr("--data"));
  EXPECT_THAT(error("report run --data nowhere --out x.html"), HasSubstr("nowhere"));
  folder_.write("other/train.tsv", "ada\tparent\tbob\n");
  folder_.write("other/test.tsv", "zoe\tparent\tbob\n");
  EXPECT_THAT(error("report run --data other --out x.html"), HasSubstr("other/test.tsv:1: "));
  fs::create_directories(folder_.path() / "unfinished/checkpoint");
  folder_.write("unfinished/checkpoint/start.json", "{}");
  EXPECT_THAT(error("report unfinished --out x.html"), HasSubstr("not finished"));
  EXPECT_FALSE(fs::exists(folder_.path() / "x.html"));
}

}  // namespace
}  // namespace gntp
