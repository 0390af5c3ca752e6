// The files that people have: exported from tables, from other tools, edited by hand. Each either
// is read as it was meant, or is refused with the advice that helps; with OnError::kSkip only the
// lines at fault are lost.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "kb/reader.h"
#include "support/errors.h"
#include "support/fuzz.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;

class DirtyTriples : public ::testing::Test {
 protected:
  // Each triple as "head|relation|tail".
  std::vector<std::string> read(std::string_view name, std::string_view text, BadLines& bad,
                                TripleNames names = TripleNames::kNew) const {
    std::vector<std::string> triples;
    const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                          std::size_t line) {
      if (head.starts_with("unknown")) fail_at("file", line, "unknown entity");
      triples.push_back(fmt::format("{}|{}|{}", head, relation, tail));
    };
    read_triples(folder_.write(name, text), take, bad, names);
    return triples;
  }

  std::string error_in(std::string_view text, std::string_view name = "a.tsv") const {
    BadLines bad(OnError::kStop);
    return error_of([&] { read(name, text, bad); });
  }

  // How many lines are skipped; `kept` becomes what is left.
  std::size_t skip(std::string_view name, std::string_view text,
                   std::vector<std::string>& kept) const {
    BadLines bad(OnError::kSkip);
    kept = read(name, text, bad);
    return bad.skipped().empty() ? 0 : bad.skipped()[0].count;
  }

  testing::TempFolder folder_;
};

TEST_F(DirtyTriples, EachKindOfLineGetsItsAdvice) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a\tr\tb\rc\tr\td\re\tr\tf\r", "the lines end in CR alone; put LF in its place"},
      {"a\tr\tb\rc\tr\td", "a CR inside the line; if lines end in it"},
      {"# a comment here", "looks like a comment"},
      {"#comment", "looks like a comment"},
      {"% a comment", "looks like a comment"},
      {"// a comment", "looks like a comment"},
      {"-- a comment", "looks like a comment"},
      {"# a\tb\tc\td", "looks like a comment"},
      {"a,r,b", "comma-separated"},
      {"\"a b\",\"r\",\"c\"", "comma-separated"},
      {"a;r;b", "semicolon-separated"},
      {"a|r|b", "separated by '|'"},
      {"a r b", "space-separated"},
      {"a   r b ", "space-separated"},
      {"<a> <r> <b> .", "looks like RDF"},
      {"_:a <r> \"b\" .", "looks like RDF"},
      {"a\tr", "found 2; write one triple a line"},
      {"a\tr\tb\t0.5", "leave the others out (--columns 1,2,3)"},
      {"a\tr\tb\t", "remove the tab at the end of the line"},
      {"\ta\tr\tb", "remove the tab at the start of the line"},
      {"a\tr\t\tb", "remove the second of two tabs"},
      {"0\ta\tr\tb",
       "the first column looks like the number of the row: leave it out (--columns 2,3,4)"},
      {"7\tr\t9\t0.5", "leave the others out (--columns 1,2,3)"},
      {"483142", "the line is a number"},
      {"\tr\tb", "the head is empty"},
      {"a\t\tb", "the relation is empty"},
      {"a\tr\t", "the tail is empty"},
      {"caf\xE9\tr\tb", "not UTF-8"},
      {std::string("a\0\tr\tb", 6), "a zero byte"},
      {" \uFEFFx\tr\tb", "the head begins with a byte-order mark"},
      {"x\t\uFEFFr\tb", "the relation begins with a byte-order mark"},
      {"\xFF\xFE"
       "a",
       "the text is UTF-16"},
      {"version https://git-lfs.github.com/spec/v1", "git lfs pull"},
  };
  for (const auto& [line, advice] : cases) {
    EXPECT_THAT(error_in(line + "\n"), HasSubstr(":1: ")) << line;
    EXPECT_THAT(error_in(line + "\n"), HasSubstr(advice)) << line;
  }
}

TEST_F(DirtyTriples, WhatIsMeantIsRead) {
  BadLines bad(OnError::kStop);
  const std::string text =
      "\xEF\xBB\xBF a \tr\tb\r\n"  // a byte-order mark, blanks, CRLF
      "\xEF\xBB\xBF"
      "c\tr\td\r\r\n"                   // files put together, line ends converted twice
      "\n \t \n"                        // empty lines
      "#hash\tr\t\"quoted\"\n"          // odd names
      "100%\tis // not\t-- a comment";  // no line end
  EXPECT_THAT(read("a.tsv", text, bad),
              ElementsAre("a|r|b", "c|r|d", "#hash|r|\"quoted\"", "100%|is // not|-- a comment"));
}

