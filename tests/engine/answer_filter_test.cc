// Which answers are listed: what is left of all answers when the others are struck out by hand.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempFolder;

constexpr std::size_t kPeople = 40;

std::string person(std::size_t number) {
  return "p" + std::to_string(number);
}

// Families with friends at random. Every third is a singer, every fourth a dancer; everybody has a
// label, some of which are shared.
const TempFolder& data() {
  static const TempFolder kFolder;
  static const bool kWritten = [] {
    std::minstd_rand random(3);
    std::string train;
    std::string valid;
    std::string types;
    std::string labels = "parent\tis a parent of\n";
    for (std::size_t i = 0; i < kPeople; ++i) {
      train += person(i) + "\tparent\t" + person((i + 1) % kPeople) + "\n";
      (i % 6 == 1 ? valid : train) +=
          person(i) + "\tgrandparent\t" + person((i + 2) % kPeople) + "\n";
      train += person(i) + "\tfriend\t" + person(random() % kPeople) + "\n";
      if (i % 3 == 0) types += person(i) + "\tsinger\n";
      if (i % 4 == 0) types += person(i) + "\tdancer\n";
      labels += person(i) + "\tPerson " + std::to_string(i % 30) + "\n";
    }
    kFolder.write("train.tsv", train);
    kFolder.write("valid.tsv", valid);
    kFolder.write("types.tsv", types);
    kFolder.write("labels.tsv", labels);
    kFolder.write("rules.pl", "p(X, Y) :- q(X, Z), r(Z, Y) <2>\np(X, Y) :- q(Y, X) <1>\n");
    return true;
  }();
  EXPECT_TRUE(kWritten);
  return kFolder;
}

// Of a kind: "rules", "templates" or "hybrid".
Engine train(const std::string& kind) {
  Settings settings = kind == "templates" ? Settings() : Settings::preset(kind);
  std::vector<const char*> small;
  if (kind == "templates") small = {"model.dim=6", "learn.epochs=2"};
  if (kind == "hybrid") {
    small = {"predictor.dim=8", "predictor.epochs=3", "predictor.starts=1", "mine.adaptive=false"};
  }
  for (const char* setting : small) settings.assign(setting);
  return Engine::train(Dataset::load(data().path(), settings), settings, {5, 2, {}});
}

// What a filter should let pass.
struct Sieve {
  AnswerLists lists;
  std::optional<std::set<std::string>> entities = {};
  KnownFacts known = KnownFacts::kListed;
};

std::vector<Sieve> sieves() {
  std::set<std::string> singers;
  std::set<std::string> artists;
  std::set<std::string> few{"p3", "p17", "p35"};
  std::set<std::string> everybody;
  for (std::size_t i = 0; i < kPeople; ++i) {
    if (i % 3 == 0) singers.insert(person(i));
    if (i % 3 == 0 || i % 4 == 0) artists.insert(person(i));
    everybody.insert(person(i));
  }
  const std::vector<std::string> few_typed{"p3", "Person 17", "Person 5 (p35)", "p3"};
  std::vector<Fact> not_known;
  for (std::size_t i = 0; i < kPeople; ++i) {
    not_known.push_back({person(i), "grandparent", person((i + 2) % kPeople)});
    not_known.push_back({person(i), "friend", person((i * 7) % kPeople)});
  }
  std::vector<Sieve> all;
  all.push_back({{.types = {"singer"}}, singers});
  all.push_back({{.types = {"singer", "dancer"}}, artists});
  all.push_back({{.types = {"is a parent of:tail"}}, everybody});
  all.push_back({{.among = few_typed}, few});
  all.push_back({{.types = {"singer"}, .among = few_typed}, std::set<std::string>{"p3"}});
  all.push_back({{.not_known = not_known}});
  all.push_back({{.types = {"dancer", "singer"}, .not_known = not_known}, artists});
  const std::size_t count = all.size();
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(all[i]);
    all.back().known = KnownFacts::kLeftOut;
  }
  return all;
}

bool passes(const Sieve& sieve, const Question& question, const Answer& answer) {
  if (sieve.entities && !sieve.entities->contains(answer.name)) return false;
  if (answer.known && sieve.known == KnownFacts::kLeftOut) return false;
  const Fact fact{question.head.value_or(answer.name), question.relation.value_or(answer.name),
                  question.tail.value_or(answer.name)};
  return std::ranges::none_of(sieve.lists.not_known, [&](const Fact& each) {
    return each.head == fact.head && each.relation == fact.relation && each.tail == fact.tail;
  });
}

// By definition: all answers, less those that do not pass, ranked anew.
std::vector<Answer> sift(const Engine& engine, const Sieve& sieve, const Question& question) {
  std::vector<Answer> answers = engine.predict(question.to_text(), 100000);
  std::erase_if(answers, [&](const Answer& answer) { return !passes(sieve, question, answer); });
  std::size_t before = 0;
  std::size_t rank = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].rank != before) rank = i + 1;
    before = std::exchange(answers[i].rank, rank);
  }
  return answers;
}

