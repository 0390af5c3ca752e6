// Labels, types and filters, as a user sees them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/command.h"
#include "support/json_schema.h"
#include "support/labelled_data.h"
#include "support/places.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

class LabelledRun : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_labelled_data(folder_);
    const Outcome trained = gntp(
        "train data --preset paper --no-eval --out run --quiet --set learn.epochs=0 --set "
        "model.entities=symbolic --set model.relations=symbolic");
    EXPECT_THAT(trained.err, HasSubstr("data/labels.tsv:13: this and 0 more lines name"));
  }

  Outcome run(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }
  Outcome gntp(const std::string& arguments) const {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << arguments << '\n' << outcome.err;
    return outcome;
  }
  // Of a command that must fail so.
  std::string error(const std::string& arguments, int status = 1) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, status) << arguments << '\n' << outcome.err;
    return outcome.err;
  }
  // The ids that answer.
  std::string answers(const std::string& arguments) const {
    std::string names;
    const nlohmann::json json = gntp("predict run " + arguments + " --json").json();
    for (const nlohmann::json& answer : json["answers"]) {
      names += answer["answer"].get<std::string>() + " ";
    }
    return names;
  }

  testing::TempFolder folder_;
};

TEST_F(LabelledRun, AnswersHaveLabels) {
  EXPECT_EQ(gntp("predict run 'located in(?, Italy)'").out,
            "rank  answer       score\n"
            "   1  Rome      1.000000\n"
            "   1  Q4 (Q10)  1.000000  known\n"
            "   1  Q8        1.000000  known\n");
  const nlohmann::json json = gntp("predict run 'located in(?, Italy)' --json").json();
  EXPECT_EQ(json["query"], "P2(?, 'Q2')");
  EXPECT_EQ(json["answers"][0]["answer"], "Q1");
  EXPECT_EQ(json["answers"][0]["label"], "Rome");
  EXPECT_FALSE(json["answers"][2].contains("label"));
  const testing::JsonSchema schema(
      nlohmann::json::parse(read_file(testing::checkout() / "docs/answers.schema.json")));
  EXPECT_EQ(schema.error_of(json), "");
  folder_.write("questions",
                "located in(?, Italy)\n{\"head\": \"Rome\", \"relation\": \"speaks\"}\n");
  const Outcome many = gntp("predict run --queries questions");
  EXPECT_EQ(nlohmann::json::parse(many.out.substr(0, many.out.find('\n'))), json);
  EXPECT_THAT(many.out, HasSubstr("P3('Q1', ?)"));
  EXPECT_THAT(gntp("predict run --relation 'capital of'").out, HasSubstr("P1('Q1', ?)"));
  EXPECT_THAT(error("predict run 'located in(Paris, ?)'"), HasSubstr("write 'Paris (Q3)' or"));
}

TEST_F(LabelledRun, ExplanationsAreInWords) {
  EXPECT_EQ(gntp("explain run 'speaks(Rome, Italian)' --ascii").out,
            "speaks(Rome, Italian)   score 1.000\n"
            "|  rule  speaks(X, 'Italian') :- capital of(X, 'Italy')   1.000  <- weakest link\n"
            "`- capital of(Rome, Italy)   fact 1.000\n");
  const nlohmann::json json = gntp("explain run 'P3(Q1, Q7)' --json").json();
  EXPECT_EQ(json["fact"], "P3('Q1', 'Q7')");
  EXPECT_EQ(json["in_words"], "speaks(Rome, Italian)");
  EXPECT_EQ(json["labels"]["Q2"], "Italy");
  EXPECT_EQ(json["labels"].size(), 5U);
  const nlohmann::json& proof = json["proofs"][0]["proof"];
  EXPECT_EQ(proof["goal"], "P3('Q1', 'Q7')");
  EXPECT_EQ(proof["in_words"], "speaks(Rome, Italian)");
  EXPECT_EQ(proof["rule_in_words"], "speaks(X, 'Italian') :- capital of(X, 'Italy')");
  EXPECT_EQ(proof["children"][0]["fact"], "P1('Q1', 'Q2')");
  EXPECT_EQ(proof["children"][0]["fact_in_words"], "capital of(Rome, Italy)");
  EXPECT_EQ(proof["links"][0]["goal"], "P3");
  EXPECT_THAT(gntp("explain run 'speaks(Italy, Rome)'").err,
              HasSubstr("speaks(Italy, Rome) has no proof"));
}

