// A knowledge base in one dimension and a proof over it, made by hand: every distance is the
// difference of two numbers.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kb/knowledge_base.h"
#include "kb/syntax.h"
#include "model/kernel.h"
#include "model/model.h"
#include "prover/proof.h"

namespace gntp::testing {

struct Symbol {
  std::string name;
  float place;
};

class ProofCase {
 public:
  // `slots` are the places of the rules' learned predicates.
  ProofCase(const std::vector<Symbol>& entities, const std::vector<Symbol>& relations,
            const std::vector<std::string>& rules, const std::vector<float>& slots) {
    for (const Symbol& symbol : entities) kb.entities.add(symbol.name);
    for (const Symbol& symbol : relations) kb.relations.add(symbol.name);
    std::vector<ClauseText> clauses;
    clauses.reserve(rules.size());
    for (const std::string& rule : rules) clauses.push_back(parse_rule(rule, "rules.pl", 1));
    std::vector<std::string> warnings;
    kb.rules = resolve_rules({{"rules.pl", clauses}}, kb.entities, kb.relations, warnings);
    model.relations = relations.size();
    model.entities = Matrix(entities.size(), 1);
    model.predicates = Matrix(relations.size() + slots.size(), 1);
    model.rule_distances = Matrix(kb.rules.size(), 1);
    for (std::size_t i = 0; i < entities.size(); ++i) model.entities(i, 0) = entities[i].place;
    for (std::size_t i = 0; i < relations.size(); ++i) model.predicates(i, 0) = relations[i].place;
    std::ranges::copy(
        slots, model.predicates.values().begin() + static_cast<std::ptrdiff_t>(relations.size()));
  }

  struct Goal {
    PredicateId predicate;
    EntityId head;
    EntityId tail;
  };

  Goal goal(std::string_view relation, std::string_view head, std::string_view tail) const {
    return {*kb.relations.find(relation), *kb.entities.find(head), *kb.entities.find(tail)};
  }
  Goal slot_goal(std::size_t slot, std::string_view head, std::string_view tail) const {
    return {PredicateId(kb.relations.size() + slot), *kb.entities.find(head),
            *kb.entities.find(tail)};
  }

  // Which of the goal's arguments were compared; the others were variables.
  enum class Compared { kBoth, kHead, kTail, kNone };

  // Adds the fact to the knowledge base and proves the goal by it.
  void prove_by_fact(const Goal& goal, std::string_view relation, std::string_view head,
                     std::string_view tail, Compared compared = Compared::kBoth) {
    const Triple fact{*kb.entities.find(head), *kb.relations.find(relation),
                      *kb.entities.find(tail)};
    ProofStep step = begin_step(goal, ProofStep::Kind::kFact);
    step.fact = fact;
    std::vector<Triple> facts = kb.facts.to_vector();
    facts.push_back(fact);
    kb.set_facts(std::move(facts));
    compare(step, Link::Kind::kPredicate, goal.predicate, fact.relation);
    if (compared == Compared::kBoth || compared == Compared::kHead) {
      compare(step, Link::Kind::kEntity, goal.head, fact.head);
    }
    if (compared == Compared::kBoth || compared == Compared::kTail) {
      compare(step, Link::Kind::kEntity, goal.tail, fact.tail);
    }
    add(step);
  }

  // The steps of the body's atoms must follow.
  void prove_by_rule(const Goal& goal, RuleId rule) {
    ProofStep step = begin_step(goal, ProofStep::Kind::kRule);
    step.rule = rule;
    const Atom head = kb.rules[rule].head;
    compare(step, Link::Kind::kPredicate, goal.predicate, head.predicate);
    const std::array<EntityId, 2> arguments{goal.head, goal.tail};
    for (std::size_t i = 0; i < 2; ++i) {
      if (!head.arguments[i].is_variable()) {
        compare(step, Link::Kind::kEntity, arguments[i], head.arguments[i].id);
      }
    }
    add(step);
  }

  KnowledgeBase kb;
  Model model;
  Proof proof;

 private:
  static ProofStep begin_step(const Goal& goal, ProofStep::Kind kind) {
    ProofStep step;
    step.kind = kind;
    step.predicate = goal.predicate;
    step.arguments = {goal.head, goal.tail};
    return step;
  }

  void compare(ProofStep& step, Link::Kind kind, std::uint32_t a, std::uint32_t b) const {
    const Matrix& rows = kind == Link::Kind::kEntity ? model.entities : model.predicates;
    const float d = distance(rows.row(a), rows.row(b));
    step.add({kind, a, b, d});
    step.distance = std::max(step.distance, d);
  }

  void add(const ProofStep& step) {
    proof.steps.push_back(step);
    proof.distance = std::max(proof.distance, step.distance);
    proof.total += step.distance;
  }
};

}  // namespace gntp::testing
