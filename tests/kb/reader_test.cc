#include "kb/reader.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "kb/syntax.h"
#include "support/errors.h"
#include "support/fuzz.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempFolder;

// Each triple as "line: head|relation|tail".
std::vector<std::string> read(const fs::path& path) {
  std::vector<std::string> triples;
  BadLines bad(OnError::kStop);
  const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                        std::size_t line) {
    triples.push_back(fmt::format("{}: {}|{}|{}", line, head, relation, tail));
  };
  read_triples(path, take, bad);
  return triples;
}

class ReaderTest : public ::testing::Test {
 protected:
  std::vector<std::string> read_text(std::string_view name, std::string_view text) const {
    return read(folder_.write(name, text));
  }
  // The message without the folder.
  std::string error_in(std::string_view name, std::string_view text) const {
    const std::string message = error_of([&] { read_text(name, text); });
    const std::string prefix = folder_.path().string() + "/";
    return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
  }

  TempFolder folder_;
};

using TsvTest = ReaderTest;

TEST_F(TsvTest, ReadsThreeFields) {
  EXPECT_THAT(read_text("a.tsv", "a\tr\tb\nc\ts\td\n"), ElementsAre("1: a|r|b", "2: c|s|d"));
  EXPECT_THAT(read_text("a.txt", "a\tr\tb"), ElementsAre("1: a|r|b"));
  EXPECT_THAT(read_text("a.tsv", ""), IsEmpty());
}

TEST_F(TsvTest, SkipsEmptyLinesAndTrimsFields) {
  EXPECT_THAT(read_text("a.tsv", "\n  \n\t\t\n New York \t is in\t \u00c9tats-Unis\n"),
              ElementsAre("4: New York|is in|\u00c9tats-Unis"));
}

TEST_F(TsvTest, ReadsWindowsFilesAndGzip) {
  EXPECT_THAT(read_text("a.tsv",
                        "\xEF\xBB\xBF"
                        "a\tr\tb\r\n\r\nc\tr\td\r\n"),
              ElementsAre("1: a|r|b", "3: c|r|d"));
  EXPECT_THAT(read(folder_.write_gz("a.tsv.gz", "a\tr\tb\n")), ElementsAre("1: a|r|b"));
}

TEST_F(TsvTest, NamesTheLineAndTheRemedy) {
  const std::string expected = "expected 3 tab-separated fields (head, relation, tail), found ";
  EXPECT_EQ(error_in("a.tsv", "a\tr\tb\n\na\tr\n"),
            "a.tsv:3: " + expected + "2; write one triple a line, with a tab between the fields");
  EXPECT_EQ(error_in("a.tsv", "a r  b\n"), "a.tsv:1: " + expected +
                                               "1; the line looks space-separated: read it as that "
                                               "(--from spaces), or name the file .ssv");
  EXPECT_EQ(
      error_in("a.tsv", "a,r,b\n"),
      "a.tsv:1: " + expected +
          "1; the line looks comma-separated: read it as that (--from csv), or name the file .csv");
  EXPECT_EQ(error_in("a.tsv", "a\tr\tb\t1\n"), "a.tsv:1: " + expected +
                                                   "4; leave the others out (--columns 1,2,3), or "
                                                   "say which is a weight (--columns 1,2,3,4)");
}

TEST_F(TsvTest, NamesTheEmptyField) {
  const std::string expected = " is empty; expected 3 tab-separated fields (head, relation, tail)";
  EXPECT_EQ(error_in("a.tsv", "\tr\tb\n"), "a.tsv:1: the head" + expected);
  EXPECT_EQ(error_in("a.tsv", "a\t \tb\n"), "a.tsv:1: the relation" + expected);
  EXPECT_EQ(error_in("a.tsv", "a\tr\t\n"), "a.tsv:1: the tail" + expected);
}

TEST_F(TsvTest, ReadsAnOpenSource) {
  LineReader lines(folder_.write("any.name", "a\tr\tb\n"));
  int count = 0;
  BadLines bad(OnError::kStop);
  read_tsv(
      lines, [&](auto, auto, auto, std::size_t) { ++count; }, bad);
  EXPECT_EQ(count, 1);
}

using PrologTest = ReaderTest;

