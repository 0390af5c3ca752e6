// One engine asked from many threads at once answers as if it were asked one by one.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <thread>

#include "support/temp_folder.h"

namespace gntp {
namespace {

using testing::TempFolder;

constexpr std::size_t kThreads = 8;
constexpr std::size_t kRounds = 3;

void write_data(const TempFolder& folder) {
  std::string train;
  std::string mentions;
  std::string test;
  std::minstd_rand random(1);
  constexpr int kPeople = 30;
  for (int i = 0; i < kPeople; ++i) {
    const auto other = [&] { return static_cast<int>(random() % kPeople); };
    train += "p" + std::to_string(i) + "\tparent\tp" + std::to_string((i + 1) % kPeople) + "\n";
    train += "p" + std::to_string(i) + "\tfriend\tp" + std::to_string(other()) + "\n";
    mentions += "p" + std::to_string(i) + "\t[XXX]:is:a:friend:of:[YYY]\tp" +
                std::to_string(other()) + "\t2\n";
    mentions += "p" + std::to_string(i) + "\t[XXX]:is:the:mother:of:[YYY]\tp" +
                std::to_string(other()) + "\t1\n";
    if (i % 5 == 0) {
      test += "p" + std::to_string(i) + "\tparent\tp" + std::to_string((i + 2) % kPeople) + "\n";
    }
  }
  folder.write("data/train.tsv", train);
  folder.write("data/mentions.tsv", mentions);
  folder.write("data/test.tsv", test);
  folder.write("data/rules.pl",
               "s(X, Y) :- t(X, Z), u(Z, Y) <3>\ns(X, Y) :- t(Y, X) <3>\n"
               "0.7 :: friend(X, Y) :- parent(X, Z), parent(Z, Y)\n");
}

std::string text_of(const std::vector<Answer>& answers) {
  std::string text;
  for (const Answer& answer : answers) {
    text += std::to_string(answer.rank) + ' ' + answer.name + ' ' + std::to_string(answer.score) +
            (answer.known ? " known\n" : "\n");
  }
  return text;
}

// Each question's answer as a text.
std::vector<std::function<std::string(const Engine&)>> questions() {
  return {
      [](const Engine& engine) { return text_of(engine.predict("parent(p1, ?)")); },
      [](const Engine& engine) { return text_of(engine.predict("friend(?, p7)", 5)); },
      [](const Engine& engine) { return text_of(engine.predict("?(p3, p4)")); },
      [](const Engine& engine) {
        return engine.explain("friend(p2, p4)", {.proofs = 3}).to_text();
      },
      [](const Engine& engine) { return std::to_string(engine.score("parent(p5, p6)")); },
      [](const Engine& engine) {
        std::string text;
        std::vector<Fact> facts;
        facts.reserve(30);
        for (int i = 0; i < 30; ++i) facts.push_back({"p" + std::to_string(i), "friend", "p0"});
        for (const double score : engine.score(facts)) text += std::to_string(score) + ' ';
        return text;
      },
      [](const Engine& engine) {
        return std::to_string(engine.evaluate("test").front().both.expected.mrr);
      },
      [](const Engine& engine) {
        std::vector<Question> asked;
        for (const char* query : {"parent(p1, ?)", "friend(?, p7)", "?(p3, p4)"}) {
          asked.push_back(engine.parse_question(query));
        }
        std::string text;
        for (const std::vector<Answer>& answers : engine.predict(asked, 4))
          text += text_of(answers);
        return text;
      },
      [](const Engine& engine) {
        std::string text;
        const std::vector<Fact> facts = {{"p2", "friend", "p4"}, {"p1", "parent", "p2"}};
        for (const Explanation& each : engine.explain(facts)) text += each.to_text();
        return text;
      },
      // Patterns that the model has not seen, one of them with a word that it does not know.
      [](const Engine& engine) {
        return text_of(engine.predict("\"[XXX] is the friend of [YYY]\"(p1, ?)"));
      },
      [](const Engine& engine) {
        std::string notes;
        Observer observer;
        observer.note = [&](const std::string& text) { notes += text; };
        const double score = engine.score("\"[XXX] is no mother of [YYY]\"(p1, p2)", observer);
        return notes + ' ' + std::to_string(score);
      },
      [](const Engine& engine) { return std::to_string(engine.rules().size()); },
  };
}

void expect_same_answers(const Engine& engine) {
  const auto asked = questions();
  std::vector<std::string> expected;
  expected.reserve(asked.size());
  for (const auto& question : asked) expected.push_back(question(engine));
  EXPECT_THAT(expected[10], ::testing::HasSubstr("does not know"));

  std::vector<std::vector<std::string>> answers(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (std::size_t i = 0; i < kRounds * asked.size(); ++i) {
          answers[thread].push_back(asked[(i + thread) % asked.size()](engine));
        }
      });
    }
  }
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    ASSERT_EQ(answers[thread].size(), kRounds * asked.size());
    for (std::size_t i = 0; i < answers[thread].size(); ++i) {
      EXPECT_EQ(answers[thread][i], expected[(i + thread) % asked.size()]) << thread << ' ' << i;
    }
  }
}

TEST(EngineConcurrency, OneProofSpeaks) {
  const TempFolder folder;
  write_data(folder);
  Settings settings;
  settings.set("learn.epochs", "2");
  expect_same_answers(
      Engine::train(Dataset::load(folder.path() / "data"), settings, {.seed = 3, .threads = 2}));
}

TEST(EngineConcurrency, SeveralProofsCount) {
  const TempFolder folder;
  write_data(folder);
  Settings settings;
  settings.set("learn.epochs", "2");
  settings.set("model.entities", "symbolic");
  settings.set("rank.aggregate", "noisy_or");
  const Engine engine =
      Engine::train(Dataset::load(folder.path() / "data"), settings, {.seed = 3, .threads = 2});
  engine.save(folder.path() / "run");
  expect_same_answers(Engine::open(folder.path() / "run", 2));
}

TEST(EngineConcurrency, TheFirstQuestionsMayComeTogether) {
  const TempFolder folder;
  write_data(folder);
  Settings settings;
  settings.set("learn.epochs", "1");
  const Engine engine =
      Engine::train(Dataset::load(folder.path() / "data"), settings, {.seed = 3, .threads = 2});
  std::vector<std::string> answers(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] { answers[i] = text_of(engine.predict("parent(p1, ?)")); });
    }
  }
  for (const std::string& answer : answers) EXPECT_EQ(answer, answers.front());
  EXPECT_FALSE(answers.front().empty());
}

}  // namespace
}  // namespace gntp