TEST_F(LabelledRun, RulesAreInWordsAndFilesAreNot) {
  EXPECT_THAT(gntp("rules run").out, HasSubstr("located in(X, Y) :- capital of(X, Y)\n"));
  EXPECT_EQ(gntp("rules run --json").json()[0]["rule"], "P2(X, Y) :- P1(X, Y)");
  EXPECT_EQ(gntp("rules run --json").json()[0]["in_words"], "located in(X, Y) :- capital of(X, Y)");
  EXPECT_THAT(gntp("rules run --format pl").out,
              AllOf(HasSubstr("P3(X, 'Q7') :- P2(X, 'Q2')"), Not(HasSubstr("speaks"))));
}

TEST_F(LabelledRun, FactsMayHaveLabels) {
  folder_.write("facts.tsv", "Rome\tspeaks\tItalian\nQ8\tP2\tItaly\n");
  EXPECT_EQ(gntp("score run facts.tsv").out, "Q1\tP3\tQ7\t1\nQ8\tP2\tQ2\t1\n");
  EXPECT_EQ(gntp("score run 'speaks(Rome, Italian)'").out, "Q1\tP3\tQ7\t1\n");
  folder_.write("facts.tsv", "Rome\tspeaks\tItalian\nParis\tP2\tItaly\n");
  EXPECT_THAT(error("score run facts.tsv"), HasSubstr("facts.tsv:2: 'Paris' is the label of 2"));
}

TEST_F(LabelledRun, StatsCountLabelsAndTypes) {
  EXPECT_THAT(gntp("stats data").out,
              AllOf(HasSubstr("labels             11  of 8 entities, 2 have none, and of 3 "
                              "relations, 0 have none; 1 is shared by several\n"),
                    HasSubstr("types               4  of 9 entities, 1 have none\n")));
  EXPECT_EQ(gntp("stats data --json").json()["typed_entities"], 9);
}

TEST_F(LabelledRun, AnswersCanBeFiltered) {
  const std::string question = "'located in(?, Italy)' ";
  EXPECT_EQ(answers(question), "Q1 Q10 Q8 ");
  EXPECT_EQ(answers(question + "--type T1"), "Q1 Q8 ");
  EXPECT_EQ(answers(question + "--type city"), "Q1 Q8 ");
  EXPECT_EQ(answers(question + "--type village --type 'capital of:head'"), "Q1 Q10 ");
  EXPECT_EQ(answers(question + "--type city --new"), "Q1 ");
  folder_.write("list", "\n Rome \nQ10\nItaly\n");
  EXPECT_EQ(answers(question + "--among list"), "Q1 Q10 ");
  EXPECT_EQ(answers(question + "--among list --type city"), "Q1 ");
  EXPECT_EQ(answers(question + "--among - < list"), "Q1 Q10 ");
  folder_.write("seen.tsv", "Rome\tlocated in\tItaly\nQ8\tP2\tQ2\nelsewhere\tP2\tQ2\n");
  EXPECT_EQ(answers(question + "--not-known-in seen.tsv"), "Q10 ");
  EXPECT_EQ(answers("'?(Rome, Italy)' --not-known-in seen.tsv"), "P1 ");
  EXPECT_EQ(answers(question + "--not-known-in seen.tsv --not-known-in data/train.tsv"), "");
  EXPECT_THAT(gntp("predict run " + question + "--not-known-in seen.tsv").err,
              HasSubstr("seen.tsv: 1 of 3 triples have names that the model does not know"));
  EXPECT_EQ(gntp("predict run " + question + "--type city --not-known-in seen.tsv").out, "");
  folder_.write("questions", "located in(?, Italy)\n?(Rome, Italy)\n");
  const Outcome many =
      gntp("predict run --queries questions --type city --on-error skip --among list");
  EXPECT_THAT(many.out, AllOf(HasSubstr("\"Q1\""), Not(HasSubstr("Q10"))));
  EXPECT_THAT(many.err, HasSubstr("questions:2: ?('Rome', 'Italy'): asks for a relation"));
  EXPECT_EQ(answers("'P2(Q1, ?)' --type T1"), "");
}

