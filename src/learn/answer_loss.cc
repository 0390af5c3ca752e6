#include "learn/answer_loss.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/kernel.h"

namespace gntp {

AnswerLoss::AnswerLoss(const Reasoner& reasoner, const SearchIndex& index)
    : reasoner_(reasoner),
      search_(index.make_search()),
      prover_(reasoner),
      by_rule_(reasoner.kb().rules.size()) {}

void AnswerLoss::ask(const Example& example, double share, Outcome& outcome) {
  outcome.clear();
  const auto& [predicate, head, tail] = example.goal;
  ask({predicate, AskedSide::kTail, head}, tail, example, share / 2, outcome);
  ask({predicate, AskedSide::kHead, tail}, head, example, share / 2, outcome);
  outcome.loss /= 2;
  flush_rules(outcome);
}

void AnswerLoss::flush_rules(Outcome& outcome) {
  for (const RuleId rule : touched_rules_) {
    const Link confidence{Link::Kind::kConfidence, rule, rule,
                          reasoner_.model().rule_distance(rule)};
    outcome.links_of_loss.push_back({{confidence, 1}, std::exchange(by_rule_[rule], 0)});
  }
  touched_rules_.clear();
}

void AnswerLoss::ask(const AnswerQuery& query, Id right, const Example& example, double share,
                     Outcome& outcome) {
  const double slope = reasoner_.model().slope;
  const ProofLists& lists = search_.run(query, example.excluded);
  if (lists[right].empty()) {  // nothing that leads there can be moved
    outcome.loss += slope * reasoner_.radius();
    return;
  }
  answers_.clear();
  double sum = 0;
  for (const Id entity : lists.reached()) {
    if (entity != right && is_known(query, entity)) continue;
    answers_.push_back({entity, evidence(lists[entity], slope)});
  }
  // Where the search arrives first must not matter.
  std::ranges::sort(answers_, {}, &Answer::entity);
  for (const Answer& answer : answers_) sum -= std::expm1(-answer.evidence);
  for (const auto& [entity, weight] : answers_) {
    const double score = -std::expm1(-weight);
    const double part = score / sum;
    if (entity == right) {
      outcome.proved = true;
      outcome.score = std::max(outcome.score, score);
      outcome.loss -= std::log(part);
    }
    const double by_log_score = part - (entity == right ? 1 : 0);
    constexpr double kNegligible = 1e-4;
    if (std::abs(by_log_score) < kNegligible) continue;
    const double by_evidence = by_log_score * std::exp(-weight) / score;
    add_gradient(query, entity, lists[entity], share * by_evidence, example, outcome);
  }
}

// A proof's evidence is -log(1 - s) with s = exp(-x): its derivative by x is -s / (1 - s) =
// -1 / (e^x - 1). x is slope * distance, and the distance follows the proof's own at a rate.
void AnswerLoss::add_gradient(const AnswerQuery& query, Id answer,
                              std::span<const RuleProof> proofs, double by_evidence,
                              const Example& example, Outcome& outcome) {
  constexpr double kNearest = 1e-3;  // the gradient of a certain proof is large, but not infinite
  const double slope = reasoner_.model().slope;
  for (const RuleProof& proof : proofs) {
    const double by_counted = -by_evidence / std::expm1(std::max(slope * proof.distance, kNearest));
    const double by_x = by_counted * proof.rate;
    add_proof_gradient(goal_of(query, answer), proof, by_x, example, outcome);
  }
}

// The link that decides: the rule's confidence, unless something in the body is farther.
void AnswerLoss::add_proof_gradient(const Goal& goal, const RuleProof& proof, double by_x,
                                    const Example& example, Outcome& outcome) {
  const double by_distance = reasoner_.model().slope * by_x;
  outcome.by_slope += by_x * proof.own;
  if (proof.rule != RuleProof::kByFact && reasoner_.options().tnorm == TNorm::kMin) {
    const float confidence = reasoner_.model().rule_distance(proof.rule);
    if (confidence > 0 && proof.own <= confidence) {
      if (by_rule_[proof.rule] == 0) touched_rules_.push_back(proof.rule);
      by_rule_[proof.rule] += by_distance;
      return;
    }
  }
  const Proof* found = prover_.prove_by(proof.rule, goal, example.excluded);
  if (found == nullptr) return;  // rounding has taken it below the floor
  const ProverOptions& options = reasoner_.options();
  outcome.links.clear();
  append_sensitivities(*found, options.unification, options.tnorm, outcome.links);
  for (const Sensitivity& link : outcome.links) {
    outcome.links_of_loss.push_back({link, by_distance});
  }
}

bool AnswerLoss::is_known(const AnswerQuery& query, Id answer) const {
  const auto& [predicate, head, tail] = goal_of(query, answer);
  return reasoner_.facts().find({head, predicate, tail}).has_value();
}

}  // namespace gntp
