// Facts in names, and changes to the facts that a model knows. Plain values.
#pragma once

#include <string>
#include <vector>

namespace gntp {

struct Fact {
  std::string head;
  std::string relation;
  std::string tail;

  friend bool operator==(const Fact&, const Fact&) = default;
};

// What people call an entity, or anything else that has a name.
struct EntityLabel {
  std::string name;
  std::string label;
};

// What a model is to know besides, and no longer: first facts are removed, then others are added.
struct FactChanges {
  std::vector<Fact> added = {};    // entities may be new, relations may not
  std::vector<Fact> removed = {};  // facts that the model knows
  // Of entities that have none yet; what is said of others is passed over.
  std::vector<EntityLabel> labels = {};
};

}  // namespace gntp
