// The numbers by which the knowledge base names things, and how wide they are: decided here, once.
#pragma once

#include <cstdint>

namespace gntp {

using Id = std::uint32_t;

using EntityId = Id;
using RelationId = Id;
using RuleId = Id;
using FactId = Id;

// A row of the predicates: relation r is row r, slot s is row relations + s.
using PredicateId = std::uint32_t;

}  // namespace gntp
