#include "support/random_kb.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "support/ids.h"

namespace gntp {
namespace {

// A template before its predicates are rows: symbols below kNames are names that make a slot for
// each copy, the others fixed relations.
constexpr std::uint32_t kNames = 3;

struct Shape {
  Atom head;
  std::vector<Atom> body;
};

bool happens(double probability, Random& random) {
  return random.uniform() < probability;
}

std::size_t between(std::size_t low, std::size_t high, Random& random) {
  return low + random.below(high - low + 1);
}

double log_uniform(double low, double high, Random& random) {
  return low * std::pow(high / low, random.uniform());
}

PredicateId random_predicate(const KnowledgeBase& kb, Random& random) {
  if (happens(0.3, random)) return PredicateId(kNames + random.below(kb.relations.size()));
  return PredicateId(random.below(kNames));
}

Term random_term(const KnowledgeBase& kb, std::uint32_t variables, double constants,
                 Random& random) {
  if (happens(constants, random)) return Term::entity(EntityId(random.below(kb.entities.size())));
  return Term::variable(random.below(variables));
}

bool occurs(const Term& term, const std::vector<Atom>& atoms) {
  return std::ranges::any_of(
      atoms, [&](const Atom& atom) { return std::ranges::count(atom.arguments, term) > 0; });
}

bool is_range_restricted(const Shape& shape) {
  return std::ranges::all_of(shape.head.arguments, [&](const Term& term) {
    return !term.is_variable() || occurs(term, shape.body);
  });
}

// Any clause whose head variables occur in its body.
Shape random_shape(const KnowledgeBase& kb, std::size_t atoms, Random& random) {
  constexpr std::uint32_t kVariables = 4;
  Shape shape;
  do {
    shape.head = {random_predicate(kb, random), {Term::variable(0), Term::variable(1)}};
    if (happens(0.15, random)) shape.head.arguments[1] = Term::variable(0);
    if (happens(0.15, random)) {
      shape.head.arguments[random.below(2)] =
          Term::entity(EntityId(random.below(kb.entities.size())));
    }
    shape.body.clear();
    for (std::size_t i = 0; i < atoms; ++i) {
      shape.body.push_back(
          {random_predicate(kb, random),
           {random_term(kb, kVariables, 0.1, random), random_term(kb, kVariables, 0.1, random)}});
    }
  } while (!is_range_restricted(shape));
  return shape;
}

// The clauses people write: symmetry, inverse and implication, and chains of two and three.
Shape common_shape(const KnowledgeBase& kb, std::size_t atoms, Random& random) {
  Shape shape;
  shape.head = {random_predicate(kb, random), {Term::variable(0), Term::variable(1)}};
  std::uint32_t from = 0;
  for (std::size_t i = 0; i < atoms; ++i) {
    const std::uint32_t to = i + 1 == atoms ? 1 : static_cast<std::uint32_t>(i) + 2;
    shape.body.push_back(
        {random_predicate(kb, random), {Term::variable(from), Term::variable(to)}});
    from = to;
  }
  for (Atom& atom : shape.body) {
    if (happens(0.3, random)) std::swap(atom.arguments[0], atom.arguments[1]);
  }
  return shape;
}

// Numbers the variables by their first occurrence; their names are appended.
Rule number_variables(const Shape& shape, std::vector<std::string>& names) {
  Rule rule;
  std::array<std::optional<std::uint32_t>, 8> number_of{};
  const auto number = [&](Atom atom) {
    for (Term& argument : atom.arguments) {
      if (!argument.is_variable()) continue;
      std::optional<std::uint32_t>& id = number_of[argument.id];
      if (!id) {
        id = static_cast<std::uint32_t>(rule.variables++);
        names.push_back(fmt::format("X{}", *id));
      }
      argument.id = *id;
    }
    return atom;
  };
  rule.head = number(shape.head);
  for (const Atom& atom : shape.body) rule.body.push_back(number(atom));
  return rule;
}

void add_template(const Shape& shape, std::size_t copies, const KnowledgeBase& kb, RuleSet& rules) {
  std::vector<std::string> names;
  const Rule numbered = number_variables(shape, names);
  rules.templates.push_back(
      {fmt::format("template {}", rules.templates.size()), copies, RuleId(rules.size())});
  for (std::size_t copy = 0; copy < copies; ++copy) {
    std::array<std::optional<PredicateId>, kNames> slot_of{};
    const auto with_slots = [&](Atom atom) {
      if (atom.predicate >= kNames) {
        atom.predicate = PredicateId(atom.predicate - kNames);
        return atom;
      }
      std::optional<PredicateId>& slot = slot_of[atom.predicate];
      if (!slot) slot = PredicateId(kb.relations.size() + rules.slots++);
      atom.predicate = *slot;
      return atom;
    };
    Rule rule{with_slots(numbered.head), {}, numbered.variables};
    for (const Atom& atom : numbered.body) rule.body.push_back(with_slots(atom));
    rules.append(rule, names);
  }
}

void add_facts(std::size_t count, KnowledgeBase& kb, Random& random) {
  std::set<Triple> facts;
  for (std::size_t tries = 0; facts.size() < count && tries < 10 * count; ++tries) {
    facts.insert(random_triple(kb.entities.size(), kb.relations.size(), random));
  }
  kb.set_facts({facts.begin(), facts.end()});
}

void add_templates(const RandomKbOptions& options, KnowledgeBase& kb, Random& random) {
  const std::size_t facts =
      options.k_facts > 0 ? std::min(options.k_facts, kb.facts.size()) : kb.facts.size();
  const std::size_t wanted = between(1, options.max_templates, random);
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::size_t atoms = between(options.min_body, options.max_body, random);
    std::size_t copies = between(1, options.max_copies, random);
    const Shape shape =
        happens(0.4, random) ? common_shape(kb, atoms, random) : random_shape(kb, atoms, random);
    for (; copies > 0; --copies) {
      RuleSet extended = kb.rules;
      add_template(shape, copies, kb, extended);
      if (count_proofs(facts, extended, options.depth) > options.max_proofs) continue;
      kb.rules = std::move(extended);
      break;
    }
  }
}

void fill_rows(Matrix& rows, std::size_t begin, std::size_t end, double scale, Random& random) {
  for (std::size_t row = begin; row < end; ++row) {
    for (float& value : rows.row(row)) {
      value = static_cast<float>(scale * (2 * random.uniform() - 1));
    }
  }
}

void copy_row(Matrix& rows, std::size_t from, std::size_t to) {
  std::ranges::copy(rows.row(from), rows.row(to).begin());
}

ClauseText random_constant_rule(Random& random, const KnowledgeBase& kb) {
  const auto name = [&]<typename Id>(const Vocabulary<Id>& names) {
    return names.name(Id(random.below(names.size())));
  };
  const auto atom = [&](const std::string& from, const std::string& to) {
    const std::string relation = name(kb.relations);
    return random.below(2) == 0 ? fmt::format("{}({}, {})", relation, from, to)
                                : fmt::format("{}({}, {})", relation, to, from);
  };
  const std::string end = random.below(3) == 0 ? "Z" : name(kb.entities);
  const std::string body =
      random.below(2) == 0 ? atom("X", end) : atom("X", "A") + ", " + atom("A", end);
  return parse_rule(
      fmt::format("0.{} :: {} :- {}.", 1 + random.below(9), atom("X", name(kb.entities)), body),
      "rules.pl", 1);
}

}  // namespace

