#include "kb/syntax.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "support/errors.h"
#include "support/fuzz.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::SizeIs;

constexpr std::string_view kSpecials = "pqXY_ab(),<>%?'\"\\:-./*. \t20\xC3\xA9\n";

ClauseText parse(std::string_view text) {
  return parse_rule(text, "rules.pl", 7);
}

std::string rule_error(std::string_view text) {
  return error_of([&] { parse(text); });
}

std::string query_error(std::string_view text) {
  return error_of([&] { parse_query(text); });
}

std::vector<std::string> names(const AtomText& atom) {
  std::vector<std::string> all = {atom.predicate};
  for (const ArgumentText& argument : atom.arguments) all.push_back(argument.name);
  return all;
}

std::vector<ArgumentText::Kind> kinds(const AtomText& atom) {
  std::vector<ArgumentText::Kind> all;
  for (const ArgumentText& argument : atom.arguments) all.push_back(argument.kind);
  return all;
}

constexpr auto kVariable = ArgumentText::Kind::kVariable;
constexpr auto kConstant = ArgumentText::Kind::kConstant;
constexpr auto kUnknown = ArgumentText::Kind::kUnknown;

TEST(ParseRule, ReadsHeadBodyAndCopies) {
  const ClauseText clause = parse("p(X, Y) :- q(X, Z), r(Z, Y) <20>");
  EXPECT_THAT(names(clause.head), ElementsAre("p", "X", "Y"));
  ASSERT_THAT(clause.body, SizeIs(2));
  EXPECT_THAT(names(clause.body[0]), ElementsAre("q", "X", "Z"));
  EXPECT_THAT(names(clause.body[1]), ElementsAre("r", "Z", "Y"));
  EXPECT_THAT(kinds(clause.head), ElementsAre(kVariable, kVariable));
  EXPECT_EQ(clause.copies, 20U);
  EXPECT_EQ(clause.line, 7U);
}

TEST(ParseRule, DoesNotCareForBlanks) {
  const ClauseText clause = parse("\tp ( X,Y ):-q(X ,Z),r( Z,Y)<  20 > . ");
  EXPECT_EQ(to_text(clause), "p(X, Y) :- q(X, Z), r(Z, Y) <20>");
}

TEST(ParseRule, CopiesAreOneUnlessGiven) {
  EXPECT_EQ(parse("p(X,Y) :- q(X,Y)").copies, 1U);
  EXPECT_EQ(parse("p(X,Y) :- q(X,Y) <1>.").copies, 1U);
  EXPECT_EQ(parse("p(X,Y) :- q(X,Y) <1000000>").copies, 1000000U);
}

TEST(ParseRule, DropsTheFinalFullStop) {
  EXPECT_EQ(to_text(parse("p(X,Y) :- q(X,Y).")), "p(X, Y) :- q(X, Y)");
  EXPECT_EQ(to_text(parse("p(a,b).")), "p(a, b)");
}

TEST(ParseRule, AFullStopMayBePartOfAName) {
  const ClauseText clause =
      parse("/people/person/spouse_s./people/marriage/spouse(X,Y) :- v.1.2(Y,X).");
  EXPECT_EQ(clause.head.predicate, "/people/person/spouse_s./people/marriage/spouse");
  EXPECT_EQ(clause.body[0].predicate, "v.1.2");
}

TEST(ParseRule, CapitalLettersAndUnderscoresMakeVariables) {
  const ClauseText clause = parse("p(X, 'X') :- _hyponym(_, x), Q(_y, \"_\"), r(\u00c9lodie, 0X)");
  EXPECT_THAT(kinds(clause.head), ElementsAre(kVariable, kConstant));
  EXPECT_THAT(kinds(clause.body[0]), ElementsAre(kVariable, kConstant));
  EXPECT_THAT(kinds(clause.body[1]), ElementsAre(kVariable, kConstant));
  EXPECT_THAT(kinds(clause.body[2]), ElementsAre(kConstant, kConstant));
  EXPECT_EQ(clause.body[0].predicate, "_hyponym");
  EXPECT_EQ(clause.body[1].predicate, "Q");
}

