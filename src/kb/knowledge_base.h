// A knowledge base: names, ground facts and rules, all in ids.
//
// Mentions are facts, the last ones, and their patterns are relations, the last ones; the prover
// makes no difference.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "base/shared_array.h"
#include "kb/candidates.h"
#include "kb/fact_list.h"
#include "kb/labels.h"
#include "kb/mentions.h"
#include "kb/rules.h"
#include "kb/triple.h"
#include "kb/types.h"
#include "kb/vocabulary.h"

namespace gntp {

// A store (store.h): which one, and where it was found.
struct StoreOrigin {
  std::filesystem::path path;
  std::uint64_t digest = 0;
};

struct KnowledgeBase {
  Vocabulary<EntityId> entities;
  Vocabulary<RelationId> relations;  // then patterns
  FactList facts;                    // then mentions: by relation they come last
  RuleSet rules;
  Candidates candidates;
  std::size_t patterns = 0;                   // how many of the relations are patterns
  SharedArray<std::uint32_t> mention_counts;  // how often each mention was seen
  std::vector<Sentence> sentences;            // by mention, where it is known
  // What people call them; no answer depends on it.
  Labels<EntityId> entity_labels;
  Labels<RelationId> relation_labels;
  Types types;
  Labels<TypeId> type_labels;
  // That all of this but the rules comes from, unchanged.
  std::optional<StoreOrigin> store;

  // In any order. Requires: all names are there.
  void set_facts(std::vector<Triple> triples) {
    facts = FactList(std::move(triples), entities.size(), relations.size());
    store.reset();
  }
  std::size_t predicate_count() const { return relations.size() + rules.slots; }
  // Or a pattern; anything but a slot.
  bool is_relation(PredicateId predicate) const { return predicate < relations.size(); }
  std::size_t first_pattern() const { return relations.size() - patterns; }
  bool has_labels() const { return !entity_labels.empty() || !relation_labels.empty(); }
  std::size_t first_mention() const { return facts.size() - mention_counts.size(); }
};

}  // namespace gntp
