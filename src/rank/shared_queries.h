// Triples that ask the same: one search answers them all.
#pragma once

#include <span>
#include <vector>

#include "kb/triple.h"
#include "prover/goal.h"

namespace gntp {

struct SharedQuery {
  AnswerQuery query;
  std::vector<std::size_t> triples;  // their places
  std::vector<EntityId> answers;     // and what they answer
};

// Of both sides: those that ask for heads first, each by relation and known entity.
std::vector<SharedQuery> shared_queries(std::span<const Triple> triples);

}  // namespace gntp
