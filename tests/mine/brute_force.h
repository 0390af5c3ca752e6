// Rules counted the slow and obvious way: every way to put distinct entities for a rule's variables
// is tried against the set of facts.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kb/knowledge_base.h"
#include "kb/syntax.h"
#include "mine/mined_rule.h"

namespace gntp::testing {

class BruteForce {
 public:
  explicit BruteForce(const KnowledgeBase& kb) : kb_(kb) {
    for (const Triple& fact : kb.facts) {
      if (fact.head == fact.tail) continue;  // facts of one entity play no part
      facts_.insert({fact.head, fact.relation, fact.tail});
    }
  }

  MinedCounts count(const ClauseText& clause) const {
    const std::set<Pair> pairs = pairs_of(clause);
    MinedCounts counts;
    const RelationId relation = *kb_.relations.find(clause.head.predicate);
    const bool by_head = starts_at_head(clause, relation);
    for (const Pair& pair : pairs) {
      ++counts.body;
      counts.support += facts_.contains({pair.first, relation, pair.second}) ? 1U : 0U;
      const bool known = std::ranges::any_of(facts_, [&](const Triple& fact) {
        return fact.relation == relation &&
               (by_head ? fact.head == pair.first : fact.tail == pair.second);
      });
      counts.known_body += known ? 1 : 0;
    }
    return counts;
  }

  // Whether the body holds for the entities of the head.
  bool predicts(const ClauseText& clause, const Triple& fact) const {
    return clause.head.predicate == kb_.relations.name(fact.relation) &&
           pairs_of(clause).contains({fact.head, fact.tail});
  }

  // Every rule that a miner could find, those without support included.
  std::vector<ClauseText> all_paths(std::size_t length) const {
    std::vector<ClauseText> clauses(1);
    const std::vector<std::string> inner{"A", "B", "C"};
    for (std::size_t i = 0; i < length; ++i) {
      const std::string from = i == 0 ? "X" : inner[i - 1];
      const std::string to = i + 1 == length ? "Y" : inner[i];
      clauses = extended(clauses, variable(from), variable(to));
    }
    std::vector<ClauseText> rules;
    for (const std::string& relation : kb_.relations.names()) {
      for (ClauseText clause : clauses) {
        clause.head = {relation, {variable("X"), variable("Y")}};
        if (!is_trivial(clause)) rules.push_back(clause);
      }
    }
    return rules;
  }

  // Bodies of one or two atoms that end in a constant, or of one that ends in a variable.
  std::vector<ClauseText> all_with_constants(std::size_t length) const {
    const std::vector<ClauseText> open = extended({ClauseText()}, variable("X"), variable("A"));
    std::vector<ClauseText> bodies = length == 1 ? open : std::vector<ClauseText>();
    for (const std::string& name : kb_.entities.names()) {
      const std::vector<ClauseText> closed =
          length == 1 ? extended({ClauseText()}, variable("X"), constant(name))
                      : extended(open, variable("A"), constant(name));
      bodies.insert(bodies.end(), closed.begin(), closed.end());
    }
    std::vector<ClauseText> rules;
    for (const std::string& relation : kb_.relations.names()) {
      for (const std::string& name : kb_.entities.names()) {
        for (ClauseText clause : bodies) {
          clause.head = {relation, {variable("X"), constant(name)}};
          if (!is_trivial(clause)) rules.push_back(clause);
          std::swap(clause.head.arguments[0], clause.head.arguments[1]);
          if (!is_trivial(clause)) rules.push_back(clause);
        }
      }
    }
    return rules;
  }

 private:
  using Pair = std::pair<EntityId, EntityId>;

  static ArgumentText variable(const std::string& name) {
    return {ArgumentText::Kind::kVariable, name};
  }
  static ArgumentText constant(const std::string& name) {
    return {ArgumentText::Kind::kConstant, name};
  }

  // Each clause with every relation, in both directions, as a further atom.
  std::vector<ClauseText> extended(const std::vector<ClauseText>& clauses, const ArgumentText& from,
                                   const ArgumentText& to) const {
    std::vector<ClauseText> longer;
    for (const ClauseText& clause : clauses) {
      for (const std::string& relation : kb_.relations.names()) {
        longer.emplace_back(clause).body.push_back({relation, {from, to}});
        longer.emplace_back(clause).body.push_back({relation, {to, from}});
      }
    }
    return longer;
  }

  static bool is_trivial(const ClauseText& clause) {
    const auto text = [](const AtomText& atom) {
      return atom.predicate + atom.arguments[0].name + "," + atom.arguments[1].name;
    };
    return clause.body.size() == 1 && text(clause.head) == text(clause.body[0]);
  }

  // Where the head has two variables, its more functional side; else the variable's.
  bool starts_at_head(const ClauseText& clause, RelationId relation) const {
    const auto is_variable = [&](std::size_t i) {
      return clause.head.arguments[i].kind == ArgumentText::Kind::kVariable;
    };
    if (!is_variable(0) || !is_variable(1)) return is_variable(0);
    std::set<EntityId> heads;
    std::set<EntityId> tails;
    for (const Triple& fact : facts_) {
      if (fact.relation != relation) continue;
      heads.insert(fact.head);
      tails.insert(fact.tail);
    }
    return heads.size() >= tails.size();
  }

  std::set<Pair> pairs_of(const ClauseText& clause) const {
    std::vector<std::string> variables;
    std::map<std::string, EntityId> value;
    const auto note = [&](const AtomText& atom) {
      for (const ArgumentText& argument : atom.arguments) {
        if (argument.kind == ArgumentText::Kind::kConstant) {
          value["'" + argument.name] = *kb_.entities.find(argument.name);
        } else if (std::ranges::count(variables, argument.name) == 0) {
          variables.push_back(argument.name);
        }
      }
    };
    note(clause.head);
    for (const AtomText& atom : clause.body) note(atom);
    std::set<Pair> pairs;
    bind(clause, variables, 0, value, pairs);
    return pairs;
  }

  void bind(const ClauseText& clause, const std::vector<std::string>& variables, std::size_t next,
            std::map<std::string, EntityId>& value, std::set<Pair>& pairs) const {
    const auto of = [&](const ArgumentText& argument) {
      return value.at(argument.kind == ArgumentText::Kind::kConstant ? "'" + argument.name
                                                                     : argument.name);
    };
    if (next == variables.size()) {
      const bool holds = std::ranges::all_of(clause.body, [&](const AtomText& atom) {
        return facts_.contains(
            {of(atom.arguments[0]), *kb_.relations.find(atom.predicate), of(atom.arguments[1])});
      });
      if (holds) pairs.insert({of(clause.head.arguments[0]), of(clause.head.arguments[1])});
      return;
    }
    for (EntityId entity{0}; entity < kb_.entities.size(); ++entity) {
      if (std::ranges::any_of(value, [&](const auto& pair) { return pair.second == entity; })) {
        continue;
      }
      value[variables[next]] = entity;
      bind(clause, variables, next + 1, value, pairs);
      value.erase(variables[next]);
    }
  }

  const KnowledgeBase& kb_;
  std::set<Triple> facts_;
};

}  // namespace gntp::testing
