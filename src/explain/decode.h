// Rule predicates in words: each slot's nearest known relation and how near it is.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "kb/knowledge_base.h"
#include "model/model.h"

namespace gntp {

struct DecodedPredicate {
  Id relation;
  double similarity;  // 1 for a fixed predicate
};

struct DecodedRule {
  Id rule;
  DecodedPredicate head;
  std::vector<DecodedPredicate> body;
  double confidence;  // the smallest of the similarities
};

DecodedPredicate decode_predicate(const KnowledgeBase& kb, const Model& model,
                                  PredicateId predicate);
DecodedRule decode_rule(const KnowledgeBase& kb, const Model& model, Id rule);

// All rules, the most confident first; rules that read the same are one, with the highest confidence.
std::vector<DecodedRule> decode_rules(const KnowledgeBase& kb, const Model& model);

// `locatedIn(X, Y) :- neighborOf(X, Z), locatedIn(Z, Y)`, names quoted where needed.
std::string to_text(const KnowledgeBase& kb, const DecodedRule& rule);
nlohmann::json to_json(const KnowledgeBase& kb, const DecodedRule& rule);

}  // namespace gntp
