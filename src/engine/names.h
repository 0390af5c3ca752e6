// Names that users type, resolved against a model (kb/typed_names.h): what is unknown is an Error
// with the nearest names, and so is a label that several share.
#pragma once

#include <gntp/engine.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kb/knowledge_base.h"
#include "prover/prover.h"

namespace gntp {

// `rel(head, ?)`: the place that is asked for is empty.
struct Query {
  std::optional<RelationId> relation;
  std::optional<EntityId> head;
  std::optional<EntityId> tail;
};

EntityId entity_named(std::string_view name, const KnowledgeBase& kb);
RelationId relation_named(std::string_view name, const KnowledgeBase& kb);
// Whether the name means anything, be it several things. Little work.
bool knows_entity(std::string_view name, const KnowledgeBase& kb);
bool knows_relation(std::string_view name, const KnowledgeBase& kb);

// What is asked, in names.
Question parse_question(std::string_view text);
// Throws Error unless exactly one place is asked for.
void check_is_question(const Question& question);
// The same in ids. Throws Error unless exactly one place is asked for.
Query query_of(const Question& question, const KnowledgeBase& kb);
// Both.
Query resolve_query(std::string_view text, const KnowledgeBase& kb);

// A fact, `rel(a, b)`.
Triple resolve_fact(std::string_view text, const KnowledgeBase& kb);

// A question that asks for nothing is a fact, in names. Throws Error for others.
Fact fact_of(const Question& question);
Fact parse_fact(std::string_view text);

// The triples as goals to prove.
std::vector<Goal> goals_of(std::span<const Triple> triples);

// `rel(a, b)`, as it must be typed.
std::string fact_text(const Triple& triple, const KnowledgeBase& kb);

}  // namespace gntp
