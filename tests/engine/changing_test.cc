// Engines with some facts more and some fewer.
#include <gmock/gmock.h>
#include <gntp/gntp.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "base/file.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

namespace fs = std::filesystem;

std::string name_of(std::size_t number) {
  return "p" + std::to_string(number);
}

std::string line_of(const Fact& fact) {
  return fact.head + "\t" + fact.relation + "\t" + fact.tail + "\n";
}

std::string text_of(std::span<const Fact> facts) {
  std::string text;
  for (const Fact& fact : facts) text += line_of(fact);
  return text;
}

constexpr std::size_t kPeople = 30;
constexpr const char* kRules =
    "0.9 :: grandparent(X, Y) :- parent(X, Z), parent(Z, Y)\n"
    "0.6 :: friend(X, Y) :- friend(Y, X)\n"
    "0.4 :: friend(X, Y) :- parent(X, Z), friend(Z, Y)\n"
    "0.3 :: grandparent(X, p3) :- friend(X, p5)\n";

std::vector<Fact> all_facts() {
  std::minstd_rand random(3);
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < kPeople; ++i) {
    facts.push_back({name_of(i), "parent", name_of((i + 1) % kPeople)});
    if (i % 3 != 0) facts.push_back({name_of(i), "grandparent", name_of((i + 2) % kPeople)});
    facts.push_back({name_of(i), "friend", name_of(random() % kPeople)});
  }
  return facts;
}

bool is_about(const Fact& fact, const std::set<std::string>& names) {
  return names.contains(fact.head) || names.contains(fact.tail);
}

// The facts about some people come later, and a few others.
const std::set<std::string> kLate{"p1", "p14", "p15", "p29"};

bool is_late(const Fact& fact) {
  return is_about(fact, kLate) || (fact.relation == "friend" && fact.head.ends_with("7"));
}

class Changing : public ::testing::Test {
 protected:
  Changing() {
    for (const Fact& fact : all_facts()) (is_late(fact) ? late_ : early_).push_back(fact);
    folder_.write("all/train.tsv", text_of(all_facts()));
    folder_.write("early/train.tsv", text_of(early_));
    for (const char* data : {"all", "early"}) {
      folder_.write(std::string(data) + "/rules.pl", kRules);
      folder_.write(std::string(data) + "/valid.tsv",
                    "p3\tgrandparent\tp5\np6\tgrandparent\tp8\np9\tgrandparent\tp11\n");
    }
  }

  // Rules that say all, so that two models with the same rules must agree.
  static Settings by_rules() {
    Settings settings;
    for (const char* each :
         {"learn.epochs=0", "model.entities=symbolic", "model.relations=symbolic",
          "rank.aggregate=noisy_or", "rank.competing_facts=weigh", "rank.competing_pairs=weigh"}) {
      settings.assign(each);
    }
    return settings;
  }
  static Settings soft() {
    Settings settings;
    for (const char* each :
         {"learn.epochs=2", "model.dim=3", "model.entity_scale=3", "model.relation_scale=3"}) {
      settings.assign(each);
    }
    return settings;
  }
  static Settings with_vectors(const std::string& preset) {
    Settings settings = Settings::preset(preset);
    for (const char* each : {"predictor.dim=8", "predictor.epochs=6", "predictor.starts=1"}) {
      settings.assign(each);
    }
    if (preset == "hybrid") settings.assign("mine.adaptive=false");
    return settings;
  }

  Engine train(const std::string& data, const Settings& settings, std::size_t threads = 1) const {
    return Engine::train(Dataset::load(folder_.path() / data, settings), settings,
                         {.seed = 4, .threads = threads});
  }

