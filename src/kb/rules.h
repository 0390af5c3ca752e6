// Rules in ids. A rule is a Horn clause over binary atoms; its predicates are relations of the
// knowledge base (fixed) or slots: vectors that are learned, one per copy of a template.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "kb/syntax.h"
#include "kb/vocabulary.h"

namespace gntp {

// A row of the predicates: relation r is row r, slot s is row relations + s.
using PredicateId = std::uint32_t;

// A rule's argument: an entity, or a variable numbered from 0 within its rule.
struct Term {
  enum class Kind : std::uint8_t { kVariable, kEntity };
  Kind kind;
  Id id;

  static Term variable(Id id) { return {Kind::kVariable, id}; }
  static Term entity(Id id) { return {Kind::kEntity, id}; }
  bool is_variable() const { return kind == Kind::kVariable; }
  friend bool operator==(const Term&, const Term&) = default;
};

struct Atom {
  PredicateId predicate;
  std::array<Term, 2> arguments;
  friend bool operator==(const Atom&, const Atom&) = default;
};

struct Rule {
  Id template_id;  // rules with the same template differ in their slots only
  Atom head;
  std::vector<Atom> body;
  std::vector<std::string> variables;  // names, by number
};

// What a proof may have to prove for one rule; the search grows with its power.
inline constexpr std::size_t kMaxBodyAtoms = 8;

// One line of rules.pl.
struct RuleTemplate {
  std::string text;  // as the user wrote it, blanks normalised
  std::size_t copies;
};

// A rule whose confidence is learned: its head is a slot that starts as near to a relation as the
// confidence says.
struct Anchor {
  Id slot;
  Id relation;
  double confidence;
};

struct RuleSet {
  std::vector<RuleTemplate> templates;
  std::vector<Rule> rules;      // grouped by template
  std::size_t slots = 0;        // learned predicate vectors over all rules
  std::vector<Anchor> anchors;  // theirs are the last slots
};

struct RuleFile {
  std::filesystem::path path;
  std::vector<ClauseText> clauses;
  std::size_t left_out = 0;  // rules without a body in a file of AnyBURL's
};

// Reads a rule file: one clause with a body a line, `%` comments, empty lines; or AnyBURL's lines
// (anyburl.h), which the file's extension, .anyburl, or its first line tells. Throws Error with
// file:line.
RuleFile read_rules(const std::filesystem::path& path);

// Resolves predicates and constants, numbers slots and variables. A predicate that is not a
// relation is a template variable: one slot per copy, shared where the name repeats in its clause.
// A rule with a confidence gets an anchored head. Checks arity two, that every head variable occurs
// in the body, and that constants are known entities. Throws Error with file:line; remarks that are
// no errors (a template name that looks like a mistyped relation, copies of a rule without slots,
// of which only one is made) are appended to `warnings`.
RuleSet resolve_rules(const std::vector<RuleFile>& files, const Vocabulary& entities,
                      const Vocabulary& relations, std::vector<std::string>& warnings);

}  // namespace gntp
