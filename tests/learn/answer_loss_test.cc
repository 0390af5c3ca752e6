// The loss of a question of which only some answers are listed.
#include "learn/answer_loss.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kb/dataset.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

// A hub with 40 answers of different weight, of which a few are drawn: the sum over those that were
// drawn, each for all it was drawn from, is on average the sum over all.
TEST(AnswerLoss, ExpectsTheSumOverAllAnswers) {
  std::string facts = "p0\tis\thub\n";
  std::string rules;
  for (int group = 0; group < 4; ++group) {
    rules += fmt::format("0.{} :: is(X, hub) :- in(X, g{}).\n", 2 * group + 1, group);
  }
  for (int person = 0; person < 40; ++person) {
    facts += fmt::format("p{}\tin\tg{}\n", person, person % 4);
  }
  const testing::TempFolder folder;
  folder.write("train.tsv", facts);
  folder.write("rules.pl", rules);
  const KnowledgeBase kb = load_dataset(folder.path()).kb;
  ModelOptions model_options{.entities = SymbolKind::kSymbolic, .relations = SymbolKind::kSymbolic};
  Model model = make_model(kb, model_options, 0);
  ThreadPool threads(1);
  ProverOptions options;
  options.floor = 1e-6;
  options.aggregation = {.aggregate = Aggregate::kNoisyOr, .proofs = 5};
  Reasoner reasoner(kb, model, options);
  reasoner.refresh(threads);
  const AnswerIndex index(reasoner, threads);
  const Triple fact = kb.facts[kb.facts.first_of(*kb.relations.find("is"))];
  const Example example{{fact.relation, fact.head, fact.tail}, fact};
  // The question for the tail has one answer and costs nothing: the loss is half of the other's.
  const auto sum = [&](std::size_t answers, std::size_t epoch) {
    AnswerLoss loss(reasoner, index, answers, 1);
    Outcome outcome;
    loss.ask(example, 1, epoch, outcome);
    return std::exp(2 * outcome.loss);
  };
  const double exact = sum(0, 0);
  EXPECT_GT(exact, 5);
  double mean = 0;
  double square = 0;
  constexpr std::size_t kEpochs = 4000;
  for (std::size_t epoch = 1; epoch <= kEpochs; ++epoch) {
    const double drawn = sum(4, epoch);
    mean += drawn / kEpochs;
    square += drawn * drawn / kEpochs;
  }
  const double deviation = std::sqrt(square - mean * mean);
  EXPECT_GT(deviation, exact / 20);
  EXPECT_NEAR(mean, exact, 4 * deviation / std::sqrt(kEpochs));
}

// Entities of which hardly one is ever drawn: a question about few answers is exact, and one with
// more than are worth listing costs nothing.
TEST(AnswerLoss, PassesOverCrowdedQuestionsWhereASampleWouldMeetNone) {
  constexpr std::size_t kPeople = 20'000;
  constexpr std::size_t kAnswers = 16;  // of so many entities less than one of a thousand
  std::string facts = "p0\tis\tcrowd\np0\tis\tclub\n";
  for (std::size_t person = 0; person < kPeople; ++person) {
    facts += fmt::format("p{}\tin\tcrowd\n", person);
    if (person < 10) facts += fmt::format("p{}\tin\tclub\n", person);
  }
  const testing::TempFolder folder;
  folder.write("train.tsv", facts);
  folder.write("rules.pl", "0.5 :: is(X, Y) :- in(X, Y).\n");
  const KnowledgeBase kb = load_dataset(folder.path()).kb;
  Model model =
      make_model(kb, {.entities = SymbolKind::kSymbolic, .relations = SymbolKind::kSymbolic}, 0);
  ThreadPool threads(1);
  ProverOptions options;
  options.floor = 1e-6;
  options.aggregation = {.aggregate = Aggregate::kNoisyOr, .proofs = 5};
  Reasoner reasoner(kb, model, options);
  reasoner.refresh(threads);
  const AnswerIndex index(reasoner, threads);
  const auto loss_of = [&](const Triple& fact, std::size_t answers) {
    AnswerLoss loss(reasoner, index, answers, 1);
    Outcome outcome;
    loss.ask({{fact.relation, fact.head, fact.tail}, fact}, 1, 1, outcome);
    return outcome;
  };
  const RelationId is = *kb.relations.find("is");
  const EntityId person = *kb.entities.find("p0");
  const Triple in_club{person, is, *kb.entities.find("club")};
  const Triple in_crowd{person, is, *kb.entities.find("crowd")};
  EXPECT_DOUBLE_EQ(loss_of(in_club, kAnswers).loss, loss_of(in_club, 0).loss);
  EXPECT_GT(loss_of(in_club, 0).loss, 1);
  // is(p0, ?) has one answer that is not known otherwise.
  EXPECT_DOUBLE_EQ(loss_of(in_crowd, kAnswers).loss, 0);
  EXPECT_GT(loss_of(in_crowd, 0).loss, 4);
}

}  // namespace
}  // namespace gntp
