#include "prover/rule_text.h"

#include <fmt/format.h>

#include "kb/syntax.h"

namespace gntp {
namespace {

AtomText atom_text(const KnowledgeBase& kb, const Atom& atom) {
  const std::size_t relations = kb.relations.size();
  const std::string predicate = atom.predicate < relations
                                    ? kb.relations.name(atom.predicate)
                                    : fmt::format("slot{}", atom.predicate - relations + 1);
  AtomText text{predicate, {}};
  for (const Term& term : atom.arguments) {
    if (term.is_variable()) {
      constexpr std::string_view kNames = "XYZ";
      const std::string name = term.id < kNames.size() ? std::string(1, kNames[term.id])
                                                       : fmt::format("V{}", term.id + 1);
      text.arguments.push_back({ArgumentText::Kind::kVariable, name});
    } else {
      text.arguments.push_back({ArgumentText::Kind::kConstant, kb.entities.name(term.id)});
    }
  }
  return text;
}

}  // namespace

std::string rule_text(const KnowledgeBase& kb, Id rule) {
  const Rule read = kb.rules[rule];
  ClauseText clause;
  clause.head = atom_text(kb, read.head);
  for (const Atom& atom : read.body) clause.body.push_back(atom_text(kb, atom));
  return to_text(clause);
}

}  // namespace gntp
