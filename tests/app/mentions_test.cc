// Text as knowledge through the real executable: trained on, asked about and quoted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/command.h"

namespace gntp {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

class MentionVerbs : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("data/train.tsv",
                  "france\tlocatedIn\teurope\nspain\tlocatedIn\tiberia\niberia\tlocatedIn\teurope\n"
                  "france\tneighborOf\tspain\nspain\tneighborOf\tfrance\n");
    folder_.write("data/valid.tsv", "spain\tlocatedIn\teurope\n");
    folder_.write("data/test.tsv", "portugal\tlocatedIn\teurope\n");
    folder_.write("data/rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <3>\n");
    folder_.write(
        "data/mentions.tsv",
        "portugal\t[XXX]:is:located:in:[YYY]\tiberia\t2\n"
        "spain\t[XXX]:is:next:to:[YYY]\tportugal\nlisbon\t[XXX]:is:found:in:[YYY]\tportugal\t4\n");
    folder_.write(
        "data/mentions.sources.tsv",
        "portugal\t[XXX]:is:located:in:[YYY]\tiberia\tatlas.txt\t12\t3\tPortugal is located "
        "in Iberia.\n"
        "portugal\t[XXX]:is:located:in:[YYY]\tiberia\tatlas.txt\t40\t9\tPortugal is located "
        "in Iberia, too.\n");
  }
  Outcome gntp(const std::string& arguments) const {
    Outcome outcome = testing::run_gntp(arguments, folder_.path());
    EXPECT_EQ(outcome.status, 0) << arguments << '\n' << outcome.err;
    return outcome;
  }
  std::string error(const std::string& arguments) const {
    const Outcome outcome = testing::run_gntp(arguments, folder_.path());
    EXPECT_EQ(outcome.status, 1) << arguments;
    return outcome.err;
  }
  void train(const std::string& run, const std::string& settings = "") const {
    gntp("train data --preset paper --quiet --set learn.epochs=5 --out " + run + " " + settings);
  }

  testing::TempFolder folder_;
};

TEST_F(MentionVerbs, TheSameModelForAnyNumberOfThreads) {
  for (const std::string encoder : {"mean", "ngrams"}) {
    const std::string settings = "--set 'model.encoder=\"" + encoder + "\"' --threads ";
    train("one-" + encoder, settings + "1");
    train("two-" + encoder, settings + "2");
    for (const std::string name : {"model.safetensors", "tokens.tsv", "patterns.tsv"}) {
      EXPECT_EQ(read_file(folder_.path() / ("one-" + encoder) / name),
                read_file(folder_.path() / ("two-" + encoder) / name));
    }
  }
}

TEST_F(MentionVerbs, AQuotedPatternIsARelation) {
  train("run");
  const std::string known = gntp("score run '\"[XXX] is located in [YYY]\"(portugal, iberia)'").out;
  EXPECT_EQ(known, "portugal\t[XXX] is located in [YYY]\tiberia\t1\n");
  EXPECT_EQ(gntp("score run '\"[xxx]:Is:located:in:[yyy]\"(portugal, iberia)'").out, known);
  folder_.write("list.tsv",
                "portugal\t[XXX]:is:located:in:[YYY]\tiberia\nfrance\tlocatedIn\teurope\n");
  EXPECT_EQ(gntp("score run list.tsv").out, known + "france\tlocatedIn\teurope\t1\n");
  // Never seen: its words are.
  const Outcome unseen = gntp("score run '\"[XXX] is located next to [YYY]\"(portugal, iberia)'");
  EXPECT_THAT(unseen.out, HasSubstr("portugal\t[XXX] is located next to [YYY]\tiberia\t0."));
  EXPECT_EQ(unseen.err, "");
  const Outcome partly = gntp("score run '\"[XXX] is frobbed in [YYY]\"(portugal, iberia)'");
  EXPECT_THAT(partly.err, HasSubstr("words that the model does not know are left out of "
                                    "'[XXX] is frobbed in [YYY]': frobbed"));
  EXPECT_THAT(gntp("predict run '\"[XXX] located [YYY]\"(portugal, ?)'").out, HasSubstr("iberia"));
  EXPECT_THAT(gntp("predict run '?(portugal, iberia)'").out, Not(HasSubstr("[XXX]")));
}