TEST(ParseRule, QuotedNamesMayHoldAnything) {
  const ClauseText clause =
      parse(R"('located in (%)'(X, "it's") :- 'o\'brien'(X, 'a''b'), r("\"\\", 'c:-d'))");
  EXPECT_THAT(names(clause.head), ElementsAre("located in (%)", "X", "it's"));
  EXPECT_THAT(names(clause.body[0]), ElementsAre("o'brien", "X", "a'b"));
  EXPECT_THAT(names(clause.body[1]), ElementsAre("r", "\"\\", "c:-d"));
  EXPECT_EQ(parse(R"('a\tb\nc\rd'(X, Y))").head.predicate, "a\tb\nc\rd");
}

TEST(ParseRule, CommentsAreSkipped) {
  EXPECT_EQ(to_text(parse("p(X,Y) :- q(X,Y) <3> % three (of them")), "p(X, Y) :- q(X, Y) <3>");
  EXPECT_EQ(to_text(parse("p(X,/* the tail */Y) :- q(X,Y)./**/")), "p(X, Y) :- q(X, Y)");
  EXPECT_EQ(to_text(parse("p(X,Y) :- '50%'(X,Y)")), "p(X, Y) :- '50%'(X, Y)");
}

TEST(ParseRule, SaysWhereAndWhatIsWrong) {
  const std::vector<std::pair<std::string_view, std::string>> cases = {
      {"", "expected a predicate, found the end of the line"},
      {"p",
       "expected '(' after 'p', found the end of the line; an atom is written predicate(argument, "
       "argument)"},
      {"p(X, Y", "unclosed parenthesis, found the end of the line after 'Y'"},
      {"p(X, Y :- q(X, Y)", "unclosed parenthesis, found ':- q(X, Y)' at column 8 after 'Y'"},
      {"p(X, New York) :- q(X, Y)",
       "expected ',' or ')' after 'New', found 'York) :- q(X, Y)' at column 10; quote a name that "
       "has "
       "blanks or special characters"},
      {"p(X, ) :- q(X, Y)", "expected an argument, found ') :- q(X, Y)' at column 6"},
      {"p() :- q(X, Y)", "expected an argument, found ') :- q(X, Y)' at column 3"},
      {"p(X, 'Y) :- q(X, Y)", "unclosed quote ' at column 6"},
      {"\u00e9('\u00e9', \"Y)", "unclosed quote \" at column 8"},
      {"p(X, '')", "an empty name at column 6"},
      {"p(X, 'a\\q')", "unknown escape at column 8; write a backslash in quotes as \\\\"},
      {"p(X, 'a\\", "unknown escape at column 8; write a backslash in quotes as \\\\"},
      {"p(X, Y) q(X, Y)", "expected ':-' after the head, found 'q(X, Y)' at column 9"},
      {"p(X, Y) :-", "expected a predicate, found the end of the line"},
      {":- q(X, Y)", "expected a predicate, found ':- q(X, Y)' at column 1"},
      {"p(X, Y) :- q(X, Y),", "expected a predicate, found the end of the line"},
      {"p(X, Y) :- q(X, Y) r(X, Y)",
       "expected ',', '<copies>' or the end of the rule, found 'r(X, Y)' at column 20"},
      {"p(X, Y) :- q(X, Y). r(X, Y)", "expected one clause a line, found 'r(X, Y)' at column 21"},
      {"p(X, Y) :- q(X, Y) <20> r",
       "expected ',', '<copies>' or the end of the rule, found 'r' at column 25"},
      {"p(X, Y) :- q(X, Y) <0>",
       "the number of copies must be 1 to 1000000, found '0>' at column 21"},
      {"p(X, Y) :- q(X, Y) <abc>",
       "the number of copies must be 1 to 1000000, found 'abc>' at column 21"},
      {"p(X, Y) :- q(X, Y) <2.5>",
       "the number of copies must be 1 to 1000000, found '2.5>' at column 21"},
      {"p(X, Y) :- q(X, Y) <-3>",
       "the number of copies must be 1 to 1000000, found '-3>' at column 21"},
      {"p(X, Y) :- q(X, Y) <1000001>",
       "the number of copies must be 1 to 1000000, found '1000001>' at column 21"},
      {"p(X, Y) :- q(X, Y) <99999999999999999999>",
       "the number of copies must be 1 to 1000000, found '99999999999999999999>' at column 21"},
      {"p(X, Y) :- q(X, Y) <>",
       "the number of copies must be 1 to 1000000, found '>' at column 21"},
      {"p(X, Y) :- q(X, Y) <",
       "the number of copies must be 1 to 1000000, found the end of the line"},
      {"p(X, Y) :- q(X, Y) <20",
       "expected '>' after the number of copies, found the end of the line"},
      {"p(X, ?) :- q(X, Y)", "'?' has a meaning in queries only; quote it if it is a name"},
      {"?(X, Y) :- q(X, Y)", "expected a predicate, found '?(X, Y) :- q(X, Y)' at column 1"},
      {"p(X, Y) :- q(X, Y) /* never closed", "unclosed comment; end it with */"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_EQ(rule_error(text), "rules.pl:7: " + message) << text;
}

TEST(ParseQuery, ReadsWhatIsAsked) {
  const AtomText tail = parse_query("locatedIn(france, ?)");
  EXPECT_THAT(names(tail), ElementsAre("locatedIn", "france", ""));
  EXPECT_THAT(kinds(tail), ElementsAre(kConstant, kUnknown));
  EXPECT_THAT(kinds(parse_query(" locatedIn( ?,france ). ")), ElementsAre(kUnknown, kConstant));
  const AtomText relation = parse_query("?(a, b)");
  EXPECT_THAT(names(relation), ElementsAre("", "a", "b"));
  EXPECT_THAT(kinds(relation), ElementsAre(kConstant, kConstant));
}

TEST(ParseQuery, HasNoVariables) {
  EXPECT_THAT(kinds(parse_query("capitalOf(Paris, _x)")), ElementsAre(kConstant, kConstant));
  EXPECT_THAT(kinds(parse_query("capitalOf('New York', '_')")), ElementsAre(kConstant, kConstant));
}

TEST(ParseQuery, ErrorsNameTheQuery) {
  EXPECT_EQ(query_error(""), "query '': expected a predicate, found the end of the query");
  EXPECT_EQ(
      query_error("locatedIn"),
      "query 'locatedIn': expected '(' after 'locatedIn', found the end of the query; an atom is "
      "written predicate(argument, argument)");
  EXPECT_EQ(
      query_error("locatedIn(france, ?"),
      "query 'locatedIn(france, ?': unclosed parenthesis, found the end of the query after '?'");
  EXPECT_EQ(query_error("locatedIn(france)"),
            "query 'locatedIn(france)': expected 2 arguments, as in locatedIn(france, ?), found 1");
  EXPECT_EQ(query_error("p(a, b, c)"),
            "query 'p(a, b, c)': expected 2 arguments, as in locatedIn(france, ?), found 3");
  EXPECT_EQ(query_error("p(a, b) c"),
            "query 'p(a, b) c': expected the end of the query, found 'c' at column 9");
  EXPECT_EQ(query_error("p(a, _)"),
            "query 'p(a, _)': write ? for what is asked; quote '_' if it is a name");
  EXPECT_EQ(
      query_error("p(50%, ?)"),
      "query 'p(50%, ?)': expected ',' or ')' after '50', found '%, ?)' at column 5; quote a name "
      "that has blanks or special characters");
}

TEST(Query, MayHaveBlanksInNames) {
  const AtomText query = parse_query(" capital  of ( New York , _x y )");
  EXPECT_EQ(query.predicate, "capital  of");
  ASSERT_EQ(query.arguments.size(), 2U);
  EXPECT_EQ(query.arguments[0].name, "New York");
  EXPECT_EQ(query.arguments[1].name, "_x y");
  EXPECT_EQ(query_name("New York"), "New York");
  EXPECT_EQ(query_name("[XXX] in [YYY]"), "\"[XXX] in [YYY]\"");
  EXPECT_EQ(query_name("Paris (Q90)"), "'Paris (Q90)'");
  EXPECT_EQ(query_name("Alzheimer's disease"), "\"Alzheimer's disease\"");
  EXPECT_EQ(query_name("'a' \"b\""), "'\\'a\\' \"b\"'");
  for (const char* name : {"_", " a", "a ", "a:-b", "50%", "what?", "a, b", "a\tb"}) {
    EXPECT_EQ(parse_query(query_name(name) + "(" + query_name(name) + ", ?)").predicate, name);
    EXPECT_EQ(parse_query("p(" + query_name(name) + ", ?)").arguments[0].name, name);
  }
}

TEST(Quoted, QuotesOnlyWhereNeeded) {
  for (const char* bare :
       {"france", "/m/0abc", "a.b", "\u00e9t\u00e9", "0815", "a:b", "#1", "-", "a/b", "it\\s"}) {
    EXPECT_EQ(quoted(bare), bare);
  }
  EXPECT_EQ(quoted("Paris"), "'Paris'");
  EXPECT_EQ(quoted("_x"), "'_x'");
  EXPECT_EQ(quoted("New York"), "'New York'");
  EXPECT_EQ(quoted("o'brien"), "'o\\'brien'");
  EXPECT_EQ(quoted("a:-b"), "'a:-b'");
  EXPECT_EQ(quoted("a/*b"), "'a/*b'");
  EXPECT_EQ(quoted("a\tb\\"), "'a\\tb\\\\'");
  EXPECT_EQ(quoted_predicate("_hyponym"), "_hyponym");
  EXPECT_EQ(quoted_predicate("is a"), "'is a'");
}

std::string random_name(std::mt19937& random) {
  std::string name = random() % 2 == 0 ? testing::random_text(random, kSpecials, 8)
                                       : testing::random_bytes(random, 8);
  return name.empty() ? "x" : name;
}

TEST(Quoted, RoundTripsAnyName) {
  std::mt19937 random(11);
  for (int i = 0; i < 20000; ++i) {
    const std::string predicate = random_name(random);
    const std::string constant = random_name(random);
    const std::string text = quoted(predicate) + "(" + quoted(constant) + ",Y):-" +
                             quoted_predicate(predicate) + "(Y," + quoted(constant) + ").";
    const ClauseText clause = parse(text);
    ASSERT_THAT(names(clause.head), ElementsAre(predicate, constant, "Y")) << text;
    ASSERT_THAT(kinds(clause.head), ElementsAre(kConstant, kVariable)) << text;
    ASSERT_THAT(names(clause.body.at(0)), ElementsAre(predicate, "Y", constant)) << text;
    const AtomText query =
        parse_query(quoted_predicate(predicate) + "(" + quoted(constant) + ",?)");
    ASSERT_THAT(names(query), ElementsAre(predicate, constant, "")) << text;
  }
}

// Whatever parses, its text parses to the same; whatever does not is an Error.
TEST(ParseRule, SurvivesMalformedText) {
  std::mt19937 random(13);
  const std::string valid = "p(X, Y) :- 'q r'(X, Z), /a/b./c(Z, \"Y\\\"\") <20>. % end";
  testing::FuzzTally queries;
  testing::FuzzTally rules;
  for (int i = 0; i < 30000; ++i) {
    const std::string text = i % 3 == 0   ? testing::random_text(random, kSpecials, 40)
                             : i % 3 == 1 ? testing::random_bytes(random, 40)
                                          : testing::mutated(random, valid, kSpecials);
    queries.add(error_of([&] { parse_query(text); }));
    rules.add(error_of([&] {
      const std::string once = to_text(parse(text));
      EXPECT_EQ(to_text(parse(once)), once);
    }));
  }
  EXPECT_GT(rules.accepted, 100);
  EXPECT_GT(rules.refused, 10000);
  EXPECT_GT(queries.refused, 10000);
}

}  // namespace
}  // namespace gntp
