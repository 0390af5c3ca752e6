// Mined rules as rules of a knowledge base, without a detour over text.
#pragma once

#include <span>

#include "kb/rule_set.h"
#include "mine/mined_rule.h"

namespace gntp {

// Appends the rules, each with its confidence and counts: the same rules as the file that
// `to_rule_line` writes. One without any confidence is left out, as it proves nothing.
void append_rules(std::span<const MinedRule> rules, RuleSet& set);

}  // namespace gntp
