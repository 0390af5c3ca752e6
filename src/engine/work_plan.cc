#include "engine/work_plan.h"

#include <gntp/training.h>

#include <algorithm>

#include "engine/counting_choice.h"
#include "engine/predictor_training.h"
#include "learn/sampler.h"
#include "mine/adapted_options.h"
#include "mine/segment_links.h"

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
constexpr double kMostAnswers = 1e5;       // hardly a question has more
constexpr double kMostLearned = 1e4;       // they are sampled
constexpr double kRankings = 12;           // of the triples that choose how proofs count
constexpr double kOperation = 1 / 1.6e11;  // of a product of matrices
constexpr double kOperationOfGpu = 1 / 2.5e13;
constexpr double kMixed = 6e-8;  // an entity as an answer, by all weights that are tried
constexpr double kSpare = 0.1;   // of the limit: reading, writing, a slower machine

// Walks of very many facts are not looked at one by one, and sampled where they are too many.
double mining_seconds(const KnowledgeBase& kb, const AllOptions& settings) {
  const MineOptions options = adapted(settings.mine, kb);
  double most = kWalksOfFact * static_cast<double>(kb.facts.size());
  if (kb.facts.size() <= kMostLinkedFacts) {
    const double steps = walks(kb, options.max_body);
    most = options.max_body == 2 ? std::min(steps, most) : steps;
  }
  if (options.total_paths > 0) {
    most = std::min(most, static_cast<double>(options.max_body * options.total_paths));
  }
  return kWalk * most;
}

// How proofs count, chosen by valid triples or, where these are few, by facts (counting_choice.h).
double choosing_seconds(const KnowledgeBase& kb, const AllOptions& settings, double valid,
                        double mining, double question) {
  const auto facts = static_cast<double>(kb.facts.size());
  const auto most_rules = static_cast<double>(settings.mine.max_rules);
  const double indexed = most_rules > 0 ? std::min(facts, most_rules) : facts;
  double asked = std::min(valid, static_cast<double>(kMostChoosing));
  double again = 0;
  if (valid < kEnoughToChoose && settings.learn.holdout > 0) {
    const bool is_held_out = kb.first_mention() <= kMostToHoldOutOf;
    asked = is_held_out ? std::min(settings.learn.holdout * facts, double{kMostChoosing})
                        : double{kFactsAskedAbout};
    again = is_held_out ? mining : 0;
  }
  return again + kRankings * (kFact * indexed + 2 * asked * question);
}

double operation_seconds(PlannedFor device) {
  return device == PlannedFor::kGpu ? kOperationOfGpu : kOperation;
}

// Trials and epochs.
double predictor_seconds(const PredictorOptions& options, const StepGraph& facts,
                         PlannedFor device) {
  const auto seconds = [&](const PredictorOptions& each) {
    return operation_seconds(device) * static_cast<double>(each.epochs) *
           epoch_operations(each, facts);
  };
  double all = static_cast<double>(predictor_starts(options, facts)) * seconds(options);
  for (const PredictorOptions& trial : predictor_trials(options, facts)) all += seconds(trial);
  return all;
}

// As many epochs and components as there is time and room for; none where that is too few to be of
// use.
PredictorOptions planned_predictor(PredictorOptions options, const StepGraph& facts,
                                   PlannedFor device, double left) {
  constexpr std::size_t kLeastEpochs = 10;
  constexpr std::size_t kLeastDim = 16;
  constexpr double kMostBytes = double{1U << 29U};  // of the entities' vectors, kept several times
  const std::size_t wanted = options.epochs;
  const auto fits = [&](std::size_t epochs) {
    options.epochs = epochs;
    const double bytes = sizeof(float) * static_cast<double>(facts.entities()) *
                         static_cast<double>(width_of(options));
    return bytes <= kMostBytes && predictor_seconds(options, facts, device) <= left;
  };
  for (; options.dim >= kLeastDim; options.dim /= 2) {
    if (!fits(std::min(wanted, kLeastEpochs))) continue;
    std::size_t epochs = wanted;
    while (!fits(epochs)) --epochs;
    return options;
  }
  options.kind = PredictorKind::kNone;
  return options;
}

}  // namespace

WorkPlan plan_work(const LoadedDataset& dataset, const AllOptions& settings, PlannedFor device,
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
  const double mining = mining_seconds(kb, settings);
  const double choosing =
      settings.learn.choose ? choosing_seconds(kb, settings, valid, mining, question) : 0;
  const double validation = settings.learn.validate_every > 0 ? 2 * valid * question : 0;
  const double once = mining + choosing + validation + 2 * evaluated * question;
  const double epoch =
      2 * std::min(facts, static_cast<double>(Sampler::kMostPositives)) * learned + validation;
  WorkPlan plan{settings.learn.epochs, settings.predictor, once};
  double left = (1 - kSpare) * limit.value_or(kUsualSeconds) - once;
  if (settings.predictor.kind != PredictorKind::kNone) {
    const StepGraph graph = predictor_facts(kb);
    const double mixing = kMixed * entities * 2 * chosen_by;
    if (settings.mine.adaptive) {
      plan.predictor = planned_predictor(settings.predictor, graph, device, left - mixing);
    }
    if (plan.predictor.kind != PredictorKind::kNone) {
      const double answers = 2 * static_cast<double>(width_of(plan.predictor)) * entities;
      plan.seconds += mixing + predictor_seconds(plan.predictor, graph, device) +
                      2 * evaluated * answers * operation_seconds(device);
    }
    left -= plan.seconds - once;
  }
  if (settings.mine.adaptive && epoch > 0) {
    const double affordable = std::max(0.0, left / epoch);
    plan.epochs =
        static_cast<std::size_t>(std::min(affordable, static_cast<double>(settings.learn.epochs)));
  }
  plan.seconds += static_cast<double>(plan.epochs) * epoch;
  return plan;
}

}  // namespace gntp