  // The files of the model, by name.
  std::map<std::string, std::string> files_of(const Engine& engine) const {
    static int count = 0;
    const fs::path run = folder_.path() / ("saved" + std::to_string(count++));
    engine.save(run);
    EXPECT_TRUE(verify(run).sound());
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(run)) {
      const std::string name = entry.path().filename().string();
      if (name != "times.json") files[name] = read_file(entry.path());
    }
    return files;
  }
  // But for the counts of what was added and removed.
  std::map<std::string, std::string> model_of(const Engine& engine) const {
    std::map<std::string, std::string> files = files_of(engine);
    files.erase("metadata.json");
    files.erase("manifest.json");
    return files;
  }

  static std::vector<std::string> questions() {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < kPeople; ++i) {
      for (const char* relation : {"parent", "grandparent", "friend"}) {
        all.push_back(std::string(relation) + "(" + name_of(i) + ", ?)");
        all.push_back(std::string(relation) + "(?, " + name_of(i) + ")");
      }
      all.push_back("?(" + name_of(i) + ", " + name_of((i + 2) % kPeople) + ")");
    }
    return all;
  }

  static void expect_same_answers(const Engine& a, const Engine& b) {
    std::size_t count = 0;
    for (const std::string& question : questions()) {
      const std::vector<Answer> left = a.predict(question, 100);
      const std::vector<Answer> right = b.predict(question, 100);
      ASSERT_EQ(left.size(), right.size()) << question;
      count += left.size();
      for (std::size_t i = 0; i < left.size(); ++i) {
        EXPECT_EQ(left[i].name, right[i].name) << question;
        EXPECT_EQ(left[i].score, right[i].score) << question;
        EXPECT_EQ(left[i].tie_breaker, right[i].tie_breaker) << question;
        EXPECT_EQ(left[i].rank, right[i].rank) << question;
        EXPECT_EQ(left[i].known, right[i].known) << question;
      }
    }
    EXPECT_GT(count, 300U);
  }

  TempFolder folder_;
  std::vector<Fact> early_;
  std::vector<Fact> late_;
};

TEST_F(Changing, RulesAnswerAsIfTheFactsHadBeenThereFromTheStart) {
  const Engine whole = train("all", by_rules());
  const Engine part = train("early", by_rules());
  expect_same_answers(part.with({.added = late_}), whole);
  const std::string fact = "grandparent(p13, p15)";
  EXPECT_EQ(part.with({.added = late_}).explain(fact).to_text(), whole.explain(fact).to_text());
}

TEST_F(Changing, RemovedFactsAreAsIfTheyHadNeverBeenThere) {
  const Engine whole = train("all", by_rules());
  std::vector<Fact> gone;
  for (const Fact& fact : all_facts()) {
    if (fact.relation == "friend" && fact.head < "p2") gone.push_back(fact);
  }
  const Engine less = whole.with({.removed = gone});
  expect_same_answers(less.with({.added = gone}), whole);
  EXPECT_EQ(model_of(less.with({.added = gone})), model_of(whole));
  EXPECT_NE(model_of(less), model_of(whole));
  EXPECT_THAT(less.predict("friend(p11, ?)"),
              ::testing::Each(::testing::Field(&Answer::known, false)));
}

TEST_F(Changing, TheEngineItselfStaysAsItIs) {
  const Engine part = train("early", with_vectors("hybrid"));
  const auto before = files_of(part);
  const Engine more = part.with({.added = late_, .removed = {early_.front()}});
  EXPECT_EQ(files_of(part), before);
  EXPECT_NE(files_of(more), before);
  EXPECT_THAT(error_of([&] { part.predict("parent(p1, ?)"); }), HasSubstr("unknown entity 'p1'"));
}

class ChangingKinds : public Changing, public ::testing::WithParamInterface<std::string> {
 protected:
  static Settings settings() {
    if (GetParam() == "rules") return by_rules();
    return GetParam() == "soft" ? soft() : with_vectors(GetParam());
  }
};

TEST_P(ChangingKinds, InTwoStepsOrOneInAnyOrderOnAnyThreadsIsTheSame) {
  const Engine part = train("early", settings());
  const auto once = files_of(part.with({.added = late_}));
  const std::vector<Fact> reversed(late_.rbegin(), late_.rend());
  EXPECT_EQ(files_of(train("early", settings(), 3).with({.added = reversed})), once);
  const auto middle = late_.begin() + static_cast<std::ptrdiff_t>(late_.size() / 2);
  const std::vector<Fact> first(late_.begin(), middle);
  const std::vector<Fact> second(middle, late_.end());
  EXPECT_EQ(files_of(part.with({.added = second}).with({.added = first})), once);
  // Through a run folder, too.
  const fs::path run = folder_.path() / "run";
  part.with({.added = first}).save(run);
  EXPECT_EQ(files_of(Engine::open(run).with({.added = second})), once);
  // What is removed again leaves nothing behind.
  EXPECT_EQ(model_of(part.with({.added = late_}).with({.removed = late_})), model_of(part));
}