TEST_F(DirtyTriples, AHeaderLineIsNoFact) {
  for (const std::string titles :
       {"head\trelation\ttail", "Head\tRelation\tTail", "h\tr\tt", "s\tp\to",
        "subject\tpredicate\tobject", "source\tedge\ttarget", "head_id\trelation_id\ttail_id",
        "# head\trelation\ttail", "\"subject\"\t\"predicate\"\t\"object\"",
        ":START_ID\t:TYPE\t:END_ID", "from\tlabel\tto", "node1\tlabel\tnode2",
        "subject_name\trelation_name\tobject_name"}) {
    BadLines bad(OnError::kStop);
    EXPECT_THAT(read("a.tsv", titles + "\na\tr\tb\n", bad), ElementsAre("a|r|b")) << titles;
    EXPECT_THAT(read("a.tsv", "\n" + titles + "\na\tr\tb\n", bad), ElementsAre("a|r|b")) << titles;
    std::vector<std::string> kept;
    EXPECT_EQ(skip("a.tsv", titles + "\na\tr\tb\n", kept), 0U) << titles;
    EXPECT_THAT(kept, ElementsAre("a|r|b")) << titles;
  }
}

TEST_F(DirtyTriples, AFactThatReadsLikeTitlesIsAFact) {
  BadLines bad(OnError::kStop);
  // Another line has one of its entities.
  EXPECT_THAT(read("a.tsv", "s\tp\to\na\tp\tb\no\tq\tc\n", bad),
              ElementsAre("a|p|b", "o|q|c", "s|p|o"));
  // It is not the first line.
  EXPECT_THAT(read("a.tsv", "a\tr\tb\nhead\trelation\ttail\n", bad),
              ElementsAre("a|r|b", "head|relation|tail"));
  // Its words are not all titles, or say the same twice.
  EXPECT_THAT(read("a.tsv", "head\tpart_of\tbody\n", bad), ElementsAre("head|part_of|body"));
  EXPECT_THAT(read("a.tsv", "node1\tr\tnode2\n", bad), ElementsAre("node1|r|node2"));
  EXPECT_THAT(read("a.tsv", "e1\tr\te2\n", bad), ElementsAre("e1|r|e2"));
  EXPECT_THAT(read("a.tsv", "head\trelation\tsource\n", bad), ElementsAre("head|relation|source"));
  // Where names are known, they tell; the order stays.
  EXPECT_THAT(read("a.tsv", "s\tp\to\na\tp\tb\n", bad, TripleNames::kKnown),
              ElementsAre("s|p|o", "a|p|b"));
}

TEST_F(DirtyTriples, TitlesInAnotherOrderSayTheOrder) {
  BadLines bad(OnError::kStop);
  EXPECT_THAT(read("a.tsv", "head\ttail\trelation\na\tb\tr\n", bad), ElementsAre("a|r|b"));
}

// What cannot be said of a line cannot be skipped.
TEST_F(DirtyTriples, DamagedFilesAreAlwaysAnError) {
  BadLines bad(OnError::kSkip);
  const auto error = [&](std::string_view name, std::string_view text) {
    return error_of([&] { read(name, text, bad); });
  };
  EXPECT_THAT(error("a.tsv", "a\tr\tb\n\xFF\xFE"), "no error");
  EXPECT_THAT(error("a.tsv", std::string("\xFF\xFE"
                                         "a\0\t\0",
                                         6)),
              HasSubstr("UTF-16"));
  EXPECT_THAT(error("a.tsv", "x\na\tr\tb\rc\tr\td\re\tr\tf"), HasSubstr("CR alone"));
  // The comment would swallow the second fact.
  EXPECT_THAT(error("a.pl", "p(a, b).\r% comment\rp(c, d).\r"), HasSubstr("CR alone"));
  EXPECT_THAT(error("a.tsv.gz", "a\tr\tb\n"), HasSubstr("is not gzip data"));
  EXPECT_THAT(error("a.pl", "p(a, b). /* open\np(c, d).\n"), HasSubstr("unclosed comment"));
  EXPECT_THAT(error_of([&] {
                read_triples(
                    folder_.path() / "missing.tsv", [](auto, auto, auto, auto) {}, bad);
              }),
              HasSubstr("cannot open"));
}

