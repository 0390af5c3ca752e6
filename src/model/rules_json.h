// A checkpoint's rules.json: the forms that rules have, and the templates that some were made from.
//
//   {"forms": [{"head": ["X", "Y"], "body": [["X", "Z"], ["Z", "Y"]]},
//              {"head": ["X", 0], "body": [["X", 1]]}],
//    "templates": [{"text": "p(X, Y) :- q(X, Z), r(Z, Y) <20>", "first": 0, "copies": 20}]}
//
// An argument is a variable's name or the place of a constant among the rule's constants. Which
// rule has which form, predicates and constants is in the tensors (checkpoint.h).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kb/rule_set.h"

namespace gntp {

struct RuleDescription {
  std::vector<RuleForm> forms;
  std::vector<RuleTemplate> templates;
};

// The file's text, one form a line.
std::string rules_to_json(const RuleSet& rules);

// Throws Error with `file` and the form or template at fault.
RuleDescription rules_from_json(std::string_view text, const std::filesystem::path& file);

}  // namespace gntp
