// Dirty data through the real executable: --on-error for every verb that reads a user's files, what
// `stats` finds, and advice for mistaken arguments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/command.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kCrisp;
using ::testing::Not;
using testing::Outcome;

class DirtyData : public ::testing::Test {
 protected:
  DirtyData() { testing::write_family(folder_); }

  Outcome gntp(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }

  void expect_error(const std::string& arguments, const std::string& text, int status = 1) const {
    const Outcome outcome = gntp(arguments);
    EXPECT_EQ(outcome.status, status) << arguments;
    EXPECT_THAT(outcome.out, IsEmpty()) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(text)) << arguments;
  }

  Outcome expect_success(const std::string& arguments) const {
    Outcome outcome = gntp(arguments);
    EXPECT_EQ(outcome.status, 0) << arguments << '\n' << outcome.err;
    return outcome;
  }

  std::string read(const std::string& name) const { return read_file(folder_.path() / name); }
  void append(const std::string& name, const std::string& bytes) const {
    folder_.write(name, read(name) + bytes);
  }

  testing::TempFolder folder_;
};

TEST_F(DirtyData, TrainingSkipsBadLinesOfEveryFile) {
  folder_.write("family/candidates.txt", "cid\ndan\n");
  expect_success("train family --preset paper --out clean" + std::string(kCrisp));
  append("family/train.tsv", "# comment\nada\tparent\na,b,c\ncaf\xE9\tparent\tbob\nlast\n");
  append("family/test.tsv", "one\ttwo\n");
  append("family/rules.pl", "parent(X, zz) :- parent(X, X)\nparent(X, Y) :-\n");
  folder_.write("family/candidates.txt", "cid\nnobody\ndan\n");
  expect_error("train family --preset paper --out run" + std::string(kCrisp),
               "family/train.tsv:5: ");
  EXPECT_FALSE(fs::exists(folder_.path() / "run"));
  const Outcome outcome =
      expect_success("train family --preset paper --out run --on-error skip" + std::string(kCrisp));
  EXPECT_THAT(
      outcome.err,
      AllOf(HasSubstr("family/train.tsv: skipped 5 lines; the first: family/train.tsv:5: "),
            HasSubstr("skipped: family/train.tsv:6: "), HasSubstr("skipped: family/train.tsv:7: "),
            Not(HasSubstr("train.tsv:8:")), HasSubstr("family/test.tsv: skipped 1 line; "),
            HasSubstr("family/rules.pl: skipped 2 lines; "),
            HasSubstr("family/candidates.txt: skipped 1 line; ")));
  // The same model as from the same lines without the others.
  EXPECT_EQ(read("run/model.safetensors"), read("clean/model.safetensors"));
  EXPECT_EQ(read("run/entities.tsv"), read("clean/entities.tsv"));
  // The data are read again as they were read.
  EXPECT_THAT(expect_success("eval run --quiet").err, HasSubstr("skipped 5 lines"));
  expect_error("eval run --on-error skip", "--on-error goes with --data", 2);
  expect_error("eval run --data family --quiet", "family/train.tsv:5: ");
  expect_success("eval run --data family --quiet --on-error skip");
}

TEST_F(DirtyData, EveryVerbThatReadsDataCanSkip) {
  append("family/train.tsv", "ada\tparent\n");
  folder_.write("family/valid.tsv", "ada\tgrandparent\tdan\n");
  folder_.write("space.toml", "[learn]\nepochs = [0, 1]\n");
  folder_.write("text.jsonl", "{\"text\": \"Ada knows Bob.\"}\nno json\n{\"text\": 3}\n");
  folder_.write("family/labels.tsv", "ada\tAda\nbob\n");
  for (const std::string verb :
       {"stats family", "mine family --out m.pl", "sweep family --space space.toml --out s.jsonl",
        "read text.jsonl --entities family --out x.tsv",
        "train family --preset paper --out r --set learn.epochs=0"}) {
    expect_error(verb, "family/train.tsv:5: expected 3 tab-separated fields");
    EXPECT_THAT(expect_success(verb + " --on-error skip").err,
                HasSubstr("family/train.tsv: skipped 1 line; the first: family/train.tsv:5: "))
        << verb;
    expect_error(verb + " --on-error maybe", "--on-error must be stop or skip, not 'maybe'", 2);
  }
  const Outcome outcome = expect_success(
      "read text.jsonl --entities family --out y.tsv --on-error skip --json --quiet");
  EXPECT_EQ(outcome.json()["documents"], 1);
  EXPECT_EQ(outcome.json()["skipped"]["text.jsonl"], 2);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("text.jsonl: skipped 2 lines; the first: text.jsonl:2: "),
                    HasSubstr("family/labels.tsv: skipped 1 line; ")));
}

