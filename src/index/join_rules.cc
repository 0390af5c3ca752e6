#include "index/join_rules.h"

#include <algorithm>
#include <limits>

namespace gntp {
namespace {

void lower(std::span<float> least, float head_distance, std::span<const float> to_relations) {
  for (std::size_t relation = 0; relation < least.size(); ++relation) {
    least[relation] = std::min(least[relation], std::max(head_distance, to_relations[relation]));
  }
}

// Which argument of the atom the term is; none if it is not there or both are.
std::optional<std::size_t> place_of(const Term& term, const Atom& atom) {
  if (std::ranges::count(atom.arguments, term) != 1) return std::nullopt;
  return atom.arguments[0] == term ? 0 : 1;
}

}  // namespace

JoinRules::JoinRules(const RuleSet& rules, const RuleIndex& index, const SymbolDistances& symbols,
                     std::size_t goals)
    : index_(index), symbols_(symbols), goals_(goals), groups_(goals * kShapes), others_(goals) {
  for (Id id = 0; id < rules.rules.size(); ++id) forms_.push_back(form_of(rules.rules[id], id));
}

std::optional<JoinRules::Form> JoinRules::form_of(const Rule& rule, Id id) {
  const auto& [x, y] = rule.head.arguments;
  if (!x.is_variable() || !y.is_variable() || x == y) return std::nullopt;
  if (rule.body.size() == 1) {
    const Atom& atom = rule.body[0];
    if (!place_of(x, atom) || !place_of(y, atom)) return std::nullopt;
    const Shape shape = atom.arguments[0] == x ? kForward : kBackward;
    return Form{shape, {0, id, atom.predicate, atom.predicate, 0}};
  }
  if (rule.body.size() != 2) return std::nullopt;
  const std::uint8_t first = place_of(x, rule.body[0]) ? 0 : 1;
  const Atom& at_head = rule.body[first];
  const Atom& at_tail = rule.body[1 - first];
  const auto x_place = place_of(x, at_head);
  const auto y_place = place_of(y, at_tail);
  if (!x_place || !y_place) return std::nullopt;
  const Term& z = at_head.arguments[1 - *x_place];
  const bool fresh = z.is_variable() && z != x && z != y;
  if (!fresh || z != at_tail.arguments[1 - *y_place]) return std::nullopt;
  const std::size_t shape = kChains + 2 * *x_place + (1 - *y_place);
  return Form{static_cast<std::uint8_t>(shape),
              {0, id, at_head.predicate, at_tail.predicate, first}};
}

void JoinRules::refresh(ThreadPool& threads) {
  const std::size_t relations = goals_ == 0 ? 0 : symbols_.to_relations(0).size();
  threads.for_each(goals_, [&](std::size_t goal, std::size_t) {
    const std::span<Group> groups = std::span(groups_).subspan(goal * kShapes, kShapes);
    for (Group& group : groups) {
      group.rules.clear();
      group.at_head.clear();
      group.at_tail.clear();
    }
    others_[goal].clear();
    for (const RuleMatch& match : index_.nearest(static_cast<PredicateId>(goal))) {
      const std::optional<Form>& form = forms_[match.rule];
      if (!form) {
        others_[goal].push_back(match);
        continue;
      }
      JoinRule rule = form->rule;
      rule.head_distance = match.distance;
      Group& group = groups[form->shape];
      if (group.rules.empty()) {
        group.at_head.assign(relations, std::numeric_limits<float>::infinity());
        group.at_tail.assign(relations, std::numeric_limits<float>::infinity());
      }
      group.rules.push_back(rule);
      lower(group.at_head, match.distance, symbols_.to_relations(rule.at_head));
      if (form->shape >= kChains) {
        lower(group.at_tail, match.distance, symbols_.to_relations(rule.at_tail));
      }
    }
  });
}

}  // namespace gntp
