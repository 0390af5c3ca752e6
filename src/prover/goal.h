// What the prover and the search for answers are asked: a ground goal p(a, b), or a query with one
// unknown entity, p(a, ?) or p(?, b).
#pragma once

#include <cstdint>

#include "kb/rules.h"
#include "kb/step_graph.h"

namespace gntp {

// A ground atom to prove. Its predicate is a relation; with depth 2 and more it may be a slot, too.
struct Goal {
  PredicateId predicate;
  EntityId head;
  EntityId tail;
};

// The argument that is asked for.
enum class AskedSide : std::uint8_t { kHead, kTail };

struct AnswerQuery {
  PredicateId predicate;
  AskedSide asked;
  EntityId known;  // the other argument
};

// The query with the entity for its unknown.
inline Goal goal_of(const AnswerQuery& query, EntityId entity) {
  if (query.asked == AskedSide::kHead) return {query.predicate, entity, query.known};
  return {query.predicate, query.known, entity};
}

// The step that leads from what the query knows to the answers that are facts.
inline Step step_of(const AnswerQuery& query) {
  const RelationId relation(query.predicate);
  return query.asked == AskedSide::kTail ? forwards(relation) : backwards(relation);
}

struct Candidate {
  EntityId entity;
  float distance;
};

}  // namespace gntp
