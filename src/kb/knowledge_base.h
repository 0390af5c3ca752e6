// A knowledge base: names, ground facts and rules, all in ids; immutable once made.
#pragma once

#include <vector>

#include "kb/rules.h"
#include "kb/triple.h"
#include "kb/vocabulary.h"

namespace gntp {

struct KnowledgeBase {
  Vocabulary entities;
  Vocabulary relations;
  std::vector<Triple> facts;  // distinct, in the order of the training file
  RuleSet rules;

  std::size_t predicate_count() const { return relations.size() + rules.slots; }
  bool is_relation(PredicateId predicate) const { return predicate < relations.size(); }
};

}  // namespace gntp
