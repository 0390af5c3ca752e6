// How proofs count, chosen on triples whose answers are known.
#include "engine/counting_choice.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "engine/rule_mining.h"
#include "engine/settings_state.h"
#include "model/answer_choice.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

constexpr std::uint32_t kPeople = 300;
constexpr std::uint32_t kTeams = 6;

// Most friends of a person are of the same team. The valid split asks for the teams of some.
LoadedDataset teams(std::uint32_t asked) {
  Random random(4);
  const testing::TempFolder folder;
  std::string train;
  std::string valid;
  for (std::uint32_t person = 0; person < kPeople; ++person) {
    const std::uint32_t team = person % kTeams;
    (person < asked ? valid : train) += fmt::format("p{}\tteam\tt{}\n", person, team);
    for (int i = 0; i < 6; ++i) {
      const std::uint32_t other = random.below(kPeople / kTeams) * kTeams;
      const std::uint32_t stranger = random.below(kPeople);
      const std::uint32_t friend_of = i < 3 ? other + team : stranger;
      if (friend_of != person) train += fmt::format("p{}\tfriend\tp{}\n", person, friend_of);
    }
  }
  folder.write("train.tsv", train);
  folder.write("valid.tsv", valid);
  return load_dataset(folder.path());
}

struct Chosen {
  Model model;
  double before;
  double after;
};

Chosen choose(LoadedDataset dataset, const AllOptions& settings, std::size_t thread_count,
              std::size_t most_to_hold_out_of = kMostToHoldOutOf) {
  ThreadPool threads(thread_count);
  propose_rules(dataset, settings, threads, {});
  const Validation validation(dataset);
  const auto score = [&](const Model& model) {
    Reasoner reasoner(dataset.kb, model, settings.prover);
    reasoner.refresh(threads);
    return validation.score(AnswerIndex(reasoner, threads), threads, {});
  };
  AllOptions best_grounding = settings;
  best_grounding.prover.aggregation.groundings = Groundings::kBest;
  Model model = make_model(dataset.kb, settings.model, 1);
  Reasoner before(dataset.kb, model, best_grounding.prover);
  before.refresh(threads);
  const double at_first = validation.score(AnswerIndex(before, threads), threads, {});
  choose_counting(dataset, settings, validation, 1, model, threads, {}, most_to_hold_out_of);
  const double now = score(model);
  return {std::move(model), at_first, now};
}

AllOptions recommended() {
  return Settings::recommended().state().options;
}

TEST(CountingChoice, FindsThatMostFriendsAreRight) {
  const LoadedDataset dataset = teams(120);
  const Chosen chosen = choose(dataset, recommended(), 1);
  const Step asked = forwards(*dataset.kb.relations.find("team"));
  ASSERT_EQ(chosen.model.answer_choices.rows(), 2 * dataset.kb.relations.size());
  EXPECT_TRUE(AnswerChoice::read(chosen.model.answer_choices.row(asked)).counts_share);
  EXPECT_GT(chosen.after, chosen.before + 0.05);
}

TEST(CountingChoice, HoldsFactsOutWhereValidTriplesAreFew) {
  const Chosen chosen = choose(teams(30), recommended(), 1);
  EXPECT_GT(chosen.after, chosen.before + 0.05);
}

TEST(CountingChoice, AsksAboutFactsWithoutThemselvesWhereTheyAreVeryMany) {
  const Chosen chosen = choose(teams(30), recommended(), 1, 100);
  EXPECT_GT(chosen.after, chosen.before + 0.05);
  const Chosen again = choose(teams(30), recommended(), 3, 100);
  EXPECT_TRUE(std::ranges::equal(chosen.model.answer_choices.values(),
                                 again.model.answer_choices.values()));
}

TEST(DrawFacts, AreDistinctAndOfAllRelations) {
  const LoadedDataset dataset = teams(1);
  const std::vector<Triple> some = draw_facts(dataset.kb, 100, 1);
  ASSERT_EQ(some.size(), 100U);
  EXPECT_TRUE(std::ranges::is_sorted(some));
  EXPECT_EQ(std::ranges::adjacent_find(some), some.end());
  EXPECT_TRUE(std::ranges::all_of(
      some, [&](const Triple& fact) { return dataset.kb.facts.contains(fact); }));
  for (RelationId relation{0}; relation < dataset.kb.relations.size(); ++relation) {
    EXPECT_TRUE(
        std::ranges::any_of(some, [&](const Triple& fact) { return fact.relation == relation; }));
  }
  EXPECT_NE(some, draw_facts(dataset.kb, 100, 2));
  EXPECT_EQ(draw_facts(dataset.kb, 1'000'000, 1), dataset.kb.facts.to_vector());
}

TEST(CountingChoice, IsTheSameForAnyNumberOfThreads) {
  for (const std::uint32_t asked : {30U, 120U}) {
    const Chosen one = choose(teams(asked), recommended(), 1);
    const Chosen three = choose(teams(asked), recommended(), 3);
    EXPECT_TRUE(
        std::ranges::equal(one.model.answer_choices.values(), three.model.answer_choices.values()));
    EXPECT_TRUE(
        std::ranges::equal(one.model.rule_distances.values(), three.model.rule_distances.values()));
  }
}

TEST(CountingChoice, WhatTheSettingsForbidIsNotChosen) {
  AllOptions settings = recommended();
  settings.prover.aggregation.groundings = Groundings::kBest;
  settings.prover.aggregation.competing_facts = CompetingFactsUse::kIgnore;
  const Chosen chosen = choose(teams(120), settings, 1);
  for (std::size_t row = 0; row < chosen.model.answer_choices.rows(); ++row) {
    const AnswerChoice choice = AnswerChoice::read(chosen.model.answer_choices.row(row));
    EXPECT_FALSE(choice.counts_share);
    EXPECT_FALSE(choice.weighs_facts);
  }
}

}  // namespace
}  // namespace gntp