RandomCase make_random_case(std::uint64_t seed, const RandomKbOptions& options) {
  Random random(seed);
  RandomCase result;
  KnowledgeBase& kb = result.kb;
  const std::size_t entities = between(3, 7, random);
  for (std::size_t i = 0; i < entities; ++i) kb.entities.add(fmt::format("e{}", i));
  const std::size_t relations = between(2, 4, random);
  for (std::size_t i = 0; i < relations; ++i) kb.relations.add(fmt::format("r{}", i));
  add_facts(between(options.min_facts, options.max_facts, random), kb, random);
  add_templates(options, kb, random);
  result.model = make_random_model(kb, random);
  return result;
}

std::string random_path(std::size_t length, Random& random, const std::vector<std::string>& names) {
  std::vector<std::string> variables{"X", "Z", "W"};
  variables.resize(length);
  variables.emplace_back("Y");
  std::vector<std::string> atoms(length);
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t from = i + random.below(2);
    atoms[i] = fmt::format("{}({}, {})", names[random.below(names.size())], variables[from],
                           variables[2 * i + 1 - from]);
  }
  for (std::size_t i = 0; i + 1 < length; ++i) {
    std::swap(atoms[i], atoms[i + random.below(length - i)]);
  }
  return fmt::format("{}", fmt::join(atoms, ", "));
}

