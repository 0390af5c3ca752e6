#include "kb/rule_text.h"

#include <fmt/format.h>

#include "kb/syntax.h"

namespace gntp {

std::string rule_text(const KnowledgeBase& kb, RuleId rule) {
  const Rule read = kb.rules[rule];
  const auto term = [&](const Term& each) {
    return each.is_variable() ? kb.rules.form(rule).variables[each.id]
                              : quoted(kb.entities.name(each.entity_id()));
  };
  const auto atom = [&](const Atom& each) {
    const std::string predicate =
        kb.is_relation(each.predicate)
            ? quoted_predicate(kb.relations.name(RelationId(each.predicate)))
            : fmt::format("slot{}", each.predicate - kb.relations.size() + 1);
    return fmt::format("{}({}, {})", predicate, term(each.arguments[0]), term(each.arguments[1]));
  };
  std::string text = atom(read.head);
  for (std::size_t i = 0; i < read.body.size(); ++i) {
    text += (i == 0 ? " :- " : ", ") + atom(read.body[i]);
  }
  return text;
}

}  // namespace gntp