TEST_P(ChangingKinds, WhatWasAddedIsKnownAndCounted) {
  const Engine part = train("early", settings());
  std::vector<std::string> notes;
  Observer observer;
  observer.note = [&](const std::string& text) { notes.push_back(text); };
  std::vector<Fact> added = late_;
  added.push_back(late_.front());
  added.push_back(early_.front());
  const Engine more = part.with({.added = added, .removed = {early_[3], early_[3]}}, observer);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_THAT(notes[0], AllOf(HasSubstr(std::to_string(late_.size()) + " facts added"),
                              HasSubstr("4 new entities"), HasSubstr("1 known already"),
                              HasSubstr("2 repeated"), HasSubstr("1 fact removed"),
                              HasSubstr("as they were trained")));
  for (const Fact& fact : late_) {
    EXPECT_TRUE(more.explain(std::span(&fact, 1)).front().known);
  }
  EXPECT_FALSE(more.explain(std::span(&early_[3], 1)).front().known);
  const auto metadata = nlohmann::json::parse(files_of(more).at("metadata.json"));
  EXPECT_EQ(metadata["changes"]["added_facts"], late_.size());
  EXPECT_EQ(metadata["changes"]["removed_facts"], 1);
  EXPECT_EQ(metadata["changes"]["added_entities"], kLate.size());
  EXPECT_THAT(files_of(more).at("entities.tsv"), ::testing::EndsWith("p1\np14\np15\np29\n"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, ChangingKinds,
                         ::testing::Values("rules", "soft", "complex", "distmult", "transe",
                                           "hybrid"),
                         [](const auto& kind) { return kind.param; });

TEST_F(Changing, SoftEntitiesThatAreNewAreLikeNothingElse) {
  const Engine part = train("early", soft());
  const Engine more = part.with({.added = late_});
  for (const Answer& answer : more.predict("parent(p1, ?)", 100)) {
    EXPECT_EQ(answer.name == "p2", answer.score == 1) << answer.name;
  }
  // What has nothing to do with the known ones changes nothing for them.
  const Engine apart = part.with({.added = {{"q1", "parent", "q2"}, {"q2", "parent", "q3"}}});
  EXPECT_EQ(apart.score("parent(q1, q2)"), 1);
  std::vector<Fact> facts;
  for (std::size_t i = 2; i < 11; ++i) {
    facts.push_back({name_of(i), "grandparent", name_of(i + 2)});
    facts.push_back({name_of(i), "friend", name_of(i + 3)});
  }
  EXPECT_EQ(apart.score(facts), part.score(facts));
}

// Test data name entities that training does not show: they have rows, but nothing was learned.
TEST_F(Changing, EntitiesThatTrainingDidNotShowGetVectorsToo) {
  folder_.write("early/test.tsv", "p14\tgrandparent\tp16\n");
  const Engine part = train("early", with_vectors("complex"));
  const Engine more = part.with({.added = late_});
  const auto row_of = [](const Engine& engine, const std::string& name) {
    const VectorTable table = engine.entity_vectors();
    const auto found = std::ranges::find(table.names, name);
    const std::span<const float> row =
        table.row(static_cast<std::size_t>(found - table.names.begin()));
    return std::vector<float>(row.begin(), row.end());
  };
  EXPECT_NE(row_of(more, "p14"), row_of(part, "p14"));
  EXPECT_EQ(row_of(more, "p3"), row_of(part, "p3"));
  const auto metadata = nlohmann::json::parse(files_of(more).at("metadata.json"));
  EXPECT_EQ(metadata["changes"]["fitted_entities"].size(), 1U);
  const fs::path run = folder_.path() / "run";
  more.save(run);
  EXPECT_EQ(files_of(Engine::open(run)), files_of(more));
}

TEST_F(Changing, WhatCannotBeChangedIsAnError) {
  const Engine part = train("early", by_rules());
  const auto added = [&](const Fact& fact) {
    return error_of([&] { part.with({.added = {fact}}); });
  };
  const auto removed = [&](const Fact& fact) {
    return error_of([&] { part.with({.removed = {fact}}); });
  };
  EXPECT_THAT(added({"p3", "parnt", "p4"}),
              AllOf(HasSubstr("unknown relation 'parnt'"), HasSubstr("did you mean 'parent'")));
  EXPECT_THAT(added({"p3", "zzzzzzzz", "p4"}), HasSubstr("train with facts that have it"));
  EXPECT_THAT(added({"p3", "[XXX] knows [YYY]", "p4"}), HasSubstr("mentions cannot"));
  EXPECT_THAT(added({"", "parent", "p4"}), HasSubstr("cannot be the name of an entity"));
  EXPECT_THAT(added({"p3", "parent", "a\nb"}), HasSubstr("cannot be the name of an entity"));
  EXPECT_THAT(removed({"p3", "parent", "p9"}), HasSubstr("it is no known fact"));
  EXPECT_THAT(removed({"p3", "parent", "p4x"}),
              AllOf(HasSubstr("unknown entity 'p4x'"), HasSubstr("did you mean")));
  EXPECT_THAT(error_of([&] { part.with({.removed = early_}); }),
              HasSubstr("no fact would be left"));
}

}  // namespace
}  // namespace gntp
