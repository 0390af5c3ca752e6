// Rule files: read as text, then resolved against the names of a knowledge base.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bad_lines.h"
#include "kb/rule_set.h"
#include "kb/syntax.h"
#include "kb/vocabulary.h"

namespace gntp {

// Rules of another program that can prove nothing here: they are counted and passed over.
struct PassedOverRules {
  std::size_t impossible = 0;  // the confidence is 0
  std::size_t empty = 0;       // no body, and of no use
  std::size_t unknown = 0;     // a name that the knowledge base lacks

  std::size_t all() const { return impossible + empty + unknown; }
};

struct RuleFile {
  enum class Format : std::uint8_t { kProlog, kAnyburl, kAmie };
  RuleFile() = default;
  RuleFile(std::filesystem::path from, std::vector<ClauseText> read)
      : path(std::move(from)), clauses(std::move(read)) {}
  std::filesystem::path path;
  Format format = Format::kProlog;
  std::vector<ClauseText> clauses;
  PassedOverRules passed_over;
};

// Reads a rule file: one clause with a body a line, `%` comments, empty lines; or the lines of
// AnyBURL (anyburl.h) or AMIE (amie.h), which the file's extension, .anyburl or .amie, or its first
// line tells.
RuleFile read_rules(const std::filesystem::path& path, BadLines& bad);
// The same for a text; errors call it `path`.
RuleFile read_rules(const std::filesystem::path& path, std::string_view text, BadLines& bad);

// Takes the rules with unknown names out of a file of another program's, which was made for other
// data, and counts them.
void pass_over_unknown(RuleFile& file, const Vocabulary<EntityId>& entities,
                       const Vocabulary<RelationId>& relations);
// The same with rules without a body, which not every model can use.
void pass_over_bodiless(RuleFile& file);

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
