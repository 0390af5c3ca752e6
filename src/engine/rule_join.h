// The ways to put entities in place of variables so that some atoms are facts, one after the other.
// As where rules are counted (docs/theory.md), different variables stand for different entities,
// and none of them for one that the atoms name.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "kb/rule.h"
#include "kb/step_graph.h"

namespace gntp {

class RuleJoin {
 public:
  // By variable; nothing where it is open.
  using Binding = std::vector<std::optional<EntityId>>;
  enum class Go : std::uint8_t { kOn, kBack, kEnd };

  // Keeps a reference to the graph. `excluded` are entities that no variable stands for.
  RuleJoin(const StepGraph& graph, std::vector<Atom> atoms, std::size_t variables,
           std::vector<EntityId> excluded);

  // From where variables already stand for what `binding` says. Calls prune(binding) whenever a
  // variable was bound (kBack: nothing comes of this binding) and found(binding) for each way
  // that is left. Takes at most `steps` steps, and takes them away. False where they did not
  // suffice.
  bool run(Binding binding, const std::function<Go(const Binding&)>& prune,
           const std::function<Go(const Binding&)>& found, std::size_t& steps);

  // Entities that a variable may stand for, by id: the shortest of the lists that single atoms
  // give; empty where no atom has it, too.
  std::span<const EntityId> candidates(std::uint32_t variable) const;

  // Whether the variable may stand for the entity, given the others.
  bool is_allowed(EntityId entity, const Binding& binding) const;

 private:
  std::optional<EntityId> value(const Term& term) const;
  // How many ways an atom leaves, as far as it is easily told.
  std::size_t choices(const Atom& atom) const;
  bool is_fact(const Atom& atom) const;
  Go extend();
  Go bind(const Term& term, EntityId entity, const std::function<Go()>& then);
  Go try_atom(const Atom& atom);

  const StepGraph& graph_;
  std::vector<Atom> atoms_;
  std::vector<EntityId> excluded_;
  // Of the run at hand.
  Binding binding_;
  std::vector<bool> is_done_;  // by atom
  const std::function<Go(const Binding&)>* prune_ = nullptr;
  const std::function<Go(const Binding&)>* found_ = nullptr;
  std::size_t* steps_ = nullptr;
  bool is_cut_ = false;
};

}  // namespace gntp
