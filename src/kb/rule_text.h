// A rule as text. Slots, which have no names, are numbered.
#pragma once

#include <string>

#include "kb/knowledge_base.h"

namespace gntp {

// `locatedIn(X, Y) :- neighborOf(X, Z), locatedIn(Z, Y)`, names quoted where needed. Requires: a
// rule without slots.
std::string rule_text(const KnowledgeBase& kb, RuleId rule);

}  // namespace gntp
