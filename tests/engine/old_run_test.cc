// Run folders as earlier versions wrote them.
#include <gmock/gmock.h>
#include <gntp/engine.h>
#include <gtest/gtest.h>

#include "engine/manifest.h"
#include "engine/run_folder.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::HasSubstr;

std::string old_run(const std::string& name) {
  return std::string(GNTP_SOURCE_DIR) + "/tests/data/" + name;
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

TEST(OldRun, Of020AnswersAsItDid) {
  expect_answers(Engine::open(old_run("run-0.2.0"), 1),
                 {{"c3", 0.4948110204}, {"c2", 0.4688124124}, {"p4", 0.3561815671}});
}

TEST(OldRun, Of020WithMinedRulesAnswersAsItDid) {
  expect_answers(Engine::open(old_run("run-0.2.0-mined"), 1), {{"c4", 0.2499999990}});
}

TEST(OldRun, Of020WithMentionsAnswersAsItDid) {
  expect_answers(Engine::open(old_run("run-0.2.0-mentions"), 1),
                 {{"c4", 0.6162170752}, {"c3", 0.4879330961}, {"oslo", 0.4654634553}});
}

TEST(OldRun, SavedAgainIsOfThisVersionAndAnswersTheSame) {
  const testing::TempFolder folder;
  for (const std::string name : {"run-0.2.0", "run-0.2.0-mined", "run-0.2.0-mentions"}) {
    const Engine old = Engine::open(old_run(name), 1);
    old.save(folder.path() / name);
    EXPECT_TRUE(read_manifest(folder.path() / name));
    std::vector<NameAndScore> expected;
    for (const Answer& answer : old.predict("grandparent(g4, ?)", 10)) {
      expected.push_back({answer.name, answer.score});
    }
    expect_answers(Engine::open(folder.path() / name, 1), expected);
  }
}

}  // namespace
}  // namespace gntp