TEST_F(LabelledRun, FiltersThatCannotBeAreErrors) {
  const std::string question = "predict run 'located in(?, Italy)' ";
  EXPECT_THAT(error(question + "--type citty"), HasSubstr("unknown type 'citty'; did you mean"));
  EXPECT_THAT(error(question + "--among nowhere"), HasSubstr("nowhere: cannot open"));
  EXPECT_THAT(error(question + "--not-known-in nowhere.tsv"),
              HasSubstr("nowhere.tsv: cannot open"));
  EXPECT_THAT(error(question + "--not-known-in data"), HasSubstr("data: is a folder"));
  folder_.write("list", "Rome\nRoma\n");
  EXPECT_THAT(error(question + "--among list"),
              HasSubstr("list:2: unknown entity 'Roma'; did you mean 'Rome'?"));
  EXPECT_THAT(gntp(question + "--among list --on-error skip").err, HasSubstr("skipped 1 line"));
  folder_.write("list", "\n");
  EXPECT_THAT(error(question + "--among list"), HasSubstr("list: has no names"));
  folder_.write("seen.tsv", "x\ty\tz\n");
  EXPECT_THAT(error(question + "--not-known-in seen.tsv"), HasSubstr("is it for another data set"));
  folder_.write("seen.tsv", "Rome\tP2\n");
  EXPECT_THAT(error(question + "--not-known-in seen.tsv"), HasSubstr("seen.tsv:1: expected 3"));
  folder_.write("seen.tsv", "Paris\tP2\tItaly\n");
  EXPECT_THAT(error(question + "--not-known-in seen.tsv"),
              HasSubstr("seen.tsv:1: 'Paris' is the label of 2 entities"));
  EXPECT_THAT(error("predict run '?(Rome, Italy)' --type T1", 2), HasSubstr("--type"));
  EXPECT_THAT(error("predict run --queries - --among -", 2), HasSubstr("standard input"));
  EXPECT_THAT(error(question + "--on-error skip", 2), HasSubstr("--among"));
  folder_.write("questions", "?(Rome, Italy)\n");
  EXPECT_THAT(error("predict run --queries questions --type T1"),
              HasSubstr("questions:1: ?('Rome', 'Italy'): asks for a relation"));
}

// Facts that come later may be told by label, and bring labels of their own.
TEST_F(LabelledRun, NewFactsGoByLabelsToo) {
  folder_.write("new.tsv", "Q20\tcapital of\tItaly\n");
  folder_.write("names.tsv", "Q20\tNew Rome\nQ1\tOld Rome\n");
  gntp("add run new.tsv --labels names.tsv --out more");
  EXPECT_THAT(gntp("predict more 'located in(New Rome, ?)'").out, HasSubstr("Italy"));
  EXPECT_THAT(gntp("explain more 'located in(Q20, Q2)'").out,
              HasSubstr("capital of(New Rome, Italy)"));
  // What has a label keeps it, and types stay.
  EXPECT_THAT(gntp("predict more 'located in(Rome, ?)' --type country").out, HasSubstr("Italy"));
  EXPECT_THAT(gntp("verify more").out, HasSubstr("entities"));
  const std::string asked =
      "predict run 'located in(Rome, ?)' --json --without 'capital of(Rome, Italy)'";
  EXPECT_TRUE(gntp(asked).json()["answers"].empty());
  EXPECT_THAT(error("predict run 'located in(Rome, ?)' --without 'capital of(Rome, France)'"),
              HasSubstr("it is no known fact"));
  folder_.write("shared.tsv", "Q20\tcapital of\tParis\n");
  EXPECT_THAT(error("add run shared.tsv --out never"),
              HasSubstr("shared.tsv:1: 'Paris' is a label that 2 share; write 'Paris (Q3)' or"));
  folder_.write("new.ttl",
                "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
                "<http://x/Q21> <http://x/P1> <http://x/Q4> ; rdfs:label \"Lyon\"@en .\n");
  EXPECT_THAT(error("add run new.ttl --out never"), HasSubstr("unknown relation 'http://x/P1'"));
  EXPECT_THAT(error("add run --labels names.tsv --remove new.tsv --out never", 2),
              HasSubstr("--labels goes with FACTS"));
}

}  // namespace
}  // namespace gntp
