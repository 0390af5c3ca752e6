// Run folders as earlier versions wrote them.
#include <gmock/gmock.h>
#include <gntp/engine.h>
#include <gtest/gtest.h>

#include "engine/manifest.h"
#include "engine/run_folder.h"
#include "support/errors.h"
#include "support/places.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::HasSubstr;

std::string old_run(const std::string& name) {
  return (testing::checkout() / "tests/data" / name).string();
}

struct NameAndScore {
  std::string name;
  double score;
};

// The program that wrote the run gave these answers to 'grandparent(g4, ?)'.
void expect_answers(const Engine& engine, const std::vector<NameAndScore>& expected) {
  const std::vector<Answer> answers = engine.predict("grandparent(g4, ?)", expected.size());
  ASSERT_EQ(answers.size(), expected.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i].name, expected[i].name);
    EXPECT_NEAR(answers[i].score, expected[i].score, 1e-6);
  }
}

// A run folder as 0.1.0 wrote it: refused with the command that makes it anew.
TEST(OldRun, IsRefusedWithTheCommandThatMakesItAnew) {
  EXPECT_THAT(testing::error_of([&] { load_run(old_run("run-0.1.0")); }),
              HasSubstr("run-0.1.0: a run of gntp 0.1.0, which this version does not read; make it "
                        "anew: gntp train data/countries/S1 --preset countries-s1 --seed 7 --out "
                        "NEW_RUN"));
}

// Each version that writes a new format is here; what it was trained on gave the same model in all.
class OldRunOf : public ::testing::TestWithParam<std::string> {
 protected:
  Engine open(const std::string& kind) const {
    return Engine::open(old_run("run-" + GetParam() + kind), 1);
  }
};

TEST_P(OldRunOf, AnswersAsItDid) {
  expect_answers(open(""), {{"c3", 0.4948110204}, {"c2", 0.4688124124}, {"p4", 0.3561815671}});
}

TEST_P(OldRunOf, WithMinedRulesAnswersAsItDid) {
  expect_answers(open("-mined"), {{"c4", 0.2499999990}});
}

TEST_P(OldRunOf, WithMentionsAnswersAsItDid) {
  expect_answers(open("-mentions"),
                 {{"c4", 0.6162170752}, {"c3", 0.4879330961}, {"oslo", 0.4654634553}});
}

TEST_P(OldRunOf, SavedAgainIsOfThisVersionAndAnswersTheSame) {
  const testing::TempFolder folder;
  for (const std::string kind : {"", "-mined", "-mentions"}) {
    const Engine old = open(kind);
    const std::filesystem::path copy = folder.path() / ("copy" + kind);
    old.save(copy);
    EXPECT_TRUE(read_manifest(copy));
    std::vector<NameAndScore> expected;
    for (const Answer& answer : old.predict("grandparent(g4, ?)", 10)) {
      expected.push_back({answer.name, answer.score});
    }
    expect_answers(Engine::open(copy, 1), expected);
  }
}

TEST_P(OldRunOf, HasNoProbabilities) {
  const Engine engine = open("-mined");
  EXPECT_FALSE(engine.predict("grandparent(g4, ?)").front().probability);
  EXPECT_FALSE(engine.explain("grandparent(g4, c4)").probability);
}

INSTANTIATE_TEST_SUITE_P(Versions, OldRunOf, ::testing::Values("0.2.0", "0.3.0"),
                         [](const auto& version) {
                           std::string name = "V" + version.param;
                           std::erase(name, '.');
                           return name;
                         });

}  // namespace
}  // namespace gntp
