// candidates.txt and ranks, as users meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::run_gntp;
using testing::run_shell;
using testing::TempFolder;

std::vector<std::string> answers_of(const Outcome& outcome) {
  std::vector<std::string> names;
  const nlohmann::json json = outcome.json();
  for (const auto& answer : json["answers"]) names.push_back(answer["answer"]);
  return names;
}

class CandidatesTest : public ::testing::Test {
 protected:
  CandidatesTest() {
    folder_.write("data/train.tsv",
                  "ann\tlives\tparis\nann\tlives\tfrance\nbob\tlives\tlyon\nbob\tlives\tfrance\n"
                  "cid\tlives\trome\ncid\tlikes\tparis\ndan\tlikes\tlyon\nparis\tin\tfrance\n"
                  "lyon\tin\tfrance\nrome\tin\titaly\ndan\tlives\tlyon\n");
    folder_.write("data/test.tsv", "cid\tlives\titaly\n");
    folder_.write("data/rules.pl", "0.8 :: lives(X, Y) :- lives(X, Z), in(Z, Y)\n");
    folder_.write("data/candidates.txt", "france\nitaly\n");
  }
  Outcome gntp(const std::string& arguments) const { return run_gntp(arguments, folder_.path()); }
  void train(const std::string& run) const {
    const Outcome outcome =
        gntp("train data --preset paper --no-eval --out " + run + std::string(testing::kCrisp));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }

  TempFolder folder_;
};

TEST_F(CandidatesTest, LimitTheTailsOfTheRelationsOfTheSplits) {
  train("run");
  EXPECT_THAT(answers_of(gntp("predict run 'lives(dan, ?)' --json")), ElementsAre("france"));
  EXPECT_THAT(answers_of(gntp("predict run 'lives(cid, ?)' --json")), ElementsAre("italy"));
  // Other relations, heads and relations are free.
  EXPECT_THAT(answers_of(gntp("predict run 'likes(dan, ?)' --json")), ElementsAre("lyon"));
  EXPECT_THAT(answers_of(gntp("predict run 'lives(?, lyon)' --json")), ElementsAre("bob", "dan"));
  EXPECT_THAT(answers_of(gntp("predict run '?(dan, lyon)' --json")), ElementsAre("likes", "lives"));
  EXPECT_THAT(gntp("score run 'lives(dan, lyon)'").out, HasSubstr("\t1\n"));
}

TEST_F(CandidatesTest, LimitRanksAsTheyLimitPredictions) {
  train("run");
  const nlohmann::json limited = gntp("eval run --json").json();
  EXPECT_EQ(limited["tail"]["pessimistic"]["mean_rank"], 1);
  std::filesystem::remove(folder_.path() / "data/candidates.txt");
  train("free");
  EXPECT_THAT(answers_of(gntp("predict free 'lives(dan, ?)' --json")),
              ElementsAre("lyon", "france"));
  const nlohmann::json free = gntp("eval free --json").json();
  EXPECT_FALSE(free.contains("auc_pr"));
}

TEST_F(CandidatesTest, TailsThatAreNoCandidatesAreReported) {
  folder_.write("data/candidates.txt", "france\n");
  EXPECT_THAT(gntp("stats data").err, HasSubstr("lacks the tails of 1 valid and test triples"));
}

// Mined rules with equal confidences: the second proof decides, and is shown.
class TiesTest : public ::testing::Test {
 protected:
  TiesTest() {
    folder_.write("data/train.tsv",
                  "a\tp\tx\na\tp\ty\na\tp\tz\na\tq\tx\na\tq\ty\nb\tp\tx\nb\tq\tz\nb\ts\tz\n");
    folder_.write("data/test.tsv", "a\tr\tx\n");
    folder_.write(
        "data/rules.pl",
        "0.7 :: r(X, Y) :- p(X, Y)\n0.5 :: r(X, Y) :- q(X, Y)\n0.4 :: s(X, Y) :- p(X, Y)\n");
  }
  Outcome train(const std::string& aggregate) const {
    return run_gntp(
        "train data --preset paper --quiet --no-eval --set model.entities=symbolic --set "
        "model.relations=symbolic --set learn.epochs=0 --set rank.aggregate=" +
            aggregate + " --out " + aggregate,
        folder_.path());
  }
  TempFolder folder_;
};

TEST_F(TiesTest, TheTieBreakerIsShownWhereItDecides) {
  ASSERT_EQ(train("max_plus").status, 0);
  const Outcome text = run_gntp("predict max_plus 'r(a, ?)'", folder_.path());
  EXPECT_EQ(text.out,
            "rank  answer     score  tie-breaker\n"
            "   1  x       0.700000  0.500000\n"
            "   1  y       0.700000  0.500000\n"
            "   3  z       0.700000  -\n");
  const nlohmann::json json = run_gntp("predict max_plus 'r(a, ?)' --json", folder_.path()).json();
  EXPECT_EQ(json["answers"][0]["rank"], 1);
  EXPECT_EQ(json["answers"][1]["rank"], 1);
  EXPECT_EQ(json["answers"][2]["rank"], 3);
  EXPECT_NEAR(json["answers"][0]["tie_breaker"][0].get<double>(), 0.5, 1e-6);
  EXPECT_EQ(json["answers"][2]["tie_breaker"].size(), 0U);
  const nlohmann::json explained =
      run_gntp("explain max_plus 'r(a, x)' --json", folder_.path()).json();
  EXPECT_EQ(explained["tie_breaker"], json["answers"][0]["tie_breaker"]);
}

TEST_F(TiesTest, WithoutATieBreakerEqualScoresShareARank) {
  ASSERT_EQ(train("max").status, 0);
  const Outcome text = run_gntp("predict max 'r(a, ?)'", folder_.path());
  EXPECT_EQ(text.out,
            "rank  answer     score\n"
            "   1  x       0.700000\n"
            "   1  y       0.700000\n"
            "   1  z       0.700000\n");
  EXPECT_THAT(run_gntp("score max 'r(a, x)'", folder_.path()).out, Not(HasSubstr(" ")));
}

// The command that `gntp score --help` names.
TEST_F(TiesTest, SortedScoresAreInTheOrderOfPredictions) {
  for (const std::string aggregate : {"max_plus", "noisy_or"}) {
    ASSERT_EQ(train(aggregate).status, 0);
    const Outcome sorted = run_shell(
        "tab=\"$(printf '\\t')\"\nfor x in b x a z y; do printf 'a\\tr\\t%s\\n' $x; done | gntp "
        "score " +
            aggregate + " | LC_ALL=C sort -t \"$tab\" -k4,4gr -k5,5r | cut -f 3 | head -3\n",
        folder_.path());
    EXPECT_EQ(sorted.status, 0) << sorted.err;
    EXPECT_THAT(sorted.out, Eq("x\ny\nz\n"));
    EXPECT_THAT(answers_of(run_gntp("predict " + aggregate + " 'r(a, ?)' --json", folder_.path())),
                ElementsAre("x", "y", "z"));
  }
}

}  // namespace
}  // namespace gntp