TEST_F(PrologTest, ReadsFacts) {
  EXPECT_THAT(read_text("a.pl", "p(a, b).\nq(c,d).r(e,f) . \n"),
              ElementsAre("1: a|p|b", "2: c|q|d", "2: e|r|f"));
  EXPECT_THAT(read_text("a.nl", "p(a,b)."), ElementsAre("1: a|p|b"));
  EXPECT_THAT(read(folder_.write_gz("a.pl.gz", "p(a,b).\r\n")), ElementsAre("1: a|p|b"));
  EXPECT_THAT(read_text("a.pl", " % nothing\n"), IsEmpty());
}

TEST_F(PrologTest, AFactMaySpanLines) {
  EXPECT_THAT(
      read_text(
          "a.pl",
          "% first\n\np(\n  long_name_that_does_not_fit_into_the_string,\n  b\n)\n.\nq(c,d)."),
      ElementsAre("3: long_name_that_does_not_fit_into_the_string|p|b", "8: c|q|d"));
}

TEST_F(PrologTest, SkipsComments) {
  EXPECT_THAT(read_text("a.pl",
                        "/* one\n p(x,y).\n */ p(a, /* inside */ b). % p(c, d).\n"
                        "q(c/**/,d)./* p(x,y). */\n"),
              ElementsAre("3: a|p|b", "4: c|q|d"));
}

TEST_F(PrologTest, ReadsQuotedAndUnusualNames) {
  EXPECT_THAT(read_text("a.pl",
                        "'is in'('New York', \"it's % (not) a comment\").\n"
                        "/people/person/spouse_s./x(/m/0abc, 3.14).\n"
                        "_hyponym(00001740, -5).\n"
                        "p('o\\'brien', 'a''b').\n"
                        "\u00e9(\u00e0, b.).\n"),
              ElementsAre("1: New York|is in|it's % (not) a comment",
                          "2: /m/0abc|/people/person/spouse_s./x|3.14", "3: 00001740|_hyponym|-5",
                          "4: o'brien|p|a'b", "5: \u00e0|\u00e9|b."));
}

