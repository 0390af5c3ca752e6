#include "engine/mixture_choice.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "engine/option_scores.h"
#include "engine/validation.h"
#include "engine/watch.h"
#include "rank/held_out_answers.h"
#include "rank/mixed_ranks.h"

namespace gntp {
namespace {

constexpr std::size_t kLeastTriples = 10;    // fewer decide nothing
constexpr std::size_t kMostTriples = 10000;  // more cost time

// What is tried first, the same for all: the predictor alone, rules alone, and both.
// With the highest weight vectors decide where proofs tie.
constexpr std::array<float, 9> kRules{0.25F, 0.5F, 0.75F, 1, 1.5F, 2, 3, 5, 12};
constexpr std::array<float, 5> kDoubts{0.001F, 0.01F, 0.1F, 0.5F, 2};
// Then, on top of what was chosen: a prior, and finer steps.
constexpr std::array<float, 6> kPriors{0, -0.3F, -0.15F, 0.15F, 0.3F, 0.6F};
constexpr std::array<float, 5> kCompetitions{0, 0.5F, 1, 2, 4};
constexpr std::array<float, 4> kFactors{1, 0.7F, 0.85F, 1.2F};

using Change = std::function<void(MixtureWeights&)>;

std::vector<Change> first_changes(bool has_rules) {
  std::vector<Change> all;
  if (!has_rules) {  // known facts alone are proved
    all.emplace_back([](MixtureWeights&) {});
    return all;
  }
  all.emplace_back([](MixtureWeights& weights) { weights = {.similarity = 0}; });
  all.emplace_back([](MixtureWeights& weights) { weights = {.rules = 0}; });
  all.emplace_back([](MixtureWeights& weights) { weights.rules = 0; });
  for (const float rules : kRules) {
    for (const float doubt : kDoubts) {
      all.emplace_back([=](MixtureWeights& weights) {
        weights.rules = rules;
        weights.doubt = doubt;
      });
    }
  }
  return all;
}

std::vector<Change> prior_changes() {
  std::vector<Change> all;
  all.reserve(kPriors.size());
  for (const float prior : kPriors) {
    all.emplace_back([=](MixtureWeights& weights) { weights.prior = prior; });
  }
  return all;
}

std::vector<Change> competition_changes() {
  std::vector<Change> all;
  all.reserve(kCompetitions.size());
  for (const float competition : kCompetitions) {
    all.emplace_back([=](MixtureWeights& weights) { weights.competition = competition; });
  }
  return all;
}

std::vector<Change> finer_changes() {
  std::vector<Change> all;
  for (const float factor : kFactors) {
    for (const float doubt : {1.0F, 0.4F, 2.5F}) {
      all.emplace_back([=](MixtureWeights& weights) {
        weights.rules *= factor;
        weights.doubt *= doubt;
      });
    }
  }
  return all;
}

class Chooser {
 public:
  Chooser(const LoadedDataset& dataset, const AllOptions& settings, const Validation& validation,
          std::uint64_t seed, Model& model, ThreadPool& threads, const Observer& observer)
      : dataset_(dataset),
        model_(model),
        threads_(threads),
        observer_(observer),
        known_(validation.known()),
        triples_(some_triples(validation.triples(), kMostTriples, seed)),
        reasoner_(dataset.kb, model, settings.prover) {
    reasoner_.refresh(threads);
    index_.emplace(reasoner_, threads);
  }

  MixtureChoice run() {
    const bool has_rules = dataset_.kb.rules.size() > 0;
    choose(competition_changes());
    const OptionScores first = choose(first_changes(has_rules));
    MixtureChoice choice;
    choice.rules = has_rules ? first.mean(0) : 0;
    choice.predictor = first.mean(has_rules ? 1 : 0);
    choose(prior_changes());
    if (has_rules) choose(finer_changes());
    choice.both = own_score();
    return choice;
  }

 private:
  Step step_of_row(std::size_t row) const {
    const RelationId relation = triples_[row / 2].relation;
    return row % 2 == 1 ? forwards(relation) : backwards(relation);
  }

  std::vector<Rank> rank(const MixtureOptions& options) {
    return mixed_ranks(*index_, triples_, known_, dataset_.kb.candidates, options, threads_,
                       [this](std::size_t done, std::size_t all) {
                         report(observer_, "choosing",
                                static_cast<double>(done) / static_cast<double>(all),
                                [] { return std::string("what rules and vectors weigh"); });
                       });
  }

  // One of the changes for each relation and side, on top of what was chosen before.
  OptionScores choose(const std::vector<Change>& changes) {
    const auto weights = [&](Step step, std::size_t option) {
      MixtureWeights own = weights_of(model_, step);
      changes[option](own);
      return own;
    };
    const std::vector<Rank> ranks = rank({changes.size(), weights});
    OptionScores scores(model_.mixture.rows(), changes.size());
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      const std::size_t row = i / changes.size();
      const std::size_t option = i % changes.size();
      scores.add(step_of_row(row), option, ranks[i].reciprocal());
      if (option == 0) scores.count(step_of_row(row));
    }
    for (Step step = 0; step < model_.mixture.rows(); ++step) {
      weights(step, scores.best_of(step)).write(model_.mixture.row(step));
    }
    return scores;
  }

  double own_score() {
    double sum = 0;
    const std::vector<Rank> ranks = rank(own_weights(model_));
    for (const Rank& each : ranks) sum += each.reciprocal();
    return sum / static_cast<double>(ranks.size());
  }

  const LoadedDataset& dataset_;
  Model& model_;
  ThreadPool& threads_;
  const Observer& observer_;
  const KnownTriples& known_;
  std::vector<Triple> triples_;
  Reasoner reasoner_;
  std::optional<AnswerIndex> index_;
};

}  // namespace

std::optional<MixtureChoice> choose_mixture(const LoadedDataset& dataset,
                                            const AllOptions& settings, Predictor predictor,
                                            std::uint64_t seed, Model& model, ThreadPool& threads,
                                            const Observer& observer) {
  model.mixture = Matrix(predictor.steps.rows(), MixtureWeights::kColumns);
  model.predictor = std::move(predictor);
  for (std::size_t row = 0; row < model.mixture.rows(); ++row) {
    MixtureWeights().write(model.mixture.row(row));
  }
  const Validation validation(dataset);
  if (validation.count() < kLeastTriples) return std::nullopt;
  const MixtureChoice choice =
      Chooser(dataset, settings, validation, seed, model, threads, observer).run();
  note(observer, fmt::format("valid triples that choose: {:.4f} by rules, {:.4f} by vectors, "
                             "{:.4f} by both",
                             choice.rules, choice.predictor, choice.both));
  return choice;
}

}  // namespace gntp