TEST_F(DirtyData, MentionsCanBeSkipped) {
  folder_.write(
      "family/mentions.tsv",
      "ada\t[XXX]:likes:[YYY]\tbob\t2\nada\tlikes\tbob\nada\t[XXX]:likes:[YYY]\tbob\t0\n");
  folder_.write("family/mentions.sources.tsv",
                "ada\t[XXX]:likes:[YYY]\tbob\tt.txt\t1\t1\tAda likes Bob.\n"
                "eve\t[XXX]:likes:[YYY]\tbob\tt.txt\t2\t1\tEve likes Bob.\n");
  expect_error("stats family", "family/mentions.tsv:2: ");
  const auto json = expect_success("stats family --json --on-error skip").json();
  EXPECT_EQ(json["mentions"], 1);
  EXPECT_EQ(json["sentences"], 1);
  EXPECT_EQ(json["skipped"]["family/mentions.tsv"], 2);
  EXPECT_EQ(json["skipped"]["family/mentions.sources.tsv"], 1);
}

TEST_F(DirtyData, AnyburlRulesThatDoNotFitAreSkipped) {
  folder_.write("rules.anyburl",
                "4\t3\t0.75\tgrandparent(X,Y) <= parent(X,A), parent(A,Y)\n"
                "4\t3\t0\tparent(X,Y) <= friend(X,Y)\n"
                "4\t3\t0.5\tparent(X,zorro) <= friend(X,zorro)\n"
                "4\t3\t0.5\tparent(me_myself_i,Y) <= friend(Y,me_myself_i)\n"
                "4\t3\t0.5\tsibling(X,Y) <= friend(X,Y)\n"
                "4\t3\t0.5\tparent(X,eve) <= \n");
  const std::string train =
      "train family --preset paper --rules rules.anyburl --out run --set learn.rules=random" +
      std::string(kCrisp);
  EXPECT_THAT(expect_success(train).err,
              HasSubstr("rules.anyburl: 4 of 6 rules are passed over: 2 with names that the data "
                        "lack, 1 with the confidence 0, 1 without a body that are of no use"));
  EXPECT_THAT(expect_success("rules run").out, HasSubstr("grandparent(X, Y) :- parent(X, A)"));
  EXPECT_EQ(expect_success("rules run --json").json().size(), 2U);
  // Where entities and relations are symbols, a rule without a body can be used.
  const std::string symbolic =
      "train family --preset paper --rules rules.anyburl --out symbolic --quiet --set "
      "learn.rules=random --set model.entities=symbolic --set model.relations=symbolic --set "
      "learn.epochs=0";
  EXPECT_THAT(expect_success(symbolic).err, HasSubstr("3 of 6 rules are passed over"));
  EXPECT_THAT(expect_success("rules symbolic").out,
              AllOf(HasSubstr("grandparent(X, Y) :- parent(X, A)"), HasSubstr("parent(X, eve)"),
                    HasSubstr("parent(Y, Y) :- friend(Y, Y)")));
}

TEST_F(DirtyData, NothingLeftIsAnError) {
  folder_.write("d/train.tsv", "a,r,b\nc,r,d\n");
  expect_error("stats d --on-error skip",
               "d/train.tsv: nothing is left after skipping 2 lines; the first: d/train.tsv:1: ");
  expect_success("train family --preset paper --out run" + std::string(kCrisp));
  folder_.write("list.tsv", "zoe\tparent\tbob\n");
  expect_error("score run list.tsv --on-error skip", "list.tsv: nothing is left after skipping 1");
  folder_.write("family/rules.pl", "no rule\n");
  expect_error("stats family --on-error skip", "family/rules.pl: nothing is left");
}

