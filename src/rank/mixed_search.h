// Every entity as an answer to a question, by rules, link predictor and prior together: the
// weighted sum of model/mixture_weights.h. The predictor is asked for many questions at once.
//
// Each thread has its own.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "model/mixture_weights.h"
#include "predict/predictor_scores.h"
#include "prover/answer_search.h"

namespace gntp {

// What speaks for one answer, in log-odds, weighted.
struct AnswerParts {
  float rules = 0;
  float similarity = 0;
  float prior = 0;  // with what known facts that compete leave of it
  bool is_proved = false;

  // Added up as find_totals does it, to the last bit: what is listed stands where it is ranked.
  float total() const { return similarity + prior + rules; }
};

// The model's weights for a step; where the predictor never saw it, rules alone count.
MixtureWeights weights_of(const Model& model, Step step);

class MixedSearch {
 public:
  // As many questions as are worth asking together.
  static std::size_t together(const AnswerIndex& index);

  // Keeps a reference. Requires: the model has a predictor, and several proofs count.
  explicit MixedSearch(const AnswerIndex& index);

  // The questions to ask next, together() of them at most.
  void prepare(std::span<const AnswerQuery> queries);
  // Turns to one of them; `excluded` is a fact that proofs do not use.
  void turn_to(std::size_t query, const Triple& excluded = kNoFact);
  // Both, for one question.
  void ask(const AnswerQuery& query, const Triple& excluded = kNoFact);

  // Of the question at hand: its weights, and the sum for every entity by given ones.
  MixtureWeights weights() const {
    return weights_of(index_.reasoner().model(), step_of(queries_[at_]));
  }
  void find_totals(const MixtureWeights& weights, std::span<float> out) const;
  std::span<const float> totals();
  AnswerParts parts(EntityId answer) const;

 private:
  float rules_part(const MixtureWeights& weights, EntityId answer) const;
  float prior_part(const MixtureWeights& weights, std::size_t answer) const {
    return weights.prior * priors_[answer] + weights.competition * competition_[answer] +
           0.0F;  // no -0, which people would see
  }
  void find_priors(Step step);
  void find_competition(const Triple* without);
  void find_new_share(const Triple* without);

  const AnswerIndex& index_;
  PredictorScores predicted_;
  ScratchPool<AnswerSearch>::Lease search_;
  EvidenceMemo evidence_;
  std::vector<AnswerQuery> queries_;
  Matrix log_shares_;  // (together, entities)
  std::size_t at_ = 0;
  float new_share_ = 0;  // of answers that are not known facts, as a logarithm
  std::vector<EntityId> reached_;
  std::vector<double> odds_;  // by entity; 0 where there is no proof
  std::vector<float> priors_;
  // By entity: log of the odds that competing facts leave it, 0 where there are none. Of the step,
  // but for the places that the question at hand changed.
  std::vector<float> competition_;
  struct Changed {
    EntityId entity;
    float before;
  };
  std::vector<Changed> changed_;
  std::vector<EntityId> paired_;   // scratch
  std::optional<Step> priors_of_;  // and competition's
  std::vector<float> totals_;
};

// Whether answers are mixed.
inline bool mixes(const AnswerIndex& index) {
  return index.reasoner().model().predictor.is_used();
}

// The score that log-odds are, from 0 to 1, and -log(1 - score), which goes on where scores round
// to 1, as the evidence of proofs does.
double score_of_log_odds(double log_odds);
double evidence_of_log_odds(double log_odds);

}  // namespace gntp
