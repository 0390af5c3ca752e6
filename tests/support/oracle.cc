#include "support/oracle.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace gntp {
namespace {

using DistanceTable = std::vector<std::vector<double>>;

DistanceTable distances_between_rows(const Matrix& rows) {
  DistanceTable table(rows.rows(), std::vector<double>(rows.rows()));
  for (std::size_t a = 0; a < rows.rows(); ++a) {
    for (std::size_t b = 0; b < rows.rows(); ++b) {
      double sum = 0;
      for (std::size_t i = 0; i < rows.columns(); ++i) {
        const double difference = double{rows(a, i)} - double{rows(b, i)};
        sum += difference * difference;
      }
      table[a][b] = std::sqrt(sum);
    }
  }
  return table;
}

Term resolve(Term term, const std::vector<std::optional<Term>>& substitution) {
  while (term.is_variable() && substitution[term.id]) term = *substitution[term.id];
  return term;
}

// The rule's atom with its variables numbered from `first_variable` on.
Atom with_fresh_variables(Atom atom, std::uint32_t first_variable) {
  for (Term& argument : atom.arguments) {
    if (argument.is_variable()) argument.id += first_variable;
  }
  return atom;
}

}  // namespace

Oracle::Oracle(const KnowledgeBase& kb, const Model& model, const ProverOptions& options)
    : kb_(kb),
      options_(options),
      slope_(model.slope),
      entity_distances_(distances_between_rows(model.entities)),
      predicate_distances_(distances_between_rows(model.predicates)),
      rule_distances_(model.rule_distances.values().begin(), model.rule_distances.values().end()) {}

double Oracle::radius() const {
  return -std::log(options_.floor) / slope_;
}

OracleAnswer Oracle::prove(const Goal& goal, const Triple& excluded) const {
  Search search{excluded, {}, {}};
  prove_all_of(
      {{goal.predicate, {Term::entity(goal.head), Term::entity(goal.tail)}, options_.depth}}, {},
      search);
  std::ranges::sort(search.answer.proofs, {}, [](const OracleProof& proof) {
    return std::tuple(proof.distance, proof.total);
  });
  return std::move(search.answer);
}

// Proves the first goal in every way, and after each way the others.
void Oracle::prove_all_of(const std::vector<OpenAtom>& goals, const Substitution& substitution,
                          Search& search) const {
  if (goals.empty()) {
    complete(search);
    return;
  }
  const OpenAtom& goal = goals.front();
  const std::vector<OpenAtom> others(goals.begin() + 1, goals.end());

  for (const Triple& fact : facts_for(goal, substitution, search)) {
    const Atom atom{fact.relation, {Term::entity(fact.head), Term::entity(fact.tail)}};
    Unified unified = unify(goal, atom, substitution);
    search.steps.push_back({.kind = ProofStep::Kind::kFact,
                            .fact = fact,
                            .links = std::move(unified.links),
                            .distance = unified.distance});
    prove_all_of(others, unified.substitution, search);
    search.steps.pop_back();
  }
  if (goal.depth == 0) return;

  for (const RuleId id : rules_for(goal, search)) {
    const Rule rule = kb_.rules[id];
    const auto first_variable = static_cast<std::uint32_t>(substitution.size());
    Substitution extended = substitution;
    extended.resize(substitution.size() + rule.variables);
    Unified unified = unify(goal, with_fresh_variables(rule.head, first_variable), extended);
    std::vector<OpenAtom> open;
    for (const Atom& atom : rule.body) {
      const Atom fresh = with_fresh_variables(atom, first_variable);
      open.push_back({fresh.predicate, fresh.arguments, goal.depth - 1});
    }
    open.insert(open.end(), others.begin(), others.end());
    if (const double confidence = rule_distance(id); confidence > 0) {
      unified.links.push_back({Link::Kind::kConfidence, id, id, confidence});
      unified.distance = options_.tnorm == TNorm::kMin ? std::max(unified.distance, confidence)
                                                       : unified.distance + confidence;
    }
    search.steps.push_back({.kind = ProofStep::Kind::kRule,
                            .rule = id,
                            .links = std::move(unified.links),
                            .distance = unified.distance});
    prove_all_of(open, unified.substitution, search);
    search.steps.pop_back();
  }
}

