// Rule files: read as text, then resolved against the names of a knowledge base.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/bad_lines.h"
#include "kb/rule_set.h"
#include "kb/syntax.h"
#include "kb/vocabulary.h"

namespace gntp {

struct RuleFile {
  std::filesystem::path path;
  std::vector<ClauseText> clauses;
  std::size_t left_out = 0;  // rules without a body in a file of AnyBURL's
};

// Reads a rule file: one clause with a body a line, `%` comments, empty lines; or AnyBURL's lines
// (anyburl.h), which the file's extension, .anyburl, or its first line tells.
RuleFile read_rules(const std::filesystem::path& path, BadLines& bad);

// Takes the clauses out of a file that `resolve_rules` would refuse; each is a bad line.
void drop_unresolved(RuleFile& file, const Vocabulary<EntityId>& entities,
                     const Vocabulary<RelationId>& relations, BadLines& bad);

// Resolves predicates and constants, numbers slots and variables. A predicate that is not a
// relation is a template variable: one slot per copy, shared where the name repeats in its clause.
// A rule without a confidence is certain. Checks arity two, that every head variable occurs in the
// body, and that constants are known entities. Throws Error with file:line; remarks that are no
// errors (a template name that looks like a mistyped relation, copies of a rule without slots, of
// which only one is made) are appended to `warnings`.
RuleSet resolve_rules(const std::vector<RuleFile>& files, const Vocabulary<EntityId>& entities,
                      const Vocabulary<RelationId>& relations, std::vector<std::string>& warnings);

}  // namespace gntp
