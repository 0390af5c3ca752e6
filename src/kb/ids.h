// The numbers by which the knowledge base names things, and how wide they are: decided here, once.
// Each kind is a type of its own, so that none can be taken for another.
#pragma once

#include <cassert>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

namespace gntp {

// Kinds of things are told apart by tags. A kind whose tag is derived from another's belongs to it.
template <typename Tag, typename Wider>
concept BelongsTo = std::derived_from<Tag, Wider> && !std::same_as<Tag, Wider>;
template <typename Tag, typename Narrower>
concept Includes = BelongsTo<Narrower, Tag>;
template <typename Tag, typename Other>
concept IsApartFrom = !std::derived_from<Tag, Other> && !std::derived_from<Other, Tag>;

// A number that names one thing of a kind.
template <typename Tag, typename Value>
class StrongId {
 public:
  constexpr StrongId() = default;
  // Requires: `Value` can hold the number.
  template <std::integral Number>
  constexpr explicit StrongId(Number number) : value_(static_cast<Value>(number)) {
    assert(std::in_range<Value>(number));
  }
  template <BelongsTo<Tag> Narrower>
  // NOLINTNEXTLINE(google-explicit-constructor): a relation is a predicate
  constexpr StrongId(StrongId<Narrower, Value> id) : value_(id) {}
  // Requires: what it names is of this kind.
  template <Includes<Tag> Wider>
  constexpr explicit StrongId(StrongId<Wider, Value> id) : value_(id) {}

  // What names nothing, where a variable needs such a value.
  static constexpr StrongId none() { return StrongId(std::numeric_limits<Value>::max()); }

  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): ids index arrays
  constexpr operator Value() const { return value_; }
  constexpr StrongId& operator++() {
    ++value_;
    return *this;
  }

  friend constexpr bool operator==(StrongId, StrongId) = default;
  friend constexpr auto operator<=>(StrongId, StrongId) = default;

 private:
  Value value_ = 0;
};

// Not as numbers either: ids of kinds that have nothing in common cannot be compared.
template <typename TagA, typename A, IsApartFrom<TagA> TagB, typename B>
bool operator==(StrongId<TagA, A>, StrongId<TagB, B>) = delete;
template <typename TagA, typename A, IsApartFrom<TagA> TagB, typename B>
std::strong_ordering operator<=>(StrongId<TagA, A>, StrongId<TagB, B>) = delete;

struct EntityTag {};
struct PredicateTag {};
struct RelationTag : PredicateTag {};
struct RuleTag {};
struct FeatureTag {};
struct TypeTag {};

using EntityId = StrongId<EntityTag, std::uint32_t>;
// A row of the predicates: relation r is row r, slot s is row relations + s.
using PredicateId = StrongId<PredicateTag, std::uint32_t>;
using RelationId = StrongId<RelationTag, std::uint32_t>;
using RuleId = StrongId<RuleTag, std::uint32_t>;
// A word of the patterns, or two of them that are neighbours.
using FeatureId = StrongId<FeatureTag, std::uint32_t>;
// A type of entities.
using TypeId = StrongId<TypeTag, std::uint32_t>;

}  // namespace gntp

template <typename Tag, typename Value>
struct std::hash<gntp::StrongId<Tag, Value>> {
  std::size_t operator()(gntp::StrongId<Tag, Value> id) const noexcept {
    return std::hash<Value>()(id);
  }
};
