// Triples in every format that others write, and what is said of those that are none.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kb/reader.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Formats : public ::testing::Test {
 protected:
  // Each triple as "line: head|relation|tail".
  std::vector<std::string> read(std::string_view name, std::string_view text,
                                const ReadingOptions& options = {}) {
    std::vector<std::string> triples;
    BadLines bad(on_error_);
    const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                          std::size_t line) {
      triples.push_back(fmt::format("{}: {}|{}|{}", line, head, relation, tail));
    };
    SideSinks side;
    side.label = [&](std::string_view entity, std::string_view label, LabelLanguage language) {
      labels_.push_back(fmt::format("{}={}{}", entity, label,
                                    language == LabelLanguage::kWanted ? "" : " (no language)"));
    };
    side.prefix = [&](std::string_view prefix, std::string_view iri) {
      prefixes_.push_back(fmt::format("{}={}", prefix, iri));
    };
    counts_ = read_triples(folder_.write(name, text), options, take, bad, TripleNames::kNew, side);
    skipped_ = bad.skipped().empty() ? 0 : bad.skipped()[0].count;
    return triples;
  }
  std::string error_in(std::string_view name, std::string_view text,
                       const ReadingOptions& options = {}) {
    const std::string message = error_of([&] { read(name, text, options); });
    const std::string folder = folder_.path().string() + "/";
    return message.starts_with(folder) ? message.substr(folder.size()) : message;
  }

  testing::TempFolder folder_;
  OnError on_error_ = OnError::kStop;
  ReadCounts counts_;
  std::size_t skipped_ = 0;
  std::vector<std::string> labels_;
  std::vector<std::string> prefixes_;
};

TEST_F(Formats, Csv) {
  EXPECT_THAT(
      read("a.csv", "a,r,b\r\n\"New York, NY\",\"say \"\"hi\"\"\", c d \n\"two\nlines\",r,b\n"),
      ElementsAre("1: a|r|b", "2: New York, NY|say \"hi\"|c d", "3: two\nlines|r|b"));
  EXPECT_THAT(read("a.csv", "a;r;b\nc;r;d,e\n"), ElementsAre("1: a|r|b", "2: c|r|d,e"));
  EXPECT_THAT(read("a.csv", "a,r,\" b \"\n"), ElementsAre("1: a|r| b "));
  EXPECT_THAT(read("a.csv", ""), IsEmpty());
  EXPECT_EQ(
      error_in("a.csv", "a,r,b\nc,r\n"),
      "a.csv:2: expected 3 comma-separated fields (head, relation, tail), found 2; put a name "
      "with a comma in it in double quotes");
  EXPECT_THAT(error_in("a.csv", "a,r,b\nc,,d\n"), HasSubstr("a.csv:2: the relation is empty"));
  EXPECT_THAT(error_in("a.csv", "a,r,\"b\nc,r,d\n"),
              HasSubstr("a.csv:1: the quote at column 5 is not closed"));
  EXPECT_THAT(error_in("a.csv", "\"a\"b,r,c\n"), HasSubstr("text behind the closing quote"));
}

TEST_F(Formats, CsvWithAnotherSeparator) {
  ReadingOptions options;
  options.separator = '\t';
  options.format = TripleFormat::kCsv;
  EXPECT_THAT(read("a.tsv", "\"a\tb\"\tr\t\"c\"\n", options), ElementsAre("1: a\tb|r|c"));
  options.separator = '|';
  EXPECT_THAT(read("a.txt", "a|r|b,c\n", options), ElementsAre("1: a|r|b,c"));
}

TEST_F(Formats, TitlesSayWhichColumnIsWhich) {
  EXPECT_THAT(read("a.csv", "subject,object,predicate\na,b,r\n"), ElementsAre("2: a|r|b"));
  EXPECT_EQ(counts_.title_lines, 0U);  // which is nothing to remark on
  EXPECT_THAT(read("a.tsv", "id\thead\trelation\ttail\n7\ta\tr\tb\n"), ElementsAre("2: a|r|b"));
  EXPECT_THAT(read("a.tsv", "head\ttail\trelation\na\tb\tr\n"), ElementsAre("2: a|r|b"));
  EXPECT_THAT(read("a.tsv", "head\trelation\ttail\na\tr\tb\n"), ElementsAre("2: a|r|b"));
  EXPECT_EQ(counts_.title_lines, 1U);
  // Titles of CSV are titles, whatever the names.
  EXPECT_THAT(read("a.csv", "head,relation,tail\nhead,of,snake\n"),
              ElementsAre("2: head|of|snake"));
  EXPECT_THAT(error_in("a.tsv", "id\thead\trelation\ttail\na\tr\tb\n"),
              HasSubstr("a.tsv:2: expected 4 tab-separated fields, found 3"));
}

