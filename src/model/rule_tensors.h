// The rules of a checkpoint as tensors: a form and a distance for each rule, its counts, and the
// symbols that fill the forms, one rule's after the other's (docs/formats.md).
#pragma once

#include "kb/knowledge_base.h"
#include "model/model.h"
#include "model/rules_json.h"
#include "model/tensors.h"

namespace gntp {

void add_rules(const RuleSet& rules, const Model& model, TensorMap& tensors);

// Fills kb.rules and model.rule_distances. Throws Error with the tensor and the rule at fault.
// Requires: the names of `kb` and the tables of `model` have been read.
void read_rules(const Tensors& tensors, RuleDescription description, KnowledgeBase& kb,
                Model& model);

}  // namespace gntp