TEST_F(DirtyData, ScoringSkipsWhatTheModelDoesNotKnow) {
  expect_success("train family --preset paper --out run" + std::string(kCrisp));
  folder_.write("list.tsv",
                "head\trelation\ttail\nada\tparent\tbob\nzoe\tparent\tbob\nada\tprent\tbob\n"
                "x\tparent\tbob\ny\tparent\tbob\nbob\tparent\tcid\n");
  expect_error("score run list.tsv", "list.tsv:3: unknown entity 'zoe'");
  const Outcome outcome = expect_success("score run list.tsv --on-error skip");
  EXPECT_EQ(outcome.out, "ada\tparent\tbob\t1\nbob\tparent\tcid\t1\n");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("list.tsv: skipped 4 lines; the first: list.tsv:3: "),
                                 HasSubstr("list.tsv:3: unknown entity 'zoe'")));
  const Outcome piped =
      testing::run_shell("gntp score run --on-error skip < list.tsv\n", folder_.path());
  EXPECT_EQ(piped.out, outcome.out);
  EXPECT_THAT(piped.err, HasSubstr("<stdin>: skipped 4 lines"));
}

TEST_F(DirtyData, AHeaderLineIsFound) {
  folder_.write("d/train.tsv", "head\trelation\ttail\na\tr\tb\n");
  const Outcome outcome = expect_success("stats d --json");
  EXPECT_THAT(outcome.err, HasSubstr("d/train.tsv: its first line is taken for column titles"));
  EXPECT_EQ(outcome.json()["relations"], 1);
  EXPECT_EQ(outcome.json()["entities"], 2);
}

TEST_F(DirtyData, StatsFindsNamesThatLookTheSame) {
  folder_.write("d/train.tsv",
                "caf\u00e9\tr\tb\ncafe\u0301\tr\tb\nNew York\tr r\tb\nNew\u00a0York\tr  r\tb\n");
  const Outcome outcome = expect_success("stats d");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("entity names that differ only in Unicode"),
                                 HasSubstr("    'cafe\\u{301}', 'caf\\u{E9}'\n"),
                                 HasSubstr("    'New York', 'New\\u{A0}York'\n"),
                                 HasSubstr("    'r  r', 'r r'\n")));
  EXPECT_THAT(
      outcome.err,
      HasSubstr("d: entity names that differ only in Unicode normalisation or blanks: 2 groups"));
  const auto json = expect_success("stats d --json").json();
  EXPECT_EQ(json["similar_entities"].size(), 2U);
  EXPECT_EQ(json["similar_relations"][0][0], "r  r");
  folder_.write("q/train.tsv", "\"a\"\t\"r\"\t\"b\"\n");
  EXPECT_THAT(expect_success("stats q").err, HasSubstr("every relation is in quotes"));
}

TEST_F(DirtyData, StatsFindsLeaksBetweenSplits) {
  folder_.write("d/train.tsv", "a\tr\tb\nb\tr\tc\na\tr\tb\n");
  folder_.write("d/valid.tsv", "c\tr\ta\nc\tr\ta\n");
  folder_.write("d/test.tsv", "a\tr\tb\nc\tr\tb\nc\tr\ta\nz\tr\ta\na\tq\tb\n");
  const Outcome outcome = expect_success("stats d");
  EXPECT_THAT(outcome.out, HasSubstr("valid               1  1 repeated lines left out\n"));
  EXPECT_THAT(outcome.out,
              HasSubstr("test                5  1 also in train, 1 turned round in train, 1 also "
                        "in valid, 2 with names that train lacks\n"));
  const auto json = expect_success("stats d --json").json();
  EXPECT_EQ(json["duplicates"], 1);
  EXPECT_EQ(json["splits"]["test"], 5);
  EXPECT_EQ(json["split_checks"]["test"],
            nlohmann::json::parse(R"({"duplicates": 0, "in_train": 1, "reversed_in_train": 1,
                                      "in_valid": 1, "unseen": 2, "in_other_words": 0})"));
  EXPECT_EQ(json["split_checks"]["valid"]["duplicates"], 1);
}

TEST_F(DirtyData, MistakenArgumentsGetAdvice) {
  expect_success("train family --preset paper --out run" + std::string(kCrisp));
  expect_error("score run family", "family: is a folder; give a file of triples");
  expect_error("score run 'parent(ada, bob'", "unclosed parenthesis");
  expect_error("score run 'missing(1).tsv'", "missing(1).tsv: cannot open");
  expect_error("score run 'parent(ada, bob)' --on-error skip", "goes with a file", 2);
  expect_error("predict 'parent(ada, ?)' run",
               "the run folder comes first: gntp predict run 'parent(ada, ?)'", 2);
  expect_error("explain 'parent(ada, bob)' run", "the run folder comes first", 2);
  expect_error("train family --out a --out b", "--out is given 2 times; give it once", 2);
}

}  // namespace
}  // namespace gntp
