// Rule predicates in words: each slot's nearest known relation and how near it is.
#pragma once

#include <gntp/explanation.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kb/knowledge_base.h"
#include "kb/syntax.h"
#include "kb/wording.h"
#include "model/model.h"

namespace gntp {

struct DecodedPredicate {
  RelationId relation;
  double similarity;     // 1 for a fixed predicate
  bool learned = false;  // a slot, which the relation only names
};

struct DecodedRule {
  RuleId rule;
  DecodedPredicate head;
  std::vector<DecodedPredicate> body;
  double confidence;       // the smallest of the similarities and of the rule's own confidence
  std::size_t copies = 1;  // how many rules read like this one
};

// Of relations that are equally near, the first. Requires: at least one relation.
DecodedPredicate decode_predicate(const KnowledgeBase& kb, const Model& model,
                                  PredicateId predicate);
DecodedRule decode_rule(const KnowledgeBase& kb, const Model& model, RuleId rule);

// All rules, the most confident first; rules that read the same are one, with the highest
// confidence.
std::vector<DecodedRule> decode_rules(const KnowledgeBase& kb, const Model& model);

// The rule with its predicates in words, its confidence and its counts.
ClauseText to_clause(const KnowledgeBase& kb, const DecodedRule& rule);

// `locatedIn(X, Y) :- neighborOf(X, Z), locatedIn(Z, Y)`, names quoted where needed.
std::string to_text(const KnowledgeBase& kb, const DecodedRule& rule);
nlohmann::ordered_json to_json(const KnowledgeBase& kb, const DecodedRule& rule);

// The texts of the rule's atoms, the head's first, with ids or in words. Requires: the wording
// differs.
std::vector<std::string> atom_texts(const KnowledgeBase& kb, const DecodedRule& rule);
std::vector<std::string> atom_texts(const KnowledgeBase& kb, const DecodedRule& rule,
                                    Wording& wording);
// `head :- body, body` of such texts.
std::string joined_atoms(const std::vector<std::string>& atoms);

// What is public of the rule's atoms.
std::vector<ExplainedAtom> explained_atoms(const KnowledgeBase& kb, const DecodedRule& rule,
                                           Wording& wording);

}  // namespace gntp
