// A rule in ids: a Horn clause over binary atoms. Its predicates are relations of the knowledge
// base (fixed) or slots: vectors that are learned, one for each copy of a template.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>

#include "kb/ids.h"

namespace gntp {

// A rule's argument: an entity, or a variable numbered from 0 within its rule.
struct Term {
  enum class Kind : std::uint8_t { kVariable, kEntity };
  Kind kind;
  std::uint32_t id;

  static Term variable(std::uint32_t id) { return {Kind::kVariable, id}; }
  static Term entity(EntityId id) { return {Kind::kEntity, id}; }
  bool is_variable() const { return kind == Kind::kVariable; }
  // Requires: not a variable.
  EntityId entity_id() const { return EntityId(id); }
  friend auto operator<=>(const Term&, const Term&) = default;
};

struct Atom {
  PredicateId predicate;
  std::array<Term, 2> arguments;
  friend bool operator==(const Atom&, const Atom&) = default;
};

// What a proof may have to prove for one rule; the search grows with its power.
inline constexpr std::size_t kMaxBodyAtoms = 8;

// A list of at most kMaxBodyAtoms atoms, without memory of its own elsewhere.
class RuleBody {
 public:
  RuleBody() = default;
  RuleBody(std::initializer_list<Atom> atoms) {
    for (const Atom& atom : atoms) push_back(atom);
  }

  // Requires: there is room.
  void push_back(const Atom& atom) {
    assert(size_ < kMaxBodyAtoms);
    atoms_[size_++] = atom;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Atom& operator[](std::size_t i) const { return atoms_[i]; }
  const Atom* begin() const { return atoms_.data(); }
  const Atom* end() const { return atoms_.data() + size_; }
  operator std::span<const Atom>() const { return {atoms_.data(), size_}; }  // NOLINT: as spans do

  friend bool operator==(const RuleBody& a, const RuleBody& b) { return std::ranges::equal(a, b); }

 private:
  std::array<Atom, kMaxBodyAtoms> atoms_;
  std::size_t size_ = 0;
};

// How often a rule was right in the facts it was found in: of `body` pairs (or entities) that its
// body connects, `support` have its head. Zeros where nobody has counted.
struct RuleCounts {
  std::uint32_t support = 0;
  std::uint32_t body = 0;

  // Counts beyond what fits are as large as fits.
  static RuleCounts of(std::size_t support, std::size_t body) {
    constexpr std::size_t kLargest = std::numeric_limits<std::uint32_t>::max();
    return {static_cast<std::uint32_t>(std::min(support, kLargest)),
            static_cast<std::uint32_t>(std::min(body, kLargest))};
  }
  friend bool operator==(const RuleCounts&, const RuleCounts&) = default;
};

struct Rule {
  Atom head;
  RuleBody body;
  std::size_t variables = 0;  // how many; they are numbered from 0
};

}  // namespace gntp
