// Many questions in one command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/command.h"
#include "base/text.h"
#include "support/json_schema.h"
#include "support/places.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::kCrisp;
using testing::Outcome;

class Batches : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_family(folder_);
    gntp("train family --preset paper --no-eval --out run" + std::string(kCrisp));
  }

  Outcome run(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }
  Outcome gntp(const std::string& arguments) const {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << arguments << '\n' << outcome.err;
    return outcome;
  }

  static std::vector<nlohmann::json> lines_of(const Outcome& outcome) {
    std::vector<nlohmann::json> lines;
    for (const std::string_view line : split(outcome.out, '\n')) {
      if (!line.empty()) lines.push_back(nlohmann::json::parse(line));
    }
    return lines;
  }

  testing::TempFolder folder_;
};

TEST_F(Batches, AnswerAsOneByOneInOrderAndInEverySpelling) {
  const std::vector<std::string> questions = {"parent(bob, ?)", "grandparent(?, cid)",
                                              "?(ada, eve)", "friend(eve, ?)", "parent(bob, ?)"};
  folder_.write("text", join(questions, "\n") + "\n");
  folder_.write("tsv",
                "bob\tparent\t?\r\n\n?\tgrandparent\tcid\nada\t?\teve\n"
                "eve\tfriend\t?\nbob\tparent\t?");
  folder_.write("json",
                "{\"head\": \"bob\", \"relation\": \"parent\"}\n"
                "{\"relation\": \"grandparent\", \"tail\": \"cid\", \"head\": null}\n"
                "{\"head\": \"ada\", \"tail\": \"eve\"}\n"
                "{\"query\": \"friend(eve, ?)\"}\n"
                "  {\"relation\": \"parent\", \"head\": \"bob\"}\n");
  std::vector<nlohmann::json> expected;
  expected.reserve(questions.size());
  for (const std::string& question : questions) {
    expected.push_back(gntp("predict run '" + question + "' --top 2 --json").json());
  }
  for (const char* file : {"text", "tsv", "json"}) {
    for (const char* threads : {"1", "3"}) {
      const std::string options = std::string(" --top 2 --threads ") + threads;
      EXPECT_EQ(lines_of(gntp("predict run --queries " + std::string(file) + options)), expected);
    }
  }
  const Outcome piped =
      testing::run_shell("gntp predict run --top 2 --queries - < text", folder_.path());
  EXPECT_EQ(lines_of(piped), expected);
}

TEST_F(Batches, FollowTheirSchema) {
  folder_.write("questions", "parent(bob, ?)\n?(ada, eve)\nfriend(eve, ?)\n");
  const testing::JsonSchema schema(
      nlohmann::json::parse(read_file(testing::checkout() / "docs/answers.schema.json")));
  std::size_t answers = 0;
  for (const nlohmann::json& line : lines_of(gntp("predict run --queries questions"))) {
    EXPECT_EQ(schema.error_of(line), "");
    answers += line["answers"].size();
    nlohmann::json broken = line;
    broken["more"] = 1;
    EXPECT_NE(schema.error_of(broken), "");
  }
  EXPECT_EQ(answers, 3);
}

TEST_F(Batches, LeaveOutWhatIsKnown) {
  folder_.write("questions", "parent(bob, ?)\ngrandparent(ada, ?)\n");
  const auto lines = lines_of(gntp("predict run --queries questions --new"));
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0]["answers"].size(), 0);
  EXPECT_EQ(lines[1]["answers"][0]["answer"], "cid");
}

TEST_F(Batches, ExplainFactsInOrder) {
  folder_.write("facts", "grandparent(ada, cid)\nbob\tparent\tdan\n");
  const auto lines = lines_of(gntp("explain run --queries facts"));
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0], gntp("explain run 'grandparent(ada, cid)' --json").json());
  EXPECT_EQ(lines[1], gntp("explain run 'parent(bob, dan)' --json").json());
}

TEST_F(Batches, ABadLineIsAnErrorBehindTheAnswersBeforeIt) {
  folder_.write("questions", "parent(bob, ?)\nparent(bab, ?)\nparent(ada, ?)\n");
  const Outcome outcome = run("predict run --queries questions");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(lines_of(outcome).size(), 1);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("questions:2: unknown entity 'bab'"), HasSubstr("did you mean")));
}

