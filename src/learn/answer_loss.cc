#include "learn/answer_loss.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "model/kernel.h"

namespace gntp {

AnswerLoss::AnswerLoss(const Reasoner& reasoner, const AnswerIndex& index, std::size_t answers,
                       std::uint64_t seed)
    : reasoner_(reasoner),
      graph_(index.graph()),
      search_(index),
      prover_(reasoner),
      most_answers_(search_.can_sample() ? answers : 0),
      sample_(reasoner.kb().entities.size(), answers),
      seed_(seed),
      is_known_(reasoner.kb().entities.size()),
      by_rule_(reasoner.kb().rules.size()) {}

void AnswerLoss::ask(const Example& example, double share, std::size_t epoch, Outcome& outcome) {
  outcome.clear();
  if (slope_ != reasoner_.model().slope) reasons_.clear();
  slope_ = reasoner_.model().slope;
  const auto& [predicate, head, tail] = example.goal;
  ask({predicate, AskedSide::kTail, head}, tail, example, share / 2, epoch, outcome);
  ask({predicate, AskedSide::kHead, tail}, head, example, share / 2, epoch, outcome);
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

const ProofLists* AnswerLoss::find_proofs(const AnswerQuery& query, EntityId right,
                                          const Triple& excluded, std::size_t epoch) {
  counts_for_ = 1;
  if (most_answers_ == 0) return &search_.proofs(query, excluded);
  constexpr std::size_t kWorth = 4;  // times as many answers: then a sample is less work
  constexpr double kRare = 1e-3;     // a sample of so few of all entities meets hardly an answer
  const bool is_sampled = sample_.probability() >= kRare;
  const std::size_t most = is_sampled ? kWorth * most_answers_ : kTellingAnswers;
  const ProofLists* all = search_.proofs_if_few(query, excluded, most);
  if (all != nullptr || !is_sampled) return all;
  const auto side = static_cast<std::uint64_t>(query.asked);
  const std::array<std::uint32_t, 3> fact{excluded.relation, excluded.head, excluded.tail};
  Random random(seed_, XXH3_64bits_withSeed(fact.data(), sizeof(fact), 2 * epoch + side));
  sample_.draw(random, right);
  counts_for_ = 1 / sample_.probability();
  return &search_.sampled_proofs(query, excluded, sample_);
}

// All that compete, and the right one.
void AnswerLoss::list_answers(const AnswerQuery& query, EntityId right, const ProofLists& lists) {
  const std::span<const EntityId> known = graph_.targets(query.known, step_of(query));
  const auto mark_known = [&](std::uint8_t mark) {
    const auto mark_one = [&](EntityId answer) { is_known_[answer] = mark; };
    if (counts_for_ > 1) {
      sample_.for_each_in(known, mark_one);
    } else {
      std::ranges::for_each(known, mark_one);
    }
  };
  answers_.clear();
  mark_known(1);
  is_known_[right] = 0;
  for (const EntityId entity : lists.reached()) {
    if (is_known_[entity] == 0) answers_.push_back({entity, evidence_of(lists[entity])});
  }
  mark_known(0);
  // Where the search arrives first must not matter.
  std::ranges::sort(answers_, {}, &Answer::entity);
}

void AnswerLoss::ask(const AnswerQuery& query, EntityId right, const Example& example, double share,
                     std::size_t epoch, Outcome& outcome) {
  const ProofLists* found = find_proofs(query, right, example.excluded, epoch);
  if (found == nullptr) return;
  const ProofLists& lists = *found;
  discount_ = reasoner_.aggregation(step_of(query)).discount;
  if (lists[right].empty()) {  // nothing that leads there can be moved
    outcome.loss += slope_ * reasoner_.radius();
    return;
  }
  list_answers(query, right, lists);
  const auto count_of = [&](EntityId entity) { return entity == right ? 1.0 : counts_for_; };
  double sum = 0;
  for (const auto& [entity, weight] : answers_) sum -= count_of(entity) * std::expm1(-weight);
  for (const auto& [entity, weight] : answers_) {
    const double score = -std::expm1(-weight);
    const double part = count_of(entity) * score / sum;
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
// -1 / (e^x - 1). Answers share rules: most distances have been weighed before.
const AnswerLoss::Reason& AnswerLoss::reason_of(const RuleProof& proof) {
  constexpr double kNearest = 1e-3;  // the gradient of a certain proof is large, but not infinite
  return reasons_.get(std::bit_cast<std::uint32_t>(proof.distance), [&] {
    const double x = slope_ * proof.distance;
    return Reason{evidence(proof, slope_), -1 / std::expm1(std::max(x, kNearest))};
  });
}

double AnswerLoss::evidence_of(std::span<const RuleProof> proofs) {
  double sum = 0;
  double counts = 1;
  for (const RuleProof& proof : proofs) {
    sum += counts * reason_of(proof).evidence;
    counts *= discount_;
  }
  return sum;
}

// x is slope * distance, and the distance follows the proof's own at a rate.
void AnswerLoss::add_gradient(const AnswerQuery& query, EntityId answer,
                              std::span<const RuleProof> proofs, double by_evidence,
                              const Example& example, Outcome& outcome) {
  double counts = 1;
  for (const RuleProof& proof : proofs) {
    const double by_x = counts * by_evidence * reason_of(proof).rate * proof.rate;
    add_proof_gradient(goal_of(query, answer), proof, by_x, example, outcome);
    counts *= discount_;
  }
}

// The link that decides: the rule's confidence, unless something in the body is farther.
void AnswerLoss::add_proof_gradient(const Goal& goal, const RuleProof& proof, double by_x,
                                    const Example& example, Outcome& outcome) {
  const double by_distance = slope_ * by_x;
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

}  // namespace gntp
