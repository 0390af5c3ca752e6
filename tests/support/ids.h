// Ids from plain numbers, for tests that name things by hand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "base/random.h"
#include "kb/rule.h"
#include "kb/triple.h"
#include "prover/goal.h"

namespace gntp {

inline Triple triple(std::uint32_t head, std::uint32_t relation, std::uint32_t tail) {
  return {EntityId(head), RelationId(relation), EntityId(tail)};
}

// Of heads, relations and tails.
inline std::vector<Triple> triples(std::initializer_list<std::array<std::uint32_t, 3>> numbers) {
  std::vector<Triple> list;
  for (const auto& [head, relation, tail] : numbers) list.push_back(triple(head, relation, tail));
  return list;
}

inline Triple random_triple(std::size_t entities, std::size_t relations, Random& random) {
  return {EntityId(random.below(entities)), RelationId(random.below(relations)),
          EntityId(random.below(entities))};
}

inline Goal goal(std::uint32_t predicate, std::uint32_t head, std::uint32_t tail) {
  return {PredicateId(predicate), EntityId(head), EntityId(tail)};
}

inline Atom atom(std::uint32_t predicate, const Term& first, const Term& second) {
  return {PredicateId(predicate), {first, second}};
}

template <typename Id>
std::vector<Id> ids(std::initializer_list<std::uint32_t> numbers) {
  std::vector<Id> list;
  for (const std::uint32_t number : numbers) list.emplace_back(number);
  return list;
}

}  // namespace gntp
