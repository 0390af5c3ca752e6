// gntp convert, one file or standard input as data, and what others' data sets look like.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command.h"
#include "base/file.h"
#include "base/text.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Outcome;

class ConvertVerb : public ::testing::Test {
 protected:
  Outcome run(const std::string& arguments) const {
    return testing::run_gntp(arguments, folder_.path());
  }
  Outcome expect_success(const std::string& arguments) const {
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << arguments << "\n" << outcome.err;
    return outcome;
  }
  void expect_error(const std::string& arguments, int status, const std::string& message) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, status) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
  }
  std::string file(const std::string& name) const { return read_file(folder_.path() / name); }
  bool exists(const std::string& name) const {
    return std::filesystem::exists(folder_.path() / name);
  }

  testing::TempFolder folder_;
};

TEST_F(ConvertVerb, GoesThroughEveryFormatAndBack) {
  const std::string text = "New York\tis in\tthe USA\n\u5317\u4eac\tis in\t\u4e2d\u56fd\n";
  folder_.write("a.tsv", text);
  std::string last = "a.tsv";
  for (const std::string next : {"b.csv", "c.jsonl", "d.pl", "e.nt", "f.ttl", "g.nq", "h.tsv"}) {
    const bool rdf = next[0] >= 'e' && next[0] <= 'h';
    expect_success(
        fmt::format("convert {} {}{}", last, next, rdf ? " --base http://example.org/" : ""));
    last = next;
  }
  EXPECT_EQ(file("h.tsv"), text);
  EXPECT_THAT(file("e.nt"),
              HasSubstr("<http://example.org/New%20York> <http://example.org/is%20in>"));
}

TEST_F(ConvertVerb, ReadsAndWritesStreams) {
  const Outcome outcome = testing::run_shell(
      "printf 'a\\tr\\tb\\n' | gntp convert - - --from tsv --to jsonl", folder_.path());
  EXPECT_EQ(outcome.out, "{\"head\":\"a\",\"relation\":\"r\",\"tail\":\"b\"}\n");
  expect_error("convert - out.tsv < /dev/null", 2, "standard input has no extension");
  folder_.write("a.tsv", "a\tr\tb\n");
  expect_error("convert a.tsv -", 2, "standard output has no extension");
  expect_error("convert a.tsv out.nt.gz --base http://x/", 1, "packed files are not written");
  expect_error("convert a.tsv out.doc", 2, "unknown extension '.doc'; say with --to");
  expect_error("convert a.tsv out.nt --to xml", 2, "unknown format 'xml'; there are tsv, csv");
}

// Nothing is left behind, and nothing is overwritten.
TEST_F(ConvertVerb, RefusesWhatItCannotHold) {
  folder_.write("a.tsv", "a\tr\tb\nNew York\tr\tb\n");
  expect_error("convert a.tsv out.nt", 1, "a.tsv:1: 'a' is no IRI; --base IRI makes one");
  expect_error("convert a.tsv out.ssv", 1, "a.tsv:2: the name 'New York' has a blank in it");
  EXPECT_FALSE(exists("out.nt"));
  EXPECT_FALSE(exists("out.ssv"));
  const Outcome skipped = expect_success("convert a.tsv out.ssv --on-error skip --json");
  EXPECT_EQ(skipped.json()["triples"], 1);
  EXPECT_EQ(skipped.json()["skipped"], 1);
  EXPECT_EQ(file("out.ssv"), "a r b\n");
  expect_error("convert a.tsv out.ssv --on-error skip", 1, "out.ssv");
  expect_success("convert a.tsv out.ssv --on-error skip --force");
  expect_error("convert a.tsv out.csv --base http://x/", 2, "--base is for RDF");
  expect_error("convert a.tsv out.csv --columns 1,2", 2, "three or four");
  expect_error("convert a.tsv out.csv --prefix x=http://x/", 2, "--prefix is for turtle");
  expect_error("convert missing.tsv out.csv", 1, "missing.tsv: cannot open");
}

TEST_F(ConvertVerb, LiteralsAreCountedOrKept) {
  folder_.write("a.nt",
                "<http://x/a> <http://x/r> \"un chat\"@fr .\n"
                "<http://x/a> <http://x/r> <http://x/b> .\n");
  const Outcome outcome = expect_success("convert a.nt b.tsv");
  EXPECT_THAT(outcome.err, HasSubstr("1 triples with literals are left out; --literals keep"));
  EXPECT_EQ(file("b.tsv"), "http://x/a\thttp://x/r\thttp://x/b\n");
  expect_success("convert a.nt c.tsv --literals keep");
  expect_success("convert c.tsv d.nt");
  EXPECT_EQ(file("d.nt"), file("a.nt"));
}

TEST_F(ConvertVerb, WholeDataSets) {
  folder_.write("d/train.tsv", "a\tr\tb\nb\tr\tc\n");
  folder_.write("d/valid.tsv", "c\tr\ta\n");
  folder_.write("d/test-I.tsv", "a\tr\tc\n");
  folder_.write("d/labels.tsv", "a\tAlpha\n");
  expect_error("convert d e", 2, "say with --to");
  expect_success("convert d ids --to ids");
  EXPECT_EQ(file("ids/entity2id.txt"), "3\na\t0\nb\t1\nc\t2\n");
  EXPECT_EQ(file("ids/train2id.txt"), "2\n0 1 0\n1 2 0\n");
  EXPECT_EQ(file("ids/labels.tsv"), "a\tAlpha\n");
  expect_success("convert d json --to jsonl");
  expect_success("convert json again --to tsv");
  for (const char* name : {"train.tsv", "valid.tsv", "test-I.tsv", "labels.tsv"}) {
    EXPECT_EQ(file(std::string("again/") + name), file(std::string("d/") + name));
  }
  expect_success("convert ids named --to tsv");
  EXPECT_EQ(file("named/train.tsv"), file("d/train.tsv"));
  expect_error("convert d again --to csv", 1, "again");
  const Outcome rdf =
      expect_success("convert d rdf --to turtle --base http://x/ --prefix x=http://x/");
  EXPECT_EQ(file("rdf/train.ttl"), "@prefix x: <http://x/> .\nx:a x:r x:b .\nx:b x:r x:c .\n");
  EXPECT_THAT(rdf.err, HasSubstr("labels.tsv: is not taken along"));
}