void expect_same(const std::vector<Answer>& answers, const std::vector<Answer>& expected,
                 std::size_t count) {
  ASSERT_EQ(answers.size(), std::min(expected.size(), count));
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i].name, expected[i].name);
    EXPECT_EQ(answers[i].rank, expected[i].rank);
    EXPECT_EQ(answers[i].score, expected[i].score);
    EXPECT_EQ(answers[i].probability, expected[i].probability);
  }
}

class AnswerFilters : public ::testing::TestWithParam<std::string> {};

TEST_P(AnswerFilters, LeaveWhatIsLeftByHand) {
  const Engine engine = train(GetParam());
  std::vector<Question> questions;
  for (std::size_t i = 0; i < kPeople; i += 5) {
    questions.push_back({person(i), "grandparent", std::nullopt});
    questions.push_back({std::nullopt, "friend", person(i)});
  }
  std::size_t left_out = 0;
  std::size_t listed = 0;
  for (const Sieve& sieve : sieves()) {
    std::vector<Question> asked = questions;
    if (!sieve.entities) asked.push_back({"p3", std::nullopt, "p5"});
    const AnswerFilter filter = engine.filter(sieve.lists);
    for (const std::size_t count : {std::size_t{1}, std::size_t{4}, std::size_t{1000}}) {
      const AnswerOptions options{.count = count, .known = sieve.known, .filter = filter};
      const std::vector<std::vector<Answer>> together = engine.predict(asked, options);
      for (std::size_t i = 0; i < asked.size(); ++i) {
        SCOPED_TRACE(asked[i].to_text());
        const std::vector<Answer> expected = sift(engine, sieve, asked[i]);
        expect_same(together[i], expected, count);
        expect_same(engine.predict(asked[i].to_text(), options), expected, count);
        listed += together[i].size();
        left_out += engine.predict(asked[i].to_text(), 100000).size() - expected.size();
      }
    }
  }
  EXPECT_GT(left_out, 0U);
  EXPECT_GT(listed, 0U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, AnswerFilters, ::testing::Values("rules", "templates", "hybrid"),
                         [](const auto& each) { return each.param; });

TEST(AnswerFilter, SaysWhatIsWrong) {
  const Engine engine = train("templates");
  const auto error = [&](const AnswerLists& lists) {
    return error_of([&] { engine.filter(lists); });
  };
  EXPECT_EQ(error({.types = {"siner"}}),
            "unknown type 'siner'; did you mean 'singer'? 'REL:head' and 'REL:tail' are what the "
            "facts show as head or tail of a relation");
  EXPECT_THAT(error({.types = {"parnt:head"}}), HasSubstr("did you mean 'parent:head'"));
  EXPECT_THAT(error({.types = {"parent:middle"}}), HasSubstr("unknown type 'parent:middle'"));
  EXPECT_THAT(error({.types = {"x"}}),
              HasSubstr("unknown type 'x'; types.tsv of the run folder lists them; 'REL:head'"));
  EXPECT_THAT(error({.among = std::vector<std::string>{"p3", "q3"}}),
              HasSubstr("unknown entity 'q3'"));
  EXPECT_THAT(error({.among = std::vector<std::string>{"Person 5"}}),
              HasSubstr("'Person 5' is the label of 2 entities"));
  EXPECT_THAT(error({.not_known = {{"p1", "knows", "p2"}}}), HasSubstr("unknown relation 'knows'"));
  const AnswerFilter singers = engine.filter({.types = {"singer"}});
  EXPECT_THROW(engine.predict("?(p1, p2)", {.filter = singers}), UsageError);
  const std::vector<Question> questions{{"p1", "parent", std::nullopt}, {"p1", std::nullopt, "p2"}};
  EXPECT_THROW(engine.predict(questions, {.filter = singers}), UsageError);
  const Engine other = train("templates");
  EXPECT_THROW(other.predict("parent(p1, ?)", {.filter = singers}), UsageError);
  const AnswerFilter nobody = engine.filter({.among = std::vector<std::string>{}});
  EXPECT_THAT(engine.predict("parent(p1, ?)", {.filter = nobody}), IsEmpty());
}

// Candidates of the data set limit as well.
TEST(AnswerFilter, MeetsCandidates) {
  const TempFolder folder;
  folder.write("train.tsv", "a\tr\tb\na\tr\tc\na\tr\td\nb\tr\tc\n");
  folder.write("test.tsv", "b\tr\td\n");
  folder.write("candidates.txt", "b\nc\nd\n");
  folder.write("types.tsv", "a\tt\nc\tt\n");
  Settings settings;
  for (const char* crisp :
       {"learn.epochs=0", "model.entities=symbolic", "model.relations=symbolic"}) {
    settings.assign(crisp);
  }
  const Engine engine = Engine::train(Dataset::load(folder.path()), settings);
  const std::vector<Answer> answers =
      engine.predict("r(a, ?)", {.filter = engine.filter({.types = {"t"}})});
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].name, "c");
  EXPECT_EQ(engine.predict("r(?, c)", {.filter = engine.filter({.types = {"t"}})}).size(), 1U);
}

}  // namespace
}  // namespace gntp
