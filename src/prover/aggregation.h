// How the proofs of a goal, each by another rule, make one judgement of it:
//
//   max        the nearest proof speaks alone
//   max_plus   the nearest speaks first; of goals that tie, the one with the nearer second proof
//              comes first, and so on
//   noisy_or   each proof is a reason of its own: 1 - the product of (1 - score). With a discount
//              below 1 the i-th best, from 0, counts discount^i of that: proofs repeat each other,
//              and the more there are, the more the next one does
//
// Everything is kept as distances and sums of logarithms, so that a hundred good reasons still
// differ from fifty.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/memo.h"
#include "kb/vocabulary.h"

namespace gntp {

enum class Aggregate : std::uint8_t { kMax, kMaxPlus, kNoisyOr };

// What the groundings of one rule count: the best alone, or the share of them that end at the
// answer, among all that begin at the goal's head, as a factor on its score.
enum class Groundings : std::uint8_t { kBest, kShare };

// What known facts with the goal's relation and its head, or its tail, say about the goal: nothing,
// or that it is as unlikely as the relation is functional (functionality.h): a factor on the
// odds of each proof, for each of the two. What is certain stays certain.
enum class CompetingFactsUse : std::uint8_t { kIgnore, kWeigh };

inline constexpr double kBehindPaths = 1e-3;

struct AggregateOptions {
  Aggregate aggregate = Aggregate::kMax;
  std::size_t proofs = 10;  // of different rules; the facts count as one
  Groundings groundings = Groundings::kBest;
  CompetingFactsUse competing_facts = CompetingFactsUse::kIgnore;
  // The same for known facts of other relations with the goal's head and tail.
  CompetingFactsUse competing_pairs = CompetingFactsUse::kIgnore;
  double discount = 1;  // of noisy_or
  // Rules with constants count kBehindPaths of their score, where rules are walked: enough to order
  // what no other rule proves.
  bool paths_first = false;

  // Whether one number, the best proof's distance, says it all.
  bool one_proof_counts() const {
    return aggregate == Aggregate::kMax && groundings == Groundings::kBest &&
           competing_facts == CompetingFactsUse::kIgnore &&
           competing_pairs == CompetingFactsUse::kIgnore;
  }
};

// What a proof counts, and the rule that it begins with.
struct RuleProof {
  static constexpr RuleId kByFact = RuleId::none();

  float distance = 0;     // with the factors above
  RuleId rule = kByFact;  // kByFact: a fact that unifies with the goal
  float own = distance;   // without them
  float rate = 1;         // d distance / d own
};

// What proofs weigh. Answers share rules, and rules distances: most have been weighed before.
class EvidenceMemo {
 public:
  double operator()(const RuleProof& proof, double slope);

 private:
  Memo<double> by_distance_;
  double slope_ = 0;  // that they are for
};

class Aggregation {
 public:
  Aggregation(const AggregateOptions& options, double slope) : options_(options), slope_(slope) {}

  // A goal's proofs, nearest first, and what they weigh together, for noisy_or.
  struct Judgement {
    std::span<const RuleProof> proofs;
    double evidence;
  };
  Judgement judge(std::span<const RuleProof> proofs) const;
  // The same, for many.
  Judgement judge(std::span<const RuleProof> proofs, EvidenceMemo& evidence) const;
  // `less` where goal a is judged better than goal b.
  std::weak_ordering compare(const Judgement& a, const Judgement& b) const;
  std::weak_ordering compare(std::span<const RuleProof> a, const Judgement& b) const {
    return compare(judge(a), b);
  }
  std::weak_ordering compare(std::span<const RuleProof> a, std::span<const RuleProof> b) const {
    return compare(judge(a), judge(b));
  }
  // From 0 (no proof) to 1.
  double score(const Judgement& judgement) const;
  double score(std::span<const RuleProof> proofs) const { return score(judge(proofs)); }
  // What orders goals of equal score: numbers to compare one after the other, a higher one first,
  // and a longer list before its own beginning. Nothing with max; with max_plus the scores of the
  // proofs after the first; with noisy_or the evidence, which goes on where the score is 1.
  std::vector<double> tie_breaker(const Judgement& judgement) const;
  std::vector<double> tie_breaker(std::span<const RuleProof> proofs) const {
    return tie_breaker(judge(proofs));
  }

 private:
  AggregateOptions options_;
  double slope_;
};

// Multiplies the odds of what the proof counts by `factor`, which is at most 1.
void weigh(RuleProof& proof, double factor, double slope);

// -log(1 - score): the weight of one reason.
double evidence(const RuleProof& proof, double slope);
// Of all reasons together, nearest first.
double evidence(std::span<const RuleProof> proofs, double slope, double discount);

}  // namespace gntp