// All facts but the excluded one or, greedily, the nearest of them.
std::vector<Triple> Oracle::facts_for(const OpenAtom& goal, const Substitution& substitution,
                                      Search& search) const {
  std::vector<Candidate<Triple>> candidates;
  for (const Triple& fact : kb_.facts) {
    if (fact == search.excluded) continue;
    Candidate<Triple> candidate{fact, 0, {}};
    if (options_.k_facts > 0) {
      const Atom atom{fact.relation, {Term::entity(fact.head), Term::entity(fact.tail)}};
      const Unified unified = unify(goal, atom, substitution);
      const bool euclidean =
          options_.index != IndexKind::kStructured || options_.unification == Unification::kJoint;
      candidate.distance =
          combine(unified.links, euclidean ? Unification::kJoint : Unification::kPerTerm);
      if (euclidean) {
        for (const OracleLink& link : unified.links) candidate.compared.push_back(link.distance);
      }
    }
    candidates.push_back(std::move(candidate));
  }
  return nearest(std::move(candidates), options_.k_facts, search);
}

// All rules or, greedily, the nearest of each template by the head's predicate and the confidence.
std::vector<RuleId> Oracle::rules_for(const OpenAtom& goal, Search& search) const {
  std::vector<RuleId> chosen;
  std::map<std::optional<std::size_t>, std::vector<Candidate<RuleId>>> candidates;  // by template
  for (RuleId id{0}; id < kb_.rules.size(); ++id) {
    const double predicate = predicate_distance(goal.predicate, kb_.rules[id].head.predicate);
    const double distance = options_.tnorm == TNorm::kMin ? std::max(predicate, rule_distance(id))
                                                          : predicate + rule_distance(id);
    candidates[kb_.rules.template_of(id)].push_back({id, distance, {}});
  }
  for (auto& [made_from, some] : candidates) {
    const std::size_t k = made_from ? options_.k_rules : 0;
    const std::vector<RuleId> near = nearest(std::move(some), k, search);
    chosen.insert(chosen.end(), near.begin(), near.end());
  }
  return chosen;
}

// The k nearest (0 = all), ties by id.
template <typename Id>
std::vector<Id> Oracle::nearest(std::vector<Candidate<Id>> candidates, std::size_t k,
                                Search& search) {
  if (k > 0 && k < candidates.size()) {
    std::ranges::sort(candidates, {}, [](const Candidate<Id>& candidate) {
      return std::tuple(candidate.distance, candidate.id);
    });
    const Candidate<Id>& last_in = candidates[k - 1];
    const Candidate<Id>& first_out = candidates[k];
    const bool same =
        first_out.distance == last_in.distance && first_out.compared == last_in.compared;
    if (!same && first_out.distance - last_in.distance < kEdge) search.answer.ambiguous = true;
    candidates.resize(k, candidates.front());
  }
  std::vector<Id> ids;
  ids.reserve(candidates.size());
  for (const Candidate<Id>& candidate : candidates) ids.push_back(candidate.id);
  return ids;
}

// Compares predicates, then arguments left to right; an unbound variable takes what it meets.
Oracle::Unified Oracle::unify(const OpenAtom& goal, const Atom& other,
                              const Substitution& substitution) const {
  Unified unified{{}, 0, substitution};
  unified.links.push_back({Link::Kind::kPredicate, goal.predicate, other.predicate,
                           predicate_distance(goal.predicate, other.predicate)});
  for (std::size_t i = 0; i < 2; ++i) {
    const Term mine = resolve(goal.arguments[i], unified.substitution);
    const Term theirs = resolve(other.arguments[i], unified.substitution);
    if (theirs.is_variable()) {
      if (mine != theirs) unified.substitution[theirs.id] = mine;
    } else if (mine.is_variable()) {
      unified.substitution[mine.id] = theirs;
    } else {
      unified.links.push_back({Link::Kind::kEntity, mine.id, theirs.id,
                               entity_distance(mine.entity_id(), theirs.entity_id())});
    }
  }
  unified.distance = combine(unified.links, options_.unification);
  return unified;
}

double Oracle::combine(const std::vector<OracleLink>& links, Unification unification) const {
  double largest = 0;
  double squares = 0;
  for (const OracleLink& link : links) {
    largest = std::max(largest, link.distance);
    squares += link.distance * link.distance;
  }
  return unification == Unification::kPerTerm ? largest : std::sqrt(squares);
}

void Oracle::complete(Search& search) const {
  ++search.answer.considered;
  double largest = 0;
  double total = 0;
  for (const OracleStep& step : search.steps) {
    largest = std::max(largest, step.distance);
    total += step.distance;
  }
  const double distance = options_.tnorm == TNorm::kMin ? largest : total;
  if (distance <= radius() + kEdge) search.answer.proofs.push_back({distance, total, search.steps});
}

}  // namespace gntp
