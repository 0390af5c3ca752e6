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

// A number that names one thing of the kind that `Tag` stands for. Kinds whose tags are derived
// from another's belong to that kind, too: their ids become the wider ones on their own, and back
// only where the caller, who has to know, says so.
template <typename Tag, typename Value>
class StrongId {
  template <typename Other>
  static constexpr bool kIsWider = std::derived_from<Tag, Other> && !std::same_as<Tag, Other>;
  template <typename Other>
  static constexpr bool kIsNarrower = std::derived_from<Other, Tag> && !std::same_as<Tag, Other>;

 public:
  constexpr StrongId() = default;
  // Requires: `Value` can hold the number.
  template <std::integral Number>
  constexpr explicit StrongId(Number number) : value_(static_cast<Value>(number)) {
    assert(std::in_range<Value>(number));
  }
  template <typename Other>
  requires kIsWider<Other> || kIsNarrower<Other>
  constexpr explicit(kIsWider<Other>) StrongId(StrongId<Other, Value> id) : value_(id) {}

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
template <typename TagA, typename A, typename TagB, typename B>
requires(!std::derived_from<TagA, TagB> && !std::derived_from<TagB, TagA>) bool operator==(
    StrongId<TagA, A>, StrongId<TagB, B>) = delete;
template <typename TagA, typename A, typename TagB, typename B>
requires(!std::derived_from<TagA, TagB> && !std::derived_from<TagB, TagA>) std::strong_ordering
operator<=>(StrongId<TagA, A>, StrongId<TagB, B>) = delete;

struct EntityTag {};
struct PredicateTag {};
struct RelationTag : PredicateTag {};
struct RuleTag {};
struct FactTag {};
struct FeatureTag {};

using EntityId = StrongId<EntityTag, std::uint32_t>;
// A row of the predicates: relation r is row r, slot s is row relations + s.
using PredicateId = StrongId<PredicateTag, std::uint32_t>;
using RelationId = StrongId<RelationTag, std::uint32_t>;
using RuleId = StrongId<RuleTag, std::uint32_t>;
using FactId = StrongId<FactTag, std::uint64_t>;
// A word of the patterns, or two of them that are neighbours.
using FeatureId = StrongId<FeatureTag, std::uint32_t>;

}  // namespace gntp

template <typename Tag, typename Value>
struct std::hash<gntp::StrongId<Tag, Value>> {
  std::size_t operator()(gntp::StrongId<Tag, Value> id) const noexcept {
    return std::hash<Value>()(id);
  }
};
