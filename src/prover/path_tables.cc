#include "prover/path_tables.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace gntp {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The direction in which the atom leads from one variable to another one: 0 from head to tail.
std::optional<std::size_t> direction_of(const Atom& atom, const Term& from) {
  if (!atom.arguments[0].is_variable() || !atom.arguments[1].is_variable()) return std::nullopt;
  if (atom.arguments[0] == atom.arguments[1]) return std::nullopt;
  if (atom.arguments[0] == from) return 0;
  if (atom.arguments[1] == from) return 1;
  return std::nullopt;
}

}  // namespace

PathTables::PathTables(const Reasoner& reasoner, PredicateId predicate, Side asked)
    : reasoner_(reasoner),
      relations_(reasoner.kb().relations.size()),
      one_(2 * relations_, kInfinity),
      nearest_two_(2 * relations_, kInfinity) {
  const std::size_t from_known = asked == Side::kTail ? 0 : 1;
  std::ranges::copy(reasoner.symbols().to_relations(predicate),
                    one_.begin() + static_cast<std::ptrdiff_t>(from_known * relations_));
  if (reasoner.options().depth == 0) return;
  for (const RuleMatch& match : reasoner.rules().nearest(predicate)) {
    if (match.distance > reasoner.radius()) break;
    const Rule& rule = reasoner.kb().rules.rules[match.rule];
    if (!add(match, rule, asked)) other_rules_.push_back(match);
  }
  for (StepId step = 0; step < two_.rows(); ++step) {
    nearest_two_[step] = *std::ranges::min_element(two_.row(step));
  }
}

// Whether the rule is a path from the known head variable to the other one.
bool PathTables::add(const RuleMatch& match, const Rule& rule, Side asked) {
  if (!direction_of(rule.head, rule.head.arguments[0])) return false;
  const Term& known = rule.head.arguments[asked == Side::kTail ? 0 : 1];
  const Term& answer = rule.head.arguments[asked == Side::kTail ? 1 : 0];
  if (rule.body.size() == 1) {
    // Head variables occur in the body, so the atom is one of both.
    add_one(match, rule.body[0].predicate, *direction_of(rule.body[0], known));
    return true;
  }
  if (rule.body.size() != 2 || relations_ > kMaxRelations) return false;
  const bool in_order = direction_of(rule.body[0], known).has_value();
  const Atom& first = rule.body[in_order ? 0 : 1];
  const Atom& second = rule.body[in_order ? 1 : 0];
  const auto first_direction = direction_of(first, known);
  if (!first_direction) return false;
  const Term& middle = first.arguments[1 - *first_direction];
  const auto second_direction = direction_of(second, middle);
  if (middle == answer || !second_direction) return false;
  if (second.arguments[1 - *second_direction] != answer) return false;
  add_two(match, {first.predicate, second.predicate}, {*first_direction, *second_direction});
  return true;
}

void PathTables::add_one(const RuleMatch& match, PredicateId predicate, std::size_t direction) {
  const std::span<const float> distances = reasoner_.symbols().to_relations(predicate);
  const std::span<float> row = std::span(one_).subspan(direction * relations_, relations_);
  for (std::size_t relation = 0; relation < relations_; ++relation) {
    row[relation] = std::min(row[relation], std::max(match.distance, distances[relation]));
  }
}

void PathTables::add_two(const RuleMatch& match, const std::array<PredicateId, 2>& predicates,
                         const std::array<std::size_t, 2>& directions) {
  if (!has_two()) {
    two_ = Matrix(2 * relations_, 2 * relations_);
    std::ranges::fill(two_.values(), kInfinity);
  }
  const std::span<const float> firsts = reasoner_.symbols().to_relations(predicates[0]);
  const std::span<const float> seconds = reasoner_.symbols().to_relations(predicates[1]);
  for (std::size_t first = 0; first < relations_; ++first) {
    const float before = std::max(match.distance, firsts[first]);
    if (before > reasoner_.radius()) continue;
    const std::span<float> row = two_.row(directions[0] * relations_ + first)
                                     .subspan(directions[1] * relations_, relations_);
    for (std::size_t second = 0; second < relations_; ++second) {
      row[second] = std::min(row[second], std::max(before, seconds[second]));
    }
  }
}

}  // namespace gntp