TEST_F(Formats, ColumnsByTitleOrNumber) {
  ReadingOptions options;
  options.columns = {"who", "does", "what"};
  EXPECT_THAT(read("a.csv", "does,who,when,what\nr,a,now,b\n", options), ElementsAre("2: a|r|b"));
  EXPECT_THAT(error_in("a.csv", "does,who,when\nr,a,now\n", options),
              HasSubstr("a.csv:1: has no columns who, does, what, by the titles in its first line: "
                        "does, who, when"));
  options.columns = {"3", "2", "1"};
  EXPECT_THAT(read("a.tsv", "b\tr\ta\tx\nd\tr\tc\n", options), ElementsAre("1: a|r|b", "2: c|r|d"));
  EXPECT_THAT(read("a.tsv", "object\tpredicate\tsubject\nb\tr\ta\n", options),
              ElementsAre("2: a|r|b"));
  EXPECT_THAT(error_in("a.tsv", "a\tr\n", options), HasSubstr("at least 3 tab-separated fields"));
  options.columns = {"1", "2"};
  EXPECT_THAT(error_in("a.tsv", "a\tr\tb\n", options), HasSubstr("three or four"));
  options.columns = {"1", "2", "2"};
  EXPECT_THAT(error_in("a.tsv", "a\tr\tb\n", options), HasSubstr("'2' is named twice"));
  options.columns = {"1", "2", "tail"};
  EXPECT_THAT(error_in("a.tsv", "a\tr\tb\n", options), HasSubstr("all titles or all numbers"));
  options.columns = {"1", "2", "3"};
  EXPECT_THAT(error_in("a.nt", "", options), HasSubstr("--columns is for tables and JSON"));
}

TEST_F(Formats, TriplesThatWeighTooLittleAreCounted) {
  ReadingOptions options;
  options.columns = {"1", "2", "3", "4"};
  options.min_weight = 0.5;
  EXPECT_THAT(read("a.tsv", "a\tr\tb\t0.7\nc\tr\td\t0.2\ne\tr\tf\t1e3\n", options),
              ElementsAre("1: a|r|b", "3: e|r|f"));
  EXPECT_EQ(counts_.light, 1U);
  EXPECT_THAT(error_in("a.tsv", "a\tr\tb\thigh\n", options),
              HasSubstr("a.tsv:1: the weight must be a number, not 'high'"));
  options.columns.clear();
  EXPECT_THAT(read("a.csv", "h,r,t,w\na,r,b,.7\nc,r,d,.2\n", options), ElementsAre("2: a|r|b"));
  EXPECT_THAT(read("a.jsonl",
                   "{\"h\": \"a\", \"r\": \"r\", \"t\": \"b\", \"w\": 0.7}\n"
                   "{\"h\": \"c\", \"r\": \"r\", \"t\": \"d\", \"w\": 0.2}\n",
                   options),
              ElementsAre("1: a|r|b"));
}

TEST_F(Formats, Spaces) {
  EXPECT_THAT(read("a.ssv", "a r b\n  c   r\td \n"), ElementsAre("1: a|r|b", "2: c|r|d"));
  EXPECT_THAT(read("a.txt", "a r b\nc r d\n"), ElementsAre("1: a|r|b", "2: c|r|d"));
  EXPECT_THAT(
      error_in("a.txt", "a r b\nNew York r d\n"),
      HasSubstr("a.txt:2: expected 3 space-separated fields (head, relation, tail), found 4; "
                "names cannot have blanks"));
  // What begins with tabs has tabs.
  EXPECT_THAT(read("a.txt", "New York\tis in\tthe USA\n"),
              ElementsAre("1: New York|is in|the USA"));
  EXPECT_THAT(error_in("a.txt", "a\tr\tb\nc r d\n"), HasSubstr("(--from spaces)"));
}

TEST_F(Formats, JsonLines) {
  EXPECT_THAT(read("a.jsonl",
                   "{\"head\": \"a\", \"relation\": \"r\", \"tail\": \"b\\nc\"}\n\n"
                   "{\"subject\": 1, \"predicate\": \"r\", \"object\": -2, \"note\": null}\n"
                   "[\"a\", \"r\", \"b\"]\n"),
              ElementsAre("1: a|r|b\nc", "3: 1|r|-2", "4: a|r|b"));
  ReadingOptions options;
  options.columns = {"x", "y", "z"};
  EXPECT_THAT(
      read("a.ndjson", "{\"x\": \"a\", \"y\": \"r\", \"z\": \"b\", \"head\": 1}\n", options),
      ElementsAre("1: a|r|b"));
  EXPECT_THAT(error_in("a.jsonl", "{\"head\": \"a\", \"relation\": \"r\"}\n"),
              HasSubstr("a.jsonl:1: the tail is missing"));
  EXPECT_THAT(error_in("a.jsonl", "{\"head\": \"\", \"relation\": \"r\", \"tail\": \"b\"}\n"),
              HasSubstr("the head must be a name, not \"\""));
  EXPECT_THAT(error_in("a.jsonl", "[\"a\", \"r\"]\n"), HasSubstr("a list of 2"));
  EXPECT_THAT(error_in("a.jsonl", "[\n"), HasSubstr("not a JSON object or list"));
  EXPECT_THAT(error_in("a.jsonl", "{\"h\": \"a\", \"head\": \"b\", \"r\": \"r\", \"t\": \"c\"}\n"),
              HasSubstr("two keys for the head"));
}