TEST_F(Batches, BadLinesCanBeSkippedAndAreCounted) {
  folder_.write("questions",
                "parent(bab, ?)\nparent(bob, ada)\nparent(?, ?)\nparent(bob, ?)\nnonsense\n"
                "a\tb\n{\"head\": 3}\n{\"had\": \"bob\"}\n{broken\n");
  const Outcome outcome = gntp("predict run --queries questions --on-error skip");
  ASSERT_EQ(lines_of(outcome).size(), 1);
  EXPECT_EQ(lines_of(outcome)[0]["query"], "parent(bob, ?)");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("8 lines"), HasSubstr("questions:1"),
                                 HasSubstr("found 0"), HasSubstr("found 2")));
  folder_.write("none", "parent(bab, ?)\n");
  EXPECT_EQ(run("predict run --queries none --on-error skip").status, 1);
  const Outcome facts = run("explain run --queries questions --on-error skip");
  EXPECT_EQ(lines_of(facts).size(), 1);
}

TEST_F(Batches, AnEmptyFileHasNoAnswers) {
  folder_.write("empty", "");
  EXPECT_EQ(gntp("predict run --queries empty").out, "");
}

TEST_F(Batches, OneQuestionInIsOneAnswerOut) {
  // The second question is written only after the first answer has been read.
  const Outcome outcome = testing::run_shell(
      "mkfifo in out\n"
      "gntp predict run --top 1 --queries - < in > out &\n"
      "exec 3> in 4< out\n"
      "echo 'parent(bob, ?)' >&3\nread -r first <&4\n"
      "echo 'friend(ada, ?)' >&3\nread -r second <&4\n"
      "exec 3>&-\nwait\necho \"$first\"\necho \"$second\"\n",
      folder_.path());
  const auto lines = lines_of(outcome);
  ASSERT_EQ(lines.size(), 2) << outcome.err;
  EXPECT_EQ(lines[1]["answers"][0]["answer"], "eve");
}

TEST_F(Batches, AskARelationOfAllThatHaveIt) {
  const auto lines = lines_of(gntp("predict run --relation parent --top 1"));
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0], gntp("predict run 'parent(ada, ?)' --top 1 --json").json());
  EXPECT_EQ(lines[1], gntp("predict run 'parent(bob, ?)' --top 1 --json").json());
  EXPECT_THAT(run("predict run --relation parrent").err, HasSubstr("did you mean 'parent'"));
}

TEST_F(Batches, AskWhatASplitAsks) {
  const auto lines = lines_of(gntp("predict run --split test --top 3"));
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0], gntp("predict run 'grandparent(?, cid)' --top 3 --json").json());
  EXPECT_EQ(lines[1], gntp("predict run 'grandparent(ada, ?)' --top 3 --json").json());
  EXPECT_THAT(run("predict run --split tset").err, HasSubstr("no split 'tset'"));
  std::filesystem::rename(folder_.path() / "family", folder_.path() / "moved");
  EXPECT_THAT(run("predict run --split test").err, HasSubstr("--data DATA"));
  EXPECT_EQ(lines_of(gntp("predict run --split test --top 3 --data moved")), lines);
}

TEST_F(Batches, OptionsThatDoNotGoTogetherAreRefused) {
  folder_.write("questions", "parent(bob, ?)\n");
  const auto error = [&](const std::string& arguments) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    return outcome.err;
  };
  EXPECT_THAT(error("predict run"), HasSubstr("--queries FILE"));
  EXPECT_THAT(error("predict run 'parent(bob, ?)' --queries questions"), HasSubstr("give one"));
  EXPECT_THAT(error("predict run 'parent(bob, ?)' --on-error skip"), HasSubstr("--queries"));
  EXPECT_THAT(error("predict run --relation parent --split test"), HasSubstr("give one"));
  EXPECT_THAT(error("predict run --relation parent --data family"), HasSubstr("--split"));
  EXPECT_THAT(error("explain run --queries questions --ascii"), HasSubstr("--ascii"));
  EXPECT_THAT(error("explain run 'parent(bob, dan)' --threads 2"), HasSubstr("--threads"));
  EXPECT_THAT(run("predict run --queries nowhere").err, HasSubstr("nowhere: cannot open"));
  EXPECT_THAT(run("predict run --queries family").err, HasSubstr("family: is a folder"));
}

}  // namespace
}  // namespace gntp
