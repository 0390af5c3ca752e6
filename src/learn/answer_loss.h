// Learning to rank: a fact p(a, b) is asked as p(a, ?) and as p(?, b) without itself, and costs
//
//   -log( score of the right answer / sum of the scores of all answers that the rules give )
//
// where a score is the noisy-or of an answer's proofs and other known facts do not compete. The
// gradient of a wrong answer is in proportion to its score, so that those that outrank the right
// one have the largest.
//
// A hub has more answers than are worth listing. Where there are more than `answers`, about as many
// are drawn at random (answer_sample.h), and each but the right one counts for all that it was
// drawn from: the expected sum is the sum over all answers. Among hundreds of thousands of entities
// such a sample would meet hardly an answer: there, questions with more than kTellingAnswers are
// passed over instead.
//
// Its own memory, O(entities): each thread has one.
#pragma once

#include <vector>

#include "base/memo.h"
#include "base/random.h"
#include "learn/outcome.h"
#include "learn/sampler.h"
#include "prover/answer_search.h"
#include "prover/prover.h"

namespace gntp {

class AnswerLoss {
 public:
  // Keeps references. `seed` is for drawing answers; no number of them: all are listed.
  AnswerLoss(const Reasoner& reasoner, const AnswerIndex& index, std::size_t answers,
             std::uint64_t seed);

  // Both questions about the example's goal; `share` of the batch's loss is the example's. Others
  // are drawn in another epoch. Requires: a positive.
  void ask(const Example& example, double share, std::size_t epoch, Outcome& outcome);

 private:
  struct Answer {
    EntityId entity;
    double evidence;
  };

  void ask(const AnswerQuery& query, EntityId right, const Example& example, double share,
           std::size_t epoch, Outcome& outcome);
  // Null: the question has too many answers to learn from.
  const ProofLists* find_proofs(const AnswerQuery& query, EntityId right, const Triple& excluded,
                                std::size_t epoch);
  // What a proof weighs, and how fast that changes with slope * distance.
  struct Reason {
    double evidence;
    double rate;
  };

  const Reason& reason_of(const RuleProof& proof);
  double evidence_of(std::span<const RuleProof> proofs);  // as the query at hand counts them
  void list_answers(const AnswerQuery& query, EntityId right, const ProofLists& lists);
  void add_gradient(const AnswerQuery& query, EntityId answer, std::span<const RuleProof> proofs,
                    double by_evidence, const Example& example, Outcome& outcome);
  void add_proof_gradient(const Goal& goal, const RuleProof& proof, double by_x,
                          const Example& example, Outcome& outcome);
  void flush_rules(Outcome& outcome);

  const Reasoner& reasoner_;
  const StepGraph& graph_;
  AnswerSearch search_;
  Prover prover_;
  std::size_t most_answers_;  // that are all listed; 0: any
  AnswerSample sample_;       // of more
  std::uint64_t seed_;        // to draw it
  double counts_for_ = 1;     // answers, each that is listed but the right one
  std::vector<Answer> answers_;
  std::vector<std::uint8_t> is_known_;  // by entity: a known answer to the question at hand
  Memo<Reason> reasons_;                // by distance
  double slope_ = 0;                    // that they are for
  double discount_ = 1;                 // of the query at hand
  // d loss / d distance of each rule, added up over the example: hundreds of answers name the same
  // rules.
  std::vector<double> by_rule_;
  std::vector<RuleId> touched_rules_;  // those with something there
};

}  // namespace gntp
