#include "engine/rule_join.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace gntp {
namespace {

RelationId relation_of(const Atom& atom) {
  return RelationId(atom.predicate);
}

// From the argument at this place to the other.
Step step_from(const Atom& atom, std::size_t place) {
  return place == 0 ? forwards(relation_of(atom)) : backwards(relation_of(atom));
}

}  // namespace

RuleJoin::RuleJoin(const StepGraph& graph, std::vector<Atom> atoms, std::size_t variables,
                   std::vector<EntityId> excluded)
    : graph_(graph),
      atoms_(std::move(atoms)),
      excluded_(std::move(excluded)),
      binding_(variables),
      is_done_(atoms_.size()) {}

std::optional<EntityId> RuleJoin::value(const Term& term) const {
  return term.is_variable() ? binding_[term.id] : term.entity_id();
}

bool RuleJoin::is_allowed(EntityId entity, const Binding& binding) const {
  return std::ranges::find(excluded_, entity) == excluded_.end() &&
         std::ranges::find(binding, std::optional(entity)) == binding.end();
}

bool RuleJoin::is_fact(const Atom& atom) const {
  return std::ranges::binary_search(graph_.targets(*value(atom.arguments[0]), step_from(atom, 0)),
                                    *value(atom.arguments[1]));
}

std::size_t RuleJoin::choices(const Atom& atom) const {
  const auto head = value(atom.arguments[0]);
  const auto tail = value(atom.arguments[1]);
  if (head && tail) return 0;  // there is nothing to choose
  if (head) return 1 + graph_.targets(*head, step_from(atom, 0)).size();
  if (tail) return 1 + graph_.targets(*tail, step_from(atom, 1)).size();
  // Any other atom first: an entity that it binds will say more.
  return std::numeric_limits<std::size_t>::max() / 2 + graph_.starts(step_from(atom, 0)).size();
}

std::span<const EntityId> RuleJoin::candidates(std::uint32_t variable) const {
  std::optional<std::span<const EntityId>> shortest;
  for (const Atom& atom : atoms_) {
    for (const std::size_t place : {0, 1}) {
      if (atom.arguments[place] != Term::variable(variable)) continue;
      const Term& other = atom.arguments[1 - place];
      const std::span<const EntityId> list =
          other.is_variable() ? graph_.starts(step_from(atom, place))
                              : graph_.targets(other.entity_id(), step_from(atom, 1 - place));
      if (!shortest || list.size() < shortest->size()) shortest = list;
    }
  }
  return shortest.value_or(std::span<const EntityId>());
}

bool RuleJoin::run(Binding binding, const std::function<Go(const Binding&)>& prune,
                   const std::function<Go(const Binding&)>& found, std::size_t& steps) {
  binding_ = std::move(binding);
  is_done_.assign(atoms_.size(), false);
  prune_ = &prune;
  found_ = &found;
  steps_ = &steps;
  is_cut_ = false;
  if (prune(binding_) == Go::kOn) extend();
  return !is_cut_;
}

RuleJoin::Go RuleJoin::extend() {
  std::size_t next = atoms_.size();
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    if (is_done_[i]) continue;
    const std::size_t here = choices(atoms_[i]);
    if (here < fewest) {
      fewest = here;
      next = i;
    }
  }
  if (next == atoms_.size()) return (*found_)(binding_);
  is_done_[next] = true;
  const Go go = try_atom(atoms_[next]);
  is_done_[next] = false;
  return go;
}

RuleJoin::Go RuleJoin::bind(const Term& term, EntityId entity, const std::function<Go()>& then) {
  if (*steps_ == 0) {
    is_cut_ = true;
    return Go::kEnd;
  }
  --*steps_;
  if (!is_allowed(entity, binding_)) return Go::kOn;
  binding_[term.id] = entity;
  Go go = (*prune_)(binding_);
  if (go == Go::kOn) go = then();
  binding_[term.id].reset();
  return go == Go::kEnd ? Go::kEnd : Go::kOn;
}

RuleJoin::Go RuleJoin::try_atom(const Atom& atom) {
  const auto head = value(atom.arguments[0]);
  const auto tail = value(atom.arguments[1]);
  if (head && tail) return is_fact(atom) ? extend() : Go::kOn;
  if (!head && !tail && atom.arguments[0] == atom.arguments[1]) {  // p(X, X)
    for (const EntityId entity : graph_.starts(step_from(atom, 0))) {
      const Go go =
          bind(atom.arguments[0], entity, [&] { return is_fact(atom) ? extend() : Go::kOn; });
      if (go == Go::kEnd) return go;
    }
    return Go::kOn;
  }
  const std::size_t place = head || !tail ? 0 : 1;  // where to go from
  const auto go_on_from = [&](EntityId from) {
    for (const EntityId to : graph_.targets(from, step_from(atom, place))) {
      const Go go = bind(atom.arguments[1 - place], to, [&] { return extend(); });
      if (go == Go::kEnd) return go;
    }
    return Go::kOn;
  };
  if (head || tail) return go_on_from(head ? *head : *tail);
  for (const EntityId from : graph_.starts(step_from(atom, 0))) {
    if (bind(atom.arguments[0], from, [&] { return go_on_from(from); }) == Go::kEnd) {
      return Go::kEnd;
    }
  }
  return Go::kOn;
}

}  // namespace gntp
