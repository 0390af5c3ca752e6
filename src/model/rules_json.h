// A checkpoint's rules.json: `[{"head": [slot, "X", "Y"], "body": [[slot, "X", "Z"], ...],
// "template": 0}, ...]`. A slot is a row of the tensor rule_predicates or, for a fixed predicate,
// {"relation": "name"}; an argument is a variable's name or {"entity": "name"}; rules of the same
// template differ in their slots only.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kb/knowledge_base.h"

namespace gntp {

// The file's text, one rule a line.
std::string rules_to_json(const KnowledgeBase& kb);

// The rules of such a text. The templates' texts, which the file does not hold, are made up from
// the rules. Throws Error with `file` and the rule at fault.
RuleSet rules_from_json(std::string_view text, const std::filesystem::path& file,
                        const Vocabulary& entities, const Vocabulary& relations, std::size_t slots);

}  // namespace gntp
