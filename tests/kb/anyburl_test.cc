#include "kb/anyburl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "kb/rules.h"
#include "support/errors.h"
#include "support/fuzz.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

ClauseText parse(std::string_view text) {
  return parse_anyburl(text, "rules", 7);
}

TEST(Anyburl, ReadsItsLines) {
  EXPECT_EQ(to_text(parse("148\t123\t0.75\thyp(X,Y) <= hyp(X,A), syn(A,Y)")),
            "0.75 :: hyp(X, Y) :- hyp(X, A), syn(A, Y)");
  EXPECT_EQ(to_text(parse("9\t9\t1.0\t/loc/in(X,/m/0d) <= born(X,Q42)")),
            "1 :: /loc/in(X, /m/0d) :- born(X, 'Q42')");
  EXPECT_EQ(to_text(parse("9\t1\t1e-2\t r( 'it\\'s, (a) \\t','X') <= \"b c\"(X ,New York) ")),
            "0.01 :: r('it\\'s, (a) \\t', 'X') :- 'b c'(X, 'New York')");
  EXPECT_EQ(to_text(parse("9\t1\t0.1\tr(X,a) <= ")), "0.1 :: r(X, a)");
  EXPECT_EQ(to_text(parse("9\t1\t0.1\tr(X,me_myself_i) <= b(me_myself_i,X), c(X,A)")),
            "0.1 :: r(X, X) :- b(X, X), c(X, A)");
}

TEST(Anyburl, WhatIsWrittenIsReadAgain) {
  for (const std::string rule :
       {"0.3 :: r(X, Y) :- b(Y, X)", "0.123456789012345 :: r(X, Y) :- b(X, A), c(B, A), d(B, Y)",
        R"(1 :: 'a b'('X', X) :- "x,y"(X, 'it\'s'))", R"(0.5 :: r(X, '(a)') :- b(X, A))"}) {
    ClauseText clause = parse_rule(rule, "rules", 7);
    clause.counts = {3, 10};
    const std::string line = to_anyburl(clause);
    EXPECT_TRUE(looks_like_anyburl(line));
    EXPECT_EQ(to_text(parse(line)), to_text(clause));
    EXPECT_EQ(parse(line).counts, clause.counts);
  }
}

TEST(Anyburl, VariablesAreRenamed) {
  EXPECT_EQ(
      to_anyburl(parse_rule("0.5 :: r(Who, Where) :- b(Who, X), c(X, _), d(_, Where)", "f", 1)),
      "0\t0\t0.5\tr(X,Y) <= b(X,A), c(A,B), d(C,Y)");
  EXPECT_EQ(to_anyburl(parse_rule("r(a, Z) :- b(Z, Y)", "f", 1)), "0\t0\t1\tr(a,X) <= b(X,A)");
}

TEST(Anyburl, MistakesNameTheLine) {
  const auto error = [](std::string_view text) { return error_of([&] { parse(text); }); };
  EXPECT_THAT(error("r(X,Y) <= b(X,Y)"), HasSubstr("rules:7: expected 4 columns"));
  EXPECT_THAT(error("a\t1\t0.5\tr(X,Y) <= b(X,Y)"), HasSubstr("rules:7: the first two columns"));
  EXPECT_THAT(error("1\t2\t0.5\tr(X,Y) <= b(X,Y)"), HasSubstr("rules:7: the first two columns"));
  EXPECT_THAT(error("2\t1\t1.5\tr(X,Y) <= b(X,Y)"), HasSubstr("rules:7: the confidence must be"));
  EXPECT_THAT(error("2\t1\t-.1\tr(X,Y) <= b(X,Y)"), HasSubstr("rules:7: the confidence must be"));
  EXPECT_THAT(error("2\t1\tnan\tr(X,Y) <= b(X,Y)"), HasSubstr("rules:7: the confidence must be"));
  EXPECT_THAT(error("2\t1\t0.5\tr(X,Y) :- b(X,Y)"), HasSubstr("rules:7: expected '<='"));
  EXPECT_THAT(error("2\t1\t0.5\tr(X) <= b(X,Y)"), HasSubstr("rules:7: expected ',' and a second"));
  EXPECT_THAT(error("2\t1\t0.5\tr(X,Y,Z) <= b(X,Y)"), HasSubstr("rules:7: expected ')'"));
  EXPECT_THAT(error("2\t1\t0.5\tr(X,Y) <= b(X,Y),"), HasSubstr("rules:7: expected an atom"));
  EXPECT_THAT(error("2\t1\t0.5\tr(X,Y) <= b(X,'Y)"), HasSubstr("rules:7: expected the end of a q"));
  EXPECT_THAT(error("2\t1\t0.5\tr(X,Y) <= b(X,a(b))"), HasSubstr("rules:7: expected ')'"));
}