TEST_F(PrologTest, SaysWhatIsWrongAndWhatToDo) {
  const std::vector<std::pair<std::string_view, std::string>> cases = {
      {"p(a, b).\np(X, b).",
       "2: X is a variable, and a fact has none; quote it if it is a name: 'X'"},
      {"p(a, _).", "1: _ is a variable, and a fact has none; quote it if it is a name: '_'"},
      {"\np(X, Y) :- q(X, Y).", "2: a rule, where only facts are read; rules belong in rules.pl"},
      {":- dynamic p/2.", "1: a directive (:- ...), where only facts are read; remove it"},
      {"p(a).", "1: p has 1 arguments; only facts with 2 can be read"},
      {"p(a, b, c).", "1: p has 3 arguments; only facts with 2 can be read"},
      {"p(a, b)\nq(c, d).",
       "1: missing full stop after p(...), found 'q(c, d).' at line 2, column 1"},
      {"p(a, b)", "1: missing full stop after p(...), found the end of the file"},
      {"p(a, b).\np(a, b", "2: unclosed parenthesis, found the end of the file after 'b'"},
      {"p(a, b.\nq(c, d).",
       "1: expected ',' or ')' after 'b.', found 'q(c, d).' at line 2, column 1; quote a name that "
       "has "
       "blanks or special characters"},
      {"p(a, 'b).\n", "1: unclosed quote ' at column 6"},
      {"p(a, '').", "1: an empty name at column 6"},
      {"p(a, ?).", "1: '?' has a meaning in queries only; quote it if it is a name"},
      {"p.",
       "1: expected '(' after 'p.', found the end of the file; an atom is written "
       "predicate(argument, argument)"},
      {"a\tr\tb\n",
       "1: expected '(' after 'a', found 'r b' at line 1, column 3; an atom is written "
       "predicate(argument, argument)"},
      {"p(a, b).\n/* never\nclosed", "2: unclosed comment; end it with */"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_EQ(error_in("a.pl", text), "a.pl:" + message) << text;
}

TEST_F(ReaderTest, UnknownExtensionsAreErrors) {
  const std::string rest =
      ": unknown extension '.doc'; triples are read from .tsv, .txt, .csv, .ssv, .jsonl, .ndjson, "
      ".pl, .nl, .nt, .nq, .ttl (each also .gz, .zst, .xz), or as --from says";
  EXPECT_EQ(error_in("a.doc", "a,r,b\n"), "a.doc" + rest);
  EXPECT_EQ(error_in("a.doc.gz", ""), "a.doc.gz" + rest);
  EXPECT_THAT(error_in("a", ""), HasSubstr("unknown extension ''"));
}

TEST_F(ReaderTest, MissingFilesAreErrors) {
  EXPECT_THAT(error_of([&] { read(folder_.path() / "missing.tsv"); }),
              HasSubstr("missing.tsv: cannot open: No such file or directory"));
}

TEST_F(ReaderTest, ListsWhatItCanRead) {
  EXPECT_THAT(triple_extensions(), ElementsAre(".tsv", ".txt", ".csv", ".ssv", ".jsonl", ".ndjson",
                                               ".pl", ".nl", ".nt", ".nq", ".ttl"));
  EXPECT_EQ(triple_stem("data/test-I.tsv.gz"), "test-I");
  EXPECT_EQ(triple_stem("test-1.5.pl"), "test-1.5");
  EXPECT_EQ(triple_stem("train.ttl"), "train");
  EXPECT_EQ(triple_stem("train.csv"), "train");
  EXPECT_EQ(triple_stem("train.doc"), std::nullopt);
  EXPECT_EQ(triple_stem("train"), std::nullopt);
}

TEST_F(ReaderTest, FindsTheOneFileOfAStem) {
  EXPECT_EQ(find_triples(folder_.path(), "train"), std::nullopt);
  folder_.write("train", "");
  folder_.write("train.doc", "");
  EXPECT_EQ(find_triples(folder_.path(), "train"), std::nullopt);
  const fs::path packed = folder_.write("train.tsv.gz", "");
  EXPECT_EQ(find_triples(folder_.path(), "train"), packed);
  folder_.write("train.pl", "");
  EXPECT_EQ(error_of([&] { find_triples(folder_.path(), "train"); }),
            folder_.path().string() + ": both train.tsv.gz and train.pl are there; keep one");
}

// Names that were written as Prolog facts are read back.
TEST_F(ReaderTest, QuotedNamesRoundTrip) {
  std::mt19937 random(17);
  constexpr std::string_view kAlphabet = "aB_ 0.,()<>%?'\"\\:-/*\t";
  std::string text;
  std::vector<std::string> expected;
  for (int i = 1; i <= 2000; ++i) {
    const std::string head = "x" + testing::random_text(random, kAlphabet, 6);
    const std::string relation = testing::random_text(random, kAlphabet, 6) + "x";
    const std::string tail = testing::random_text(random, kAlphabet, 6) + "\u00e9";
    text += fmt::format("{}({},{}).\n", quoted(relation), quoted(head), quoted(tail));
    expected.push_back(fmt::format("{}: {}|{}|{}", i, head, relation, tail));
  }
  EXPECT_EQ(read_text("a.pl", text), expected);
}

TEST_F(ReaderTest, SurvivesMalformedFiles) {
  std::mt19937 random(19);
  constexpr std::string_view kAlphabet = "ab_X(),.'\"\\%?:-/*\t \n\r";
  const std::string tsv = "a\tr\tb\r\nc\ts\td\n\nNew York\tis in\t\u00c9tats-Unis\n";
  const std::string prolog = "p(a, b).\n'q r'(\"c\", /* x */ d). % end\n/a./b(\n0,\n1).\n";
  testing::FuzzTally lines;
  testing::FuzzTally clauses;
  for (int i = 0; i < 500; ++i) {
    lines.add(error_in("a.tsv", testing::mutated(random, tsv, kAlphabet)));
    clauses.add(error_in("a.pl", testing::mutated(random, prolog, kAlphabet)));
    lines.add(error_in("a.tsv", testing::random_bytes(random, 60)));
    clauses.add(error_in("a.pl", testing::random_bytes(random, 60)));
    clauses.add(error_in("a.pl", testing::random_text(random, kAlphabet, 60)));
  }
  for (const testing::FuzzTally& tally : {lines, clauses}) {
    EXPECT_GT(tally.accepted, 50);
    EXPECT_GT(tally.refused, 200);
  }
}

}  // namespace
}  // namespace gntp
