#include "rank/mixed_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "prover/competition.h"

namespace gntp {
MixtureWeights weights_of(const Model& model, Step step) {
  if (step >= model.mixture.rows()) return {.similarity = 0};
  return MixtureWeights::read(model.mixture.row(step));
}

double score_of_log_odds(double log_odds) {
  return 1 / (1 + std::exp(-log_odds));
}

double evidence_of_log_odds(double log_odds) {
  return std::max(log_odds, 0.0) + std::log1p(std::exp(-std::abs(log_odds)));
}

std::size_t MixedSearch::together(const AnswerIndex& index) {
  return PredictorScores::together(index.graph().entities());
}

MixedSearch::MixedSearch(const AnswerIndex& index)
    : index_(index),
      predicted_(index.reasoner().model().predictor, index.predictor_table()),
      search_(index.search()),
      odds_(index.graph().entities()),
      priors_(index.graph().entities()),
      competition_(index.graph().entities()) {}

void MixedSearch::prepare(std::span<const AnswerQuery> queries) {
  const Matrix& steps = index_.reasoner().model().predictor.steps;
  queries_.assign(queries.begin(), queries.end());
  if (log_shares_.rows() == 0) log_shares_ = Matrix(together(index_), index_.graph().entities());
  std::vector<PredictorQuery> questions;
  questions.reserve(queries.size());
  for (const AnswerQuery& query : queries) {
    const Step step = step_of(query);
    // A pattern that the predictor never saw: any step will do, as its weight is 0.
    questions.push_back({query.known, step < steps.rows() ? step : 0});
  }
  predicted_.find_log_shares(questions, log_shares_);
}

void MixedSearch::ask(const AnswerQuery& query, const Triple& excluded) {
  prepare({&query, 1});
  turn_to(0, excluded);
}

void MixedSearch::turn_to(std::size_t query, const Triple& excluded) {
  at_ = query;
  for (const EntityId entity : reached_) odds_[entity] = 0;
  const Step step = step_of(queries_[query]);
  const ProofLists& lists = search_->proofs(queries_[query], excluded);
  const Aggregation aggregation = index_.aggregation(step);
  reached_.assign(lists.reached().begin(), lists.reached().end());
  for (const EntityId entity : reached_) {
    odds_[entity] = std::expm1(aggregation.judge(lists[entity], evidence_).evidence);
  }
  if (priors_of_ != step) find_priors(step);
  const Triple* without = excluded == kNoFact ? nullptr : &excluded;
  find_competition(without);
  find_new_share(without);
}

// What is left for new answers once the known ones have their part: known facts are no competitors.
void MixedSearch::find_new_share(const Triple* without) {
  constexpr double kLeast = 1e-6;
  const AnswerQuery& query = queries_[at_];
  const Step step = step_of(query);
  std::optional<EntityId> excluded;
  if (without != nullptr) excluded = target_of(*without, query.known, step);
  double known = 0;
  for (const EntityId answer : index_.graph().targets(query.known, step)) {
    if (answer != excluded) known += std::exp(double{log_shares_(at_, answer)});
  }
  new_share_ = static_cast<float>(std::log(std::max(1 - known, kLeast)));
}

// How often each entity is the answer, with half a time for each.
void MixedSearch::find_priors(Step step) {
  constexpr double kOnce = 0.5;
  const StepGraph& graph = index_.graph();
  const Step back = inverse(step);
  const std::span<const EntityId> answers = graph.starts(back);
  double all = kOnce * static_cast<double>(graph.entities());
  for (const EntityId entity : answers) {
    all += static_cast<double>(graph.targets(entity, back).size());
  }
  const auto taken = static_cast<float>(std::log(index_.reasoner().functionality()->odds(back)));
  std::ranges::fill(priors_, static_cast<float>(std::log(kOnce / all)));
  std::ranges::fill(competition_, 0.0F);
  for (const EntityId entity : answers) {
    const auto times = static_cast<double>(graph.targets(entity, back).size());
    priors_[entity] = static_cast<float>(std::log((times + kOnce) / all));
    competition_[entity] = taken;
  }
  changed_.clear();
  priors_of_ = step;
}

// What differs from question to question: facts of other relations between the known entity and an
// answer, the excluded fact, and known facts, which nothing speaks against.
void MixedSearch::find_competition(const Triple* without) {
  for (; !changed_.empty(); changed_.pop_back()) {  // the last change first
    competition_[changed_.back().entity] = changed_.back().before;
  }
  const auto change = [this](EntityId entity, float value) {
    changed_.push_back({entity, competition_[entity]});
    competition_[entity] = value;
  };
  const AnswerQuery& query = queries_[at_];
  const StepGraph& graph = index_.graph();
  const Step step = step_of(query);
  std::optional<EntityId> excluded;
  if (without != nullptr) excluded = target_of(*without, query.known, step);
  if (without != nullptr && without->relation == relation_of(step)) {
    const EntityId answer = is_forwards(step) ? without->tail : without->head;
    if (graph.targets(answer, inverse(step)).size() == 1) change(answer, 0);
  }
  paired_.clear();
  append_paired(graph, query, index_.reasoner().kb().first_pattern(), without, paired_);
  std::ranges::sort(paired_);
  paired_.erase(std::unique(paired_.begin(), paired_.end()), paired_.end());
  const auto odds =
      static_cast<float>(std::log(index_.reasoner().functionality()->pair_odds(relation_of(step))));
  for (const EntityId answer : paired_) change(answer, competition_[answer] + odds);
  for (const EntityId answer : graph.targets(query.known, step)) {
    if (answer != excluded) change(answer, 0);
  }
}

float MixedSearch::rules_part(const MixtureWeights& weights, EntityId answer) const {
  return static_cast<float>(weights.rules * std::log1p(odds_[answer] / weights.doubt));
}

void MixedSearch::find_totals(const MixtureWeights& weights, std::span<float> out) const {
  const std::span<const float> shares = log_shares_.row(at_);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = weights.similarity * (shares[i] - new_share_) + prior_part(weights, i);
  }
  for (const EntityId entity : reached_) {
    out[entity] += rules_part(weights, entity);
  }
}

std::span<const float> MixedSearch::totals() {
  totals_.resize(index_.graph().entities());
  find_totals(weights(), totals_);
  return totals_;
}

AnswerParts MixedSearch::parts(EntityId answer) const {
  const MixtureWeights own = weights();
  return {.rules = rules_part(own, answer),
          .similarity = own.similarity * (log_shares_(at_, answer) - new_share_),
          .prior = prior_part(own, answer),
          .is_proved = odds_[answer] > 0};
}

}  // namespace gntp