TEST_F(MentionVerbs, WhatCannotBeAsked) {
  train("run");
  EXPECT_THAT(error("score run '\"[XXX] frobs [YYY]\"(france, spain)'"),
              HasSubstr("knows no word of the pattern '[XXX] frobs [YYY]' (frobs)"));
  EXPECT_THAT(error("score run '\"[XXX] is [YYY] [YYY]\"(france, spain)'"),
              HasSubstr("has more than one [YYY]"));
  folder_.write("bad.tsv", "france\tlocatedIn\teurope\nfrance\t[XXX] frobs [YYY]\tspain\n");
  EXPECT_THAT(error("score run bad.tsv"), HasSubstr("bad.tsv:2: the model knows no word"));
  train("facts", "--set 'model.mentions=\"facts\"'");
  EXPECT_THAT(gntp("score facts '\"[XXX] is located in [YYY]\"(portugal, iberia)'").out,
              HasSubstr("\t1\n"));
  EXPECT_THAT(error("score facts '\"[XXX] is in [YYY]\"(france, spain)'"),
              HasSubstr("model.mentions = \"facts\""));
  train("off", "--set 'model.mentions=\"off\"'");
  EXPECT_THAT(error("score off '\"[XXX] is in [YYY]\"(france, spain)'"),
              HasSubstr("trained without mentions"));
}

TEST_F(MentionVerbs, AProofQuotesTheSentences) {
  train("run");
  std::filesystem::remove_all(folder_.path() / "data");  // the run folder is enough
  const std::string goal = "'\"[XXX] is located in [YYY]\"(portugal, iberia)'";
  const std::string text = gntp("explain run " + goal).out;
  EXPECT_THAT(text, HasSubstr("\"[XXX] is located in [YYY]\"(portugal, iberia)"));
  EXPECT_THAT(text, HasSubstr("atlas.txt:12  Portugal is located in Iberia.\n"));
  EXPECT_THAT(text, HasSubstr("atlas.txt:40  Portugal is located in Iberia, too.\n"));
  const nlohmann::json proof =
      gntp("explain run " + goal + " --json").json().at("proofs")[0].at("proof");
  EXPECT_EQ(proof.at("mentioned"), 2);
  EXPECT_EQ(proof.at("sentences")[0].at("file"), "atlas.txt");
  EXPECT_EQ(proof.at("sentences")[0].at("line"), 12);
  EXPECT_EQ(proof.at("sentences")[0].at("text"), "Portugal is located in Iberia.");
  EXPECT_THAT(gntp("explain run '\"[XXX] is found in [YYY]\"(lisbon, portugal)'").out,
              HasSubstr("mentioned 4 times"));
}

TEST_F(MentionVerbs, RulesNamePatternsInQuotes) {
  folder_.write("data/rules.pl", "locatedIn(X, Y) :- \"[XXX]:is:found:in:[YYY]\"(X, Y)\n");
  train("run");
  EXPECT_EQ(gntp("rules run").out,
            "1.0000  locatedIn(X, Y) :- \"[XXX] is found in [YYY]\"(X, Y)\n");
  const std::string text = gntp("explain run 'locatedIn(lisbon, portugal)'").out;
  EXPECT_THAT(text, HasSubstr("\"[XXX] is found in [YYY]\"(lisbon, portugal)"));
}

TEST_F(MentionVerbs, AreCountedApart) {
  const Outcome stats = gntp("stats data --json");
  EXPECT_EQ(stats.json().at("facts"), 5);
  EXPECT_EQ(stats.json().at("relations"), 2);
  EXPECT_EQ(stats.json().at("mentions"), 3);
  EXPECT_EQ(stats.json().at("patterns"), 3);
  EXPECT_EQ(stats.json().at("sentences"), 2);
  EXPECT_THAT(gntp("stats data").out, HasSubstr("mentions            3  by 3 patterns"));
  gntp("train data --preset paper --dry-run");
  train("run");
  EXPECT_EQ(gntp("eval run --json").err, "");
}

}  // namespace
}  // namespace gntp
