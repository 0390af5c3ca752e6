// gntp add, --facts and --without, as users type them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "app/command.h"
#include "base/text.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::kCrisp;
using ::testing::Not;
using testing::Outcome;

namespace fs = std::filesystem;

class NewFacts : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_family(folder_);
    gntp("train family --preset paper --no-eval --out run" + std::string(kCrisp));
    folder_.write("new.tsv", "zoe\tparent\tada\nada\tparent\tbob\nzoe\tparent\tada\n");
  }

  Outcome run(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }
  Outcome gntp(const std::string& arguments) const {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << arguments << '\n' << outcome.err;
    return outcome;
  }
  // What an erroneous command says.
  std::string error_of(const std::string& arguments, int status = 1) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, status) << arguments;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  }
  std::string bytes_of(const std::string& run) const {
    std::string all;
    for (const char* name : {"model.safetensors", "entities.tsv", "metadata.json", "manifest.json",
                             "calibration.json", "metrics.json"}) {
      if (fs::exists(folder_.path() / run / name)) all += read_file(folder_.path() / run / name);
    }
    return all;
  }

  testing::TempFolder folder_;
};

TEST_F(NewFacts, AreAddedToARunOfTheirOwn) {
  const std::string before = bytes_of("run");
  const Outcome added = gntp("add run new.tsv --out run2");
  EXPECT_THAT(added.err,
              AllOf(HasSubstr("1 fact added"), HasSubstr("1 new entity"),
                    HasSubstr("1 known already"), HasSubstr("1 repeated"), HasSubstr("run2")));
  EXPECT_EQ(bytes_of("run"), before);
  EXPECT_THAT(gntp("verify run2").out, HasSubstr("facts: 5"));
  EXPECT_THAT(gntp("predict run2 'grandparent(zoe, ?)'").out, HasSubstr("bob"));
  EXPECT_THAT(gntp("explain run2 'grandparent(zoe, bob)'").out, HasSubstr("parent(zoe, ada)"));
  EXPECT_THAT(gntp("eval run2").out, HasSubstr("test: 1 triple"));
  // The same input gives the same bytes, piped or not, with any number of threads.
  gntp("add run new.tsv --threads 3 --out again");
  EXPECT_EQ(bytes_of("again"), bytes_of("run2"));
  EXPECT_EQ(testing::run_shell("gntp add run - --out piped < new.tsv", folder_.path()).status, 0);
  EXPECT_EQ(bytes_of("piped"), bytes_of("run2"));
}

TEST_F(NewFacts, CanBeRemovedAgain) {
  gntp("add run new.tsv --out run2");
  folder_.write("zoe.tsv", "zoe\tparent\tada\n");
  gntp("add run2 --remove zoe.tsv --out run3");
  EXPECT_EQ(read_file(folder_.path() / "run3/model.safetensors"),
            read_file(folder_.path() / "run/model.safetensors"));
  const auto metadata = nlohmann::json::parse(read_file(folder_.path() / "run3/metadata.json"));
  EXPECT_EQ(metadata["changes"]["added_facts"], 1);
  EXPECT_EQ(metadata["changes"]["removed_facts"], 1);
  EXPECT_EQ(metadata["changes"]["added_entities"], 0);
  folder_.write("bob.tsv", "bob\tparent\tcid\n");
  gntp("add run zoe.tsv --remove bob.tsv --out both");
  EXPECT_EQ(gntp("score both 'parent(bob, cid)'").out, "bob\tparent\tcid\t0\n");
  EXPECT_EQ(gntp("score both 'parent(zoe, ada)'").out, "zoe\tparent\tada\t1\n");
}

TEST_F(NewFacts, AreKnownToEveryVerbThatAsks) {
  gntp("add run new.tsv --out run2");
  EXPECT_EQ(gntp("predict run --facts new.tsv 'grandparent(zoe, ?)' --json").out,
            gntp("predict run2 'grandparent(zoe, ?)' --json").out);
  EXPECT_EQ(gntp("explain run 'grandparent(zoe, bob)' --facts new.tsv --json").out,
            gntp("explain run2 'grandparent(zoe, bob)' --json").out);
  EXPECT_EQ(gntp("score run 'grandparent(zoe, bob)' --facts new.tsv").out,
            "zoe\tgrandparent\tbob\t1\n");
  folder_.write("family/valid.tsv", "bob\tgrandparent\tcid\n");
  const auto quality = [&](const std::string& arguments) {
    nlohmann::json json = gntp("eval " + arguments + " --quiet --json").json();
    json.erase("seconds");
    return json;
  };
  EXPECT_EQ(quality("run --facts new.tsv"), quality("run2"));
  EXPECT_THAT(error_of("materialise run --facts bad.tsv --out out.tsv"), HasSubstr("bad.tsv"));
  folder_.write("more.tsv", "yan\tparent\tzoe\n");
  EXPECT_THAT(
      gntp("predict run --facts new.tsv --facts more.tsv 'grandparent(yan, ?)' --top 1").out,
      HasSubstr("ada"));
}

TEST_F(NewFacts, HaveEntitiesThatBatchesCanAskAbout) {
  folder_.write("questions", "grandparent(zoe, ?)\nzoe\tparent\t?\nparent(zoee, ?)\n");
  const Outcome outcome = run("predict run --facts new.tsv --queries questions");
  EXPECT_EQ(outcome.status, 1);
  const auto lines = split(outcome.out, '\n');
  ASSERT_EQ(lines.size(), 3U);  // and an empty end
  EXPECT_EQ(nlohmann::json::parse(lines[0])["answers"][0]["answer"], "bob");
  EXPECT_EQ(nlohmann::json::parse(lines[1])["answers"][0]["answer"], "ada");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("questions:3: unknown entity 'zoee'"),
                                 HasSubstr("did you mean 'zoe'")));
  folder_.write("facts", "grandparent(zoe, bob)\n");
  EXPECT_THAT(gntp("explain run --facts new.tsv --queries facts").out, HasSubstr("zoe"));
}