TEST_F(Formats, NTriples) {
  EXPECT_THAT(read("a.nt",
                   "# a comment\n\n<http://x/a> <http://x/r> <http://x/b> . # behind\n"
                   "_:b1 <http://x/r> _:B2 .\n"
                   "<http://x/\\u00e9> <http://x/r> <http://x/\\U0001F600> .\n"
                   "<http://x/a> <http://x/r> \"a text\"@en .\n"),
              ElementsAre("3: http://x/a|http://x/r|http://x/b", "4: _:b1|http://x/r|_:B2",
                          "5: http://x/\u00e9|http://x/r|http://x/\U0001F600"));
  EXPECT_EQ(counts_.literals, 1U);
  for (const std::string line :
       {"<http://x/a> <http://x/r> <http://x/b>", "<http://x/a> <http://x/r> .", "a\tr\tb",
        "<a> <b> <c> .", "<http://x/a> <http://x/r> <http://x/ b> .",
        "<http://x/a> <http://x/r> <http://x/b> . more", "<http://x/a> \"r\" <http://x/b> .",
        "<http://x/a> _:r <http://x/b> .", "\"a\" <http://x/r> <http://x/b> ."}) {
    EXPECT_THAT(error_in("a.nt", line + "\n"), HasSubstr("a.nt:1: ")) << line;
    EXPECT_THAT(error_in("a.nt", line + "\n"), HasSubstr("; a line of N-Triples is")) << line;
  }
  EXPECT_THAT(error_in("a.nt", "<http://x/a> <http://x/r> <http://x/b> <http://x/g> .\n"),
              HasSubstr("a fourth term, the name of a graph"));
}

TEST_F(Formats, BrokenStatementsAreSkippedOneByOne) {
  on_error_ = OnError::kSkip;
  EXPECT_THAT(
      read("a.nt",
           "<http://x/a> <http://x/r> <http://x/b> .\nbroken\n"
           "<http://x/c> <http://x/r> <http://x/d>\n"
           "<http://x/e> <http://x/r> \"caf\xE9\" .\n"
           "<http://x/e> <http://x/r> <http://x/f> .\n"),
      ElementsAre("1: http://x/a|http://x/r|http://x/b", "5: http://x/e|http://x/r|http://x/f"));
  EXPECT_EQ(skipped_, 3U);
}

TEST_F(Formats, NQuads) {
  EXPECT_THAT(
      read("a.nq",
           "<http://x/a> <http://x/r> <http://x/b> <http://x/g> .\n"
           "<http://x/c> <http://x/r> <http://x/d> .\n"),
      ElementsAre("1: http://x/a|http://x/r|http://x/b", "2: http://x/c|http://x/r|http://x/d"));
  EXPECT_EQ(counts_.graphs, 1U);
}

TEST_F(Formats, LiteralsMayBeKept) {
  ReadingOptions options;
  options.literals = Literals::kKept;
  EXPECT_THAT(read("a.nt",
                   "<http://x/a> <http://x/r> \"say \\\"hi\\\"\\n\\u00e9\"@en-GB .\n"
                   "<http://x/a> <http://x/r> \"5\"^^<http://x/int> .\n",
                   options),
              ElementsAre("1: http://x/a|http://x/r|\"say \\\"hi\\\"\\n\u00e9\"@en-GB",
                          "2: http://x/a|http://x/r|\"5\"^^<http://x/int>"));
  EXPECT_EQ(counts_.literals, 0U);
}

constexpr std::string_view kTurtleText =
    "@prefix x: <http://x/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    "@base <http://base/> .\n"
    "x:a x:r x:b , <c> ;\n  a x:Thing ;\n  rdfs:label \"An A\"@en , \"Ein A\"@de .\n"
    "x:b rdfs:label \"B\" ; x:age 5 .\n[] x:r ( x:a ) .\n_:b1 x:r _:n .\n";

