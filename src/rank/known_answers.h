// The known answers to a query: the triples that share its relation and one entity, in lists
// instead of one look-up for each candidate.
#pragma once

#include <span>
#include <vector>

#include "kb/triple_set.h"
#include "prover/goal.h"

namespace gntp {

class KnownAnswers {
 public:
  explicit KnownAnswers(const TripleSet& known);

  // By id, each once.
  std::span<const Id> to(const AnswerQuery& query) const;

 private:
  struct Sorted {
    std::vector<std::uint64_t> keys;  // relation and known entity of each answer, ascending
    std::vector<Id> answers;
  };

  Sorted heads_;
  Sorted tails_;
};

}  // namespace gntp