// Whatever stands in a bad line, the good ones are all read.
TEST_F(DirtyTriples, SkippingLosesBadLinesOnly) {
  std::mt19937 random(3);
  const std::vector<std::string> bad_lines = {
      "a\tr",         "a,r,b",         "# comment",
      "a\tr\tb\tc",   "\tr\tb",        "caf\xE9\tr\tb",
      "a\rb\tr\tc",   "unknown\tr\tb", std::string("\0\tr\tb", 5),
      "\xFF\xFF\xFF",
  };
  for (int round = 0; round < 200; ++round) {
    std::string text;
    std::vector<std::string> expected;
    std::size_t count = 0;
    for (std::size_t i = 0; i < 1 + random() % 20; ++i) {
      if (random() % 3 == 0) {
        text += bad_lines[random() % bad_lines.size()];
        ++count;
      } else {
        text += fmt::format("e{}\tr\te{}", i, i + 1);
        expected.push_back(fmt::format("e{}|r|e{}", i, i + 1));
      }
      text += random() % 4 == 0 ? "\r\n" : "\n";
    }
    std::vector<std::string> kept;
    EXPECT_EQ(skip("a.tsv", text, kept), count) << text;
    EXPECT_EQ(kept, expected) << text;
  }
}

TEST_F(DirtyTriples, SkippingLosesBadClausesOnly) {
  std::mt19937 random(4);
  const std::vector<std::string> bad_clauses = {
      ":- dynamic p/2.",
      ":- module(m, [p/2]).",
      "grandparent(X, Y) :- parent(X, Z), parent(Z, Y).",
      "p(X, Y) :-\n  q(X, a),\n  r(a, Y).",
      "p(X, Y)\n  :- q(X, Y).",
      "person(a).",
      "p(a, b, c).",
      "p(X, b).",
      "p(a b, c).",
      "p(a, 'b).",
      "p('a. b' c, 'd. e').",
      "p(a, b c.d).",
      "p(a, g(b)).",
      "p(\n  a,\n  b,\n  c).",
      "unknown.",
      "p(unknown, b",  // the next line begins another clause
      "p(a, b)",
      "p(a, b.",
      "p(a,",
      "p(caf\xE9, b).",
      "p('', b).",
      "p(unknown, b). p(c d, e).",
      "dear diary.",
  };
  const std::vector<std::size_t> counts = {1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1,
                                           1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1};
  ASSERT_EQ(bad_clauses.size(), counts.size());
  for (int round = 0; round < 500; ++round) {
    std::string text;
    std::vector<std::string> expected;
    std::size_t count = 0;
    for (std::size_t i = 0; i < 1 + random() % 12; ++i) {
      if (random() % 2 == 0) {
        const std::size_t chosen = random() % bad_clauses.size();
        text += bad_clauses[chosen] + "\n";
        count += counts[chosen];
      }
      text += fmt::format("p(e{}, 'f. {}').{}", i, i, random() % 4 == 0 ? " % and\n" : "\n");
      expected.push_back(fmt::format("e{}|p|f. {}", i, i));
    }
    std::vector<std::string> kept;
    const std::size_t skipped = skip("a.pl", text, kept);
    std::erase_if(kept, [](const std::string& fact) { return fact.starts_with("unknown"); });
    ASSERT_EQ(kept, expected) << text;
    ASSERT_EQ(skipped, count) << text;
  }
}

// Garbage ends, and files without fault are read the same either way.
TEST_F(DirtyTriples, SkippingSurvivesGarbage) {
  std::mt19937 random(5);
  constexpr std::string_view kAlphabet = "ab_X(),.'\"\\%?:-/*\t \n\r";
  const std::string prolog = "p(a, b).\n'q r'(\"c\", /* x */ d). % end\n/a./b(\n0,\n1).\n";
  std::size_t faultless = 0;
  std::size_t skipped = 0;
  const auto check = [&](std::string_view name, const std::string& text) {
    std::vector<std::string> kept;
    std::size_t lost = 0;
    const std::string message = error_of([&] { lost = skip(name, text, kept); });
    skipped += lost;
    BadLines bad(OnError::kStop);
    std::vector<std::string> read_whole;
    if (error_of([&] { read_whole = read(name, text, bad); }) != "no error") return;
    ++faultless;
    EXPECT_EQ(message, "no error") << text;
    EXPECT_EQ(kept, read_whole) << text;
    EXPECT_EQ(lost, 0U) << text;
  };
  for (int i = 0; i < 500; ++i) {
    check("a.pl", testing::mutated(random, prolog, kAlphabet));
    check("a.pl", testing::random_text(random, kAlphabet, 80));
    check("a.tsv", testing::random_text(random, kAlphabet, 80));
    check("a.pl", testing::random_bytes(random, 80));
  }
  EXPECT_GT(faultless, 50U);
  EXPECT_GT(skipped, 500U);
}

}  // namespace
}  // namespace gntp
