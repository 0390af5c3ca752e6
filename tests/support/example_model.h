// A small knowledge base with templates, a given rule and one with constants, and a model of it.
#pragma once

#include "model/model.h"
#include "support/ids.h"

namespace gntp::testing {

inline KnowledgeBase example_kb() {
  KnowledgeBase kb;
  for (const char* name : {"france", "germany", "europe", "Côte d'Ivoire", "a, b"}) {
    kb.entities.add(name);
  }
  for (const char* name : {"locatedIn", "neighborOf"}) kb.relations.add(name);
  kb.set_facts(triples({{0, 1, 1}, {1, 0, 2}, {3, 0, 4}}));
  const Term x = Term::variable(0);
  const Term y = Term::variable(1);
  const Term z = Term::variable(2);
  kb.rules.append(Rule{atom(2, x, y), {atom(3, x, z), atom(2, z, y)}, 3}, {"X", "Y", "Z"});
  kb.rules.append(Rule{atom(4, x, y), {atom(5, x, z), atom(4, z, y)}, 3}, {"X", "Y", "Z"});
  kb.rules.templates = {{"p(X, Y) :- q(X, Z), p(Z, Y) <2>", 2, RuleId(0)}};
  kb.rules.slots = 4;
  kb.rules.append(Rule{atom(0, x, y), {atom(1, y, x)}, 2}, {"X", "Y"}, 0.75F, {30, 40});
  const Term from = Term::entity(EntityId(3));
  const Term to = Term::entity(EntityId(4));
  kb.rules.append(Rule{atom(0, x, from), {atom(1, x, to)}, 1}, {"X"});
  return kb;
}

inline Model example_model(RulePredicates rule_predicates) {
  ModelOptions options;
  options.dim = 7;
  options.rule_predicates = rule_predicates;
  options.slope = 0.1;
  return make_model(example_kb(), options, 1);
}

}  // namespace gntp::testing
