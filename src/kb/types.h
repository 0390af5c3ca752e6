// What kinds of things entities are: any number of types each (types.tsv).
//
// A TypeList takes them as they come, by name; Types are made of it once entities are numbered:
// immutable, shared by any number of threads; copies share what they hold, or read it where it lies
// in a mapped file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/shared_array.h"
#include "kb/vocabulary.h"

namespace gntp {

class TypeList {
 public:
  // The same may be said several times.
  void add(std::string_view entity, std::string_view type);
  bool empty() const { return pairs_.empty(); }

 private:
  friend class Types;
  Vocabulary<EntityId> entities_;  // in an order of its own
  Vocabulary<TypeId> types_;
  std::vector<std::pair<EntityId, TypeId>> pairs_;
};

class Types {
 public:
  Types() = default;
  // Of those entities that there are; a type of nobody is none.
  Types(const TypeList& list, const Vocabulary<EntityId>& entities);
  // Those of type i are entities[begins[i]] up to entities[begins[i + 1]]. Throws Error where the
  // sizes do not go together.
  Types(Vocabulary<TypeId> names, SharedArray<std::uint64_t> begins,
        SharedArray<EntityId> entities);

  // Numbered in the order of their names.
  const Vocabulary<TypeId>& names() const { return names_; }
  std::size_t size() const { return names_.size(); }
  bool empty() const { return names_.size() == 0; }
  // By id; at least one.
  std::span<const EntityId> entities_of(TypeId type) const;
  // How many entities have a type.
  std::size_t typed_entities() const;

  const SharedArray<std::uint64_t>& begins() const { return begins_; }
  const SharedArray<EntityId>& entities() const { return entities_; }

 private:
  Vocabulary<TypeId> names_;
  SharedArray<std::uint64_t> begins_;  // of each type's entities, and the end; empty: no types
  SharedArray<EntityId> entities_;     // by type
};

}  // namespace gntp
