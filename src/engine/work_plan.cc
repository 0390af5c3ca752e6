#include "engine/work_plan.h"

#include <gntp/training.h>

#include <algorithm>

#include "engine/counting_choice.h"
#include "mine/adapted_options.h"

namespace gntp {
namespace {

// Seconds on two cores.
constexpr double kWalk = 4e-8;         // of mining
constexpr double kWalksOfFact = 1000;  // of a hub no more are counted
constexpr double kFact = 1.5e-5;       // its rules, in an index of all
constexpr double kQuestion = 2e-5;     // to ask it and to rank its answers
constexpr double kAnswer = 4e-9;       // of them, one of all entities
constexpr double kLearned = 2e-5;      // a question to learn from
constexpr double kLearnedAnswer = 1.6e-8;
constexpr double kMostAnswers = 1e5;  // hardly a question has more
constexpr double kMostLearned = 1e4;  // they are sampled
constexpr double kRankings = 12;      // of the triples that choose how proofs count
constexpr double kSpare = 0.1;        // of the limit: reading, writing, a slower machine

double mining_seconds(const KnowledgeBase& kb, const AllOptions& settings) {
  const MineOptions options = adapted(settings.mine, kb);
  const double most = kWalksOfFact * static_cast<double>(kb.facts.size());
  double steps = walks(kb, options.max_body);
  if (options.max_body == 2) steps = std::min(steps, most);
  return kWalk * steps;
}

}  // namespace

WorkPlan plan_work(const LoadedDataset& dataset, const AllOptions& settings,
                   std::optional<double> limit) {
  const KnowledgeBase& kb = dataset.kb;
  const auto facts = static_cast<double>(kb.facts.size());
  const auto entities = static_cast<double>(kb.entities.size());
  const double question = kQuestion + kAnswer * std::min(entities, kMostAnswers);
  const double learned = kLearned + kLearnedAnswer * std::min(entities, kMostLearned);
  double valid = 0;
  double evaluated = 0;
  for (const Split& split : dataset.splits) {
    const auto triples = static_cast<double>(split.triples.size());
    evaluated += triples;
    if (split.name == "valid") valid = triples;
  }
  const double chosen_by = std::min(valid, static_cast<double>(kMostChoosing));
  const double choosing =
      settings.learn.choose ? kRankings * (kFact * facts + 2 * chosen_by * question) : 0;
  const double validation = settings.learn.validate_every > 0 ? 2 * valid * question : 0;
  const double once =
      mining_seconds(kb, settings) + choosing + validation + 2 * evaluated * question;
  const double epoch = 2 * facts * learned + validation;
  WorkPlan plan{settings.learn.epochs, 0};
  if (settings.mine.adaptive && epoch > 0) {
    const double left = (1 - kSpare) * limit.value_or(kUsualSeconds) - once;
    const double affordable = std::max(0.0, left / epoch);
    plan.epochs =
        static_cast<std::size_t>(std::min(affordable, static_cast<double>(settings.learn.epochs)));
  }
  plan.seconds = once + static_cast<double>(plan.epochs) * epoch;
  return plan;
}

}  // namespace gntp
