#include "kb/amie.h"

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

constexpr const char* kRule = "?a  child of  ?b  ?h  child of  ?a   => ?h  /kin/grandchild  ?b";

TEST(Amie, ReadsItsLines) {
  const AmieTable table;
  const ClauseText clause =
      table.parse(std::string(kRule) + "\t0.044\t0.25\t0.5\t8\t32\t16\t?a", "rules", 7);
  EXPECT_EQ(to_text(clause), "0.25 :: /kin/grandchild(H, B) :- 'child of'(A, B), 'child of'(H, A)");
  EXPECT_EQ(clause.counts, RuleCounts::of(8, 32));
  EXPECT_EQ(clause.line, 7U);
  // A constant, a decimal comma, and a body size that is not known.
  const ClauseText other =
      table.parse("?a  in  New York  =>  ?a  in  <usa>\t0,1\t0,75\t0,8\t3.0\t-1", "rules", 7);
  EXPECT_EQ(to_text(other), "0.75 :: in(A, '<usa>') :- in(A, 'New York')");
  EXPECT_EQ(other.counts, RuleCounts());
  EXPECT_EQ(to_text(table.parse("?2  p  ?b  => ?b  p  ?2\t0\t0.5", "rules", 7)),
            "0.5 :: p(B, V2) :- p(V2, B)");
}

TEST(Amie, TheFirstLineNamesTheColumns) {
  AmieTable table;
  EXPECT_FALSE(table.take_header(kRule));
  EXPECT_TRUE(table.take_header(
      "Rule\tHead Coverage\tPCA Confidence\tStd Confidence\tBody size\tPositive Examples"));
  const ClauseText clause = table.parse(std::string(kRule) + "\t0.1\t0.9\t0.25\t32\t8", "rules", 7);
  EXPECT_EQ(clause.confidence, 0.25);
  EXPECT_EQ(clause.counts, RuleCounts::of(8, 32));
}

TEST(Amie, FilesAreKnownByTheirFirstLineOrTheirName) {
  const testing::TempFolder folder;
  const std::string rule = std::string(kRule) + "\t0.1\t0.25\t0.9\t8\t32\n";
  const std::string with_header = "Rule\tHead Coverage\tStd Confidence\tPCA Confidence\n" + rule;
  BadLines bad(OnError::kStop);
  for (const std::string& text : {rule, with_header, "\n" + with_header}) {
    const RuleFile file = read_rules(folder.write("rules", text), bad);
    EXPECT_EQ(file.format, RuleFile::Format::kAmie);
    EXPECT_EQ(file.clauses.size(), 1U);
  }
  EXPECT_THAT(error_of([&] { read_rules(folder.write("a.amie", "Mining done\n"), bad); }),
              HasSubstr("a.amie:1: expected a rule"));
  const RuleFile file =
      read_rules(folder.write("b", rule + "?a  p  ?b  => ?a  q  ?b\t0\t0\t0\t0\t9\n"), bad);
  EXPECT_EQ(file.passed_over.impossible, 1U);
}

TEST(Amie, MistakesNameTheLine) {
  const auto error = [](std::string_view text) {
    return error_of([&] { AmieTable().parse(text, "rules", 7); });
  };
  EXPECT_THAT(error("Mining done in 3 s"), HasSubstr("rules:7: expected a rule"));
  EXPECT_THAT(error(kRule), HasSubstr("rules:7: expected the confidence in column 3"));
  EXPECT_THAT(error("?a  p  ?b => ?a  p\t0\t1"), HasSubstr("rules:7: expected atoms"));
  EXPECT_THAT(error("?a  p  ?b  => \t0\t1"), HasSubstr("rules:7: expected one atom after"));
  EXPECT_THAT(error("?a  p  ?b  => ?b  p  ?a\t0\t7"), HasSubstr("rules:7: the confidence must"));
}

TEST(Amie, GarbageIsAnErrorOrARule) {
  std::mt19937 random(5);
  const std::string alphabet = "\t01.5?ab  => ,";
  const std::string good = std::string(kRule) + "\t0.1\t0.25\t0.9\t8\t32";
  for (int i = 0; i < 20000; ++i) {
    const std::string line = i % 3 == 0   ? testing::random_bytes(random, 60)
                             : i % 3 == 1 ? testing::random_text(random, alphabet, 60)
                                          : testing::mutated(random, good, alphabet);
    try {
      const std::string text = to_text(AmieTable().parse(line, "rules", 7));
      EXPECT_FALSE(text.empty());
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), ::testing::StartsWith("rules:7: "));
    }
  }
}

}  // namespace
}  // namespace gntp