TEST_F(Formats, Turtle) {
  EXPECT_THAT(
      read("a.ttl", kTurtleText),
      ElementsAre("4: http://x/a|http://x/r|http://x/b", "4: http://x/a|http://x/r|http://base/c",
                  "5: http://x/a|http://www.w3.org/1999/02/22-rdf-syntax-ns#type|http://x/Thing",
                  ::testing::MatchesRegex("8: _:genid-.*.http://x/r._:genid-.*"),
                  ::testing::MatchesRegex(
                      "8: _:genid-.*.http://www.w3.org/1999/02/22-rdf-syntax-ns#first.http://x/a"),
                  ::testing::MatchesRegex("8: _:genid-.*rest.http.*nil"),
                  "9: _:b1|http://x/r|_:n"));
  EXPECT_THAT(labels_, ElementsAre("http://x/a=An A", "http://x/b=B (no language)"));
  EXPECT_THAT(prefixes_, ElementsAre("x=http://x/", "rdfs=http://www.w3.org/2000/01/rdf-schema#"));
  EXPECT_EQ(counts_.literals, 1U);  // the age; labels are not lost
  ReadingOptions options;
  options.language = "de";
  options.base = "http://x/";
  labels_.clear();
  read("a.ttl", kTurtleText, options);
  EXPECT_THAT(labels_, ElementsAre("a=Ein A", "b=B (no language)"));
}

TEST_F(Formats, BrokenTurtleIsAnErrorEitherWay) {
  for (const OnError on_error : {OnError::kStop, OnError::kSkip}) {
    on_error_ = on_error;
    EXPECT_THAT(error_in("a.ttl", "@prefix x: <http://x/> .\nx:a x:r x:b .\nx:a x:r .\n"),
                HasSubstr("a.ttl:3: "));
    EXPECT_THAT(error_in("a.ttl", "x:a x:r x:b .\n"),
                HasSubstr("a.ttl:1: the prefix of x:a is not declared"));
    EXPECT_THAT(error_in("a.ttl", "<a> <http://r> <http://b> .\n"),
                HasSubstr("the IRI <a> is relative"));
    EXPECT_THAT(error_in("a.ttl", "<http://a> <http://r> <http://b>"), HasSubstr("a.ttl:1: "));
    EXPECT_THAT(error_in("a.ttl", "\xFF\xFE<"), HasSubstr("UTF-16"));
  }
  EXPECT_THAT(read("a.ttl", ""), IsEmpty());
  EXPECT_THAT(read("a.ttl", "# nothing\n"), IsEmpty());
}

TEST_F(Formats, TurtleNestedWithoutEndIsAnErrorAndNoCrash) {
  for (const std::string bracket : {"(", "[ <http://r> "}) {
    std::string text = "<http://a> <http://r>\n";
    for (int i = 0; i < 100'000; ++i) text += bracket;
    EXPECT_THAT(error_in("a.ttl", text), HasSubstr("a.ttl:2: brackets nested more than 1000 deep"));
  }
}

TEST_F(Formats, TurtleCountsOnlyBracketsThatNest) {
  const std::string open(2000, '(');
  const std::string nested = std::string(900, '(') + std::string(900, ')');
  const std::string text =
      "<http://a> <http://r> " + nested + " .\n<http://a> <http://r> <http://b/" + open + "> . #" +
      open + "\n<http://c> <http://r> \"\\\"" + open + "\" , '" + open + "' , \"\" , \"\"\"\"" +
      open + "\\\"\"\"\" , <http://d> .\n@prefix x: <http://x/> .\nx:a x:r " + "x:\\(" + " .\n";
  const std::vector<std::string> triples = read("a.ttl", text);
  EXPECT_EQ(triples.back(), "5: http://x/a|http://x/r|http://x/(");
  EXPECT_EQ(counts_.literals, 4U);
}

TEST_F(Formats, AreSaidWhereTheExtensionDoesNot) {
  ReadingOptions options;
  options.format = TripleFormat::kNTriples;
  EXPECT_THAT(read("dump", "<http://x/a> <http://x/r> <http://x/b> .\n", options),
              ElementsAre("1: http://x/a|http://x/r|http://x/b"));
  EXPECT_THAT(error_in("dump", "a\tr\tb\n"), HasSubstr("unknown extension ''"));
  EXPECT_THAT(error_of([&] {
                BadLines bad;
                read_triples(
                    "-", ReadingOptions(), [](auto, auto, auto, auto) {}, bad);
              }),
              HasSubstr("standard input has no extension"));
  EXPECT_EQ(format_named("nt"), TripleFormat::kNTriples);
  EXPECT_EQ(format_named("ttl"), TripleFormat::kTurtle);
  EXPECT_THAT(error_of([] { format_named("rdfxml"); }),
              HasSubstr("unknown format 'rdfxml'; there are tsv, csv, spaces, jsonl, prolog, nt"));
}

}  // namespace
}  // namespace gntp