TEST(Anyburl, FilesAreKnownByTheirFirstLineOrTheirName) {
  const testing::TempFolder folder;
  const std::string lines = "\n3\t2\t0.5\tr(X,Y) <= b(Y,X)\n3\t2\t0.5\tr(X,a) <= \n";
  BadLines bad(OnError::kStop);
  const RuleFile file = read_rules(folder.write("rules-100", lines), bad);
  ASSERT_EQ(file.clauses.size(), 2U);
  EXPECT_EQ(file.clauses[0].line, 2U);
  EXPECT_TRUE(file.clauses[1].body.empty());
  EXPECT_THAT(error_of([&] { read_rules(folder.write("a.anyburl", "r(X, Y) :- b(X, Y)\n"), bad); }),
              HasSubstr("a.anyburl:1: expected 4 columns"));
  EXPECT_THAT(error_of([&] { read_rules(folder.write("b", lines + "dear diary\n"), bad); }),
              HasSubstr("b:4: expected 4 columns"));
}

TEST(Anyburl, RulesThatProveNothingAreCounted) {
  const testing::TempFolder folder;
  BadLines bad(OnError::kStop);
  RuleFile file = read_rules(folder.write("rules-100",
                                          "4\t3\t0.5\tr(X,Y) <= b(Y,X)\n"
                                          "4\t0\t0.0\tr(X,Y) <= b(X,Y)\n"
                                          "4\t0\t0\tr(X,a) <=\n"
                                          "4\t3\t0.5\tr(X,Y) <=\n"
                                          "4\t3\t0.5\tr(X,me_myself_i) <=\n"
                                          "4\t4\t1\tr(X,a) <=\n"
                                          "4\t3\t0.5\tr(X,zorro) <= b(X,a)\n"
                                          "4\t3\t0.5\tr(X,Y) <= b(X,A), q(A,Y)\n"
                                          "4\t3\t0.5\tq(X,Y) <= b(X,Y)\n"
                                          "4\t3\t0.5\tr(X,a) <=\n"),
                             bad);
  EXPECT_EQ(file.passed_over.impossible, 2U);
  EXPECT_EQ(file.passed_over.empty, 3U);
  Vocabulary<EntityId> entities;
  entities.add("a");
  Vocabulary<RelationId> relations;
  for (const char* name : {"r", "b"}) relations.add(name);
  pass_over_unknown(file, entities, relations);
  EXPECT_EQ(file.passed_over.unknown, 3U);
  EXPECT_EQ(file.passed_over.all(), 8U);
  ASSERT_EQ(file.clauses.size(), 2U);
  std::vector<std::string> warnings;
  EXPECT_EQ(resolve_rules({file}, entities, relations, warnings).size(), 2U);
}

TEST(Anyburl, GarbageIsAnErrorOrARule) {
  std::mt19937 random(5);
  const std::string alphabet = "\t01.5rXYb(),<= '\"\\A-";
  const std::string good = "148\t123\t0.75\thyp(X,Y) <= hyp(X,A), 'a b'(A,Y)";
  for (int i = 0; i < 20000; ++i) {
    std::string line;
    switch (i % 3) {
      case 0:
        line = testing::random_bytes(random, 60);
        break;
      case 1:
        line = testing::random_text(random, alphabet, 60);
        break;
      default:
        line = testing::mutated(random, good, alphabet);
    }
    try {
      const ClauseText clause = parse_anyburl(line, "rules", 7);
      const ClauseText again = parse(to_anyburl(clause));
      EXPECT_EQ(to_anyburl(again), to_anyburl(clause)) << line;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), ::testing::StartsWith("rules:7: "));
    }
  }
}

}  // namespace
}  // namespace gntp