TEST_F(NewFacts, CanBeLeftOutOfAnAnswer) {
  EXPECT_EQ(gntp("score run 'grandparent(ada, cid)' --without 'parent(bob, cid)'").out,
            "ada\tgrandparent\tcid\t0\n");
  const Outcome left = gntp(
      "predict run --without 'parent(bob, cid)' --without 'parent(bob, dan)' 'parent(bob, ?)'");
  EXPECT_THAT(left.err, AllOf(HasSubstr("2 facts removed"), HasSubstr("nothing fits")));
  EXPECT_THAT(error_of("score run 'parent(ada, bob)' --without 'parent(bob, ada)'"),
              HasSubstr("parent(bob, ada): cannot be removed: it is no known fact"));
  EXPECT_THAT(error_of("explain run 'parent(bob, ada)' --without 'parent(bob, ada)'"),
              HasSubstr("it is no known fact"));
  EXPECT_THAT(error_of("predict run 'parent(ada, ?)' --without 'parent(bob, ?)'"),
              HasSubstr("expected a fact without '?'"));
}

// Rules that are found, vectors and all.
TEST_F(NewFacts, LeavingTheAskedFactOutIsToInferIt) {
  std::string train;
  std::string valid;
  for (int i = 0; i < 40; ++i) {
    const auto person = [](int number) { return "p" + std::to_string(number % 40); };
    train += person(i) + "\tparent\t" + person(i + 1) + "\n";
    train += person(i) + "\tfriend\t" + person(7 * i + 3) + "\n";
    (i % 5 == 0 ? valid : train) += person(i) + "\tgrandparent\t" + person(i + 2) + "\n";
  }
  folder_.write("people/train.tsv", train);
  folder_.write("people/valid.tsv", valid);
  gntp(
      "train people --preset hybrid --no-eval --quiet --out hybrid --set predictor.dim=8 --set "
      "predictor.epochs=4 --set predictor.starts=1 --set mine.adaptive=false");
  for (const char* asked : {"grandparent(p1, p3)", "friend(p2, p17)", "parent(p4, p5)"}) {
    const std::string question = "explain hybrid '" + std::string(asked) + "' --json";
    const Outcome inferred = gntp(question + " --inferred");
    EXPECT_EQ(gntp(question + " --without '" + asked + "'").out, inferred.out);
    EXPECT_NE(gntp(question).out, inferred.out);
  }
  const std::string both = "explain hybrid 'grandparent(p1, p3)' --without 'grandparent(p1, p3)'";
  EXPECT_THAT(gntp(both).out, HasSubstr("parent(p2, p3)"));
  EXPECT_THAT(gntp(both + " --without 'parent(p2, p3)'").out, Not(HasSubstr("parent(p2, p3)")));
}

TEST_F(NewFacts, ThatCannotBeUsedAreErrorsWithFileAndLine) {
  folder_.write("bad.tsv", "zoe\tparent\tada\nzoe\tparnt\tada\n");
  folder_.write("broken.tsv", "zoe parent ada\n");
  folder_.write("empty.tsv", "");
  folder_.write("pattern.tsv", "zoe\t[XXX] meets [YYY]\tada\n");
  folder_.write("titles.tsv", "head\trelation\ttail\nzoe\tparent\tada\n");
  EXPECT_THAT(
      error_of("add run bad.tsv --out new"),
      AllOf(HasSubstr("bad.tsv:2: unknown relation 'parnt'"), HasSubstr("did you mean 'parent'")));
  EXPECT_THAT(error_of("predict run 'parent(ada, ?)' --facts bad.tsv"), HasSubstr("bad.tsv:2:"));
  EXPECT_THAT(error_of("add run broken.tsv --out new"),
              HasSubstr("broken.tsv:1: expected 3 tab-separated fields"));
  EXPECT_THAT(error_of("add run empty.tsv --out new"), HasSubstr("empty.tsv: has no facts"));
  EXPECT_THAT(error_of("add run pattern.tsv --out new"),
              AllOf(HasSubstr("pattern.tsv:1:"), HasSubstr("mentions cannot")));
  EXPECT_THAT(gntp("add run titles.tsv --out titled").err,
              AllOf(HasSubstr("titles.tsv: its first line is taken for column titles"),
                    HasSubstr("1 fact added")));
  EXPECT_THAT(error_of("add run missing.tsv --out new"), HasSubstr("missing.tsv"));
  EXPECT_THAT(error_of("add run --remove new.tsv --out new"),
              AllOf(HasSubstr("new.tsv:1:"), HasSubstr("unknown entity 'zoe'")));
  EXPECT_FALSE(fs::exists(folder_.path() / "new"));
  const Outcome skipped = gntp("add run bad.tsv --on-error skip --out new");
  EXPECT_THAT(skipped.err, AllOf(HasSubstr("bad.tsv"), HasSubstr("1 fact added")));
}

TEST_F(NewFacts, CommandsThatMakeNoSenseAreRefused) {
  EXPECT_THAT(error_of("add run --out new", 2), HasSubstr("nothing to change"));
  EXPECT_THAT(error_of("add run - --remove - --out new", 2), HasSubstr("read once"));
  EXPECT_THAT(error_of("add run new.tsv", 2), HasSubstr("--out is required"));
  EXPECT_THAT(error_of("add run new.tsv --out run"), HasSubstr("run: exists already"));
  EXPECT_THAT(error_of("add family new.tsv --out new"), HasSubstr("not a run folder"));
}

}  // namespace
}  // namespace gntp