constexpr const char* kTurtle =
    "@prefix ex: <http://example.org/> .\n"
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    "ex:capital rdfs:label \"capital of\"@en .\n"
    "ex:q1 ex:capital ex:q2 ; rdfs:label \"Rome\"@en , \"Rom\"@de ; a ex:City .\n"
    "ex:q2 rdfs:label \"Italy\" ; a ex:Country .\n"
    "ex:q3 ex:capital ex:q4 ; rdfs:label \"Paris\"@en ; a ex:City .\n"
    "ex:q4 rdfs:label \"France\" .\n"
    "ex:q5 ex:near ex:q3 .\n";

TEST_F(ConvertVerb, OneFileOfTurtleIsAskedByLabel) {
  folder_.write("world.ttl", kTurtle);
  expect_success("train world.ttl --preset rules --holdout 20% --out run --quiet");
  const Outcome answer = expect_success("predict run 'capital of(Rome, ?)' --top 1 --json");
  EXPECT_EQ(answer.json()["answers"][0]["answer"], "http://example.org/q2");
  EXPECT_EQ(answer.json()["answers"][0]["label"], "Italy");
  EXPECT_THAT(expect_success("explain run 'capital of(Rome, Italy)'").out,
              HasSubstr("capital of(Rome, Italy)"));
  // What has no label goes by its prefix.
  EXPECT_THAT(expect_success("predict run 'ex:near(?, Paris)' --top 1").out, HasSubstr("ex:q5"));
  EXPECT_THAT(expect_success("predict run 'capital of(?, Italy)' --type ex:City --json")
                  .json()["answers"][0]["label"],
              "Rome");
  expect_error("predict run 'capital of(Rom, ?)'", 1, "did you mean 'Rome'");
  expect_success("train world.ttl --preset rules --language de --out german --quiet");
  expect_success("predict german 'ex:capital(Rom, ?)'");
  const auto metadata = nlohmann::json::parse(file("german/metadata.json"));
  EXPECT_EQ(metadata["data"]["reading"]["language"], "de");
  expect_error("eval run", 1, "has no valid or test split");
  // More of it, with its labels.
  folder_.write("more.ttl",
                "@prefix ex: <http://example.org/> .\n"
                "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
                "ex:q6 ex:capital ex:q7 ; rdfs:label \"Bern\"@en .\n"
                "ex:q7 rdfs:label \"Switzerland\"@en .\n");
  EXPECT_THAT(expect_success("predict run 'capital of(Bern, ?)' --top 1 --facts more.ttl").out,
              HasSubstr("Switzerland"));
}

TEST_F(ConvertVerb, StandardInputIsData) {
  const Outcome outcome = testing::run_shell(
      "printf 'a,r,b\\nb,r,a\\nb,s,c\\n' | gntp train - --from csv --preset rules --quiet --out "
      "run\n",
      folder_.path());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  expect_success("predict run 'r(a, ?)'");
  expect_error("eval run", 1, "was trained with data from standard input; say where they are now");
  expect_error("stats -", 2, "standard input has no extension; say with --from");
}

TEST_F(ConvertVerb, StatsSaysWhatKindOfRelationEachIs) {
  std::string facts;
  for (int i = 0; i < 10; ++i) {
    facts += fmt::format("c{0}\tcapital\tp{0}\np{0}\tcapitalOf\tc{0}\nc{0}\tin\tworld\n", i);
    facts +=
        fmt::format("c{0}\tnear\tc{1}\nc{1}\tnear\tc{0}\nc{0}\tborders\tc{1}\n", i, (i + 1) % 10);
  }
  facts += "c0\tlikes\tc0\n";
  folder_.write("d/train.tsv", facts);
  folder_.write("d/test.tsv", "c11\tcapital\tp11\n");
  const Outcome outcome = expect_success("stats d");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("1-1  capital  (inverse of capitalOf: 100 %)"),
                                 HasSubstr("n-1  in\n"), HasSubstr("symmetric: 100 %"),
                                 HasSubstr("1-1  borders  ("), HasSubstr("same as near: 100 %"),
                                 HasSubstr("1 from an entity to itself"),
                                 HasSubstr("facts of each entities"), HasSubstr("world (10)")));
  const auto json = expect_success("stats d --json").json();
  EXPECT_EQ(json["by_relation"]["capital"]["inverse_of"]["relation"], "capitalOf");
  EXPECT_EQ(json["by_relation"]["capital"]["kind"], "1-1");
  EXPECT_EQ(json["by_relation"]["near"]["symmetric"], 1.0);
  EXPECT_EQ(json["hubs"][0]["facts"], 10);
  std::size_t entities = 0;
  for (const auto& degree : json["degrees"]) entities += degree["entities"].get<std::size_t>();
  EXPECT_EQ(entities, json["entities"]);
  folder_.write("d/test.tsv", "p3\tcapitalOf\tc3\n");
  folder_.write("d/train.tsv", facts.replace(facts.find("p3\tcapitalOf\tc3\n"), 16, ""));
  EXPECT_EQ(expect_success("stats d --json").json()["split_checks"]["test"]["in_other_words"], 1);
}

}  // namespace
}  // namespace gntp
