// The rules of a model in words (gntp/engine.h).
#pragma once

#include <gntp/engine.h>

#include <vector>

#include "kb/knowledge_base.h"
#include "model/model.h"

namespace gntp {

// The most confident first, at most `count`; rules that read the same are one.
std::vector<LearnedRule> learned_rules(const KnowledgeBase& kb, const Model& model,
                                       std::size_t count, double min_confidence);

}  // namespace gntp