std::string random_long_path(Random& random, const std::vector<std::string>& names) {
  return random_path(3, random, names);
}

Model make_random_model(const KnowledgeBase& kb, Random& random) {
  Model model;
  const std::size_t dim = between(2, 6, random);
  model.relations = kb.relations.size();
  model.slope = log_uniform(0.5, 2, random);
  model.entities = Matrix(kb.entities.size(), dim);
  model.predicates = Matrix(kb.predicate_count(), dim);
  const auto scale = [&random] { return log_uniform(0.05, 3, random); };
  fill_rows(model.entities, 0, model.entities.rows(), scale(), random);
  fill_rows(model.predicates, 0, model.relations, scale(), random);
  fill_rows(model.predicates, model.relations, model.predicates.rows(), scale(), random);
  if (happens(0.3, random)) {
    copy_row(model.entities, random.below(kb.entities.size()), random.below(kb.entities.size()));
  }
  for (std::size_t slot = model.relations; slot < model.predicates.rows(); ++slot) {
    if (happens(0.15, random)) copy_row(model.predicates, random.below(slot), slot);
  }
  // Some rules are certain, others are not.
  model.rule_distances = Matrix(kb.rules.size(), 1);
  for (float& distance : model.rule_distances.values()) {
    if (happens(0.5, random)) distance = static_cast<float>(2 * random.uniform());
  }
  return model;
}

KnowledgeBase with_mentions(const KnowledgeBase& kb) {
  KnowledgeBase mentioned = kb;
  mentioned.patterns = kb.relations.size() / 2;
  mentioned.relations = {};
  for (RelationId id{0}; id < kb.relations.size(); ++id) {
    const bool backward = id % 2 == 0;
    mentioned.relations.add(id < kb.relations.size() - mentioned.patterns
                                ? kb.relations.name(id)
                                : fmt::format("{} is word{} in {}", backward ? "[YYY]" : "[XXX]",
                                              id / 2, backward ? "[XXX]" : "[YYY]"));
  }
  const std::size_t first_mention = kb.facts.first_of(RelationId(mentioned.first_pattern()));
  mentioned.mention_counts = std::vector<std::uint32_t>(kb.facts.size() - first_mention, 1);
  return mentioned;
}

KnowledgeBase with_confident_rules(KnowledgeBase kb, Random& random) {
  RuleFile file;
  file.path = "rules";
  for (std::size_t i = 0; i < 12; ++i) {
    file.clauses.push_back(random_constant_rule(random, kb));
    file.clauses.push_back(
        parse_rule(fmt::format("0.{} :: {}(X, Y) :- {}.", 1 + random.below(9),
                               kb.relations.name(RelationId(0)),
                               random_long_path(random, {kb.relations.name(RelationId(0))})),
                   "rules.pl", 1));
  }
  std::vector<std::string> warnings;
  kb.rules = resolve_rules({file}, kb.entities, kb.relations, warnings);
  return kb;
}

double count_proofs(std::size_t facts, const RuleSet& rules, std::size_t depth) {
  double count = static_cast<double>(facts);
  for (std::size_t d = 0; d < depth; ++d) {
    double next = static_cast<double>(facts);
    for (RuleId rule{0}; rule < rules.size(); ++rule) {
      next += std::pow(count, static_cast<double>(rules[rule].body.size()));
    }
    count = next;
  }
  return count;
}

}  // namespace gntp
