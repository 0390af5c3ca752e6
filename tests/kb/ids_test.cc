#include "kb/ids.h"

#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace gntp {
namespace {

template <typename A, typename B>
concept Comparable = requires(A a, B b) {
  a == b;
};
template <typename A, typename B>
concept Ordered = requires(A a, B b) {
  a < b;
};

TEST(Ids, AreAsLargeAsTheirNumbers) {
  static_assert(sizeof(EntityId) == sizeof(std::uint32_t));
  static_assert(sizeof(RelationId) == sizeof(std::uint32_t));
  static_assert(std::is_trivially_copyable_v<EntityId> && std::is_trivially_copyable_v<RuleId>);
}

TEST(Ids, OfDifferentKindsDoNotMix) {
  static_assert(!std::is_constructible_v<EntityId, RelationId>);
  static_assert(!std::is_constructible_v<TypeId, EntityId>);
  static_assert(!std::is_constructible_v<RuleId, PredicateId>);
  static_assert(!std::is_assignable_v<EntityId&, RelationId>);
  static_assert(!std::is_assignable_v<EntityId&, std::uint32_t>);
  static_assert(!Comparable<EntityId, RelationId> && !Ordered<EntityId, RelationId>);
  static_assert(!Comparable<RuleId, TypeId> && !Ordered<TypeId, RuleId>);
}

TEST(Ids, OfRelationsAreThoseOfPredicates) {
  static_assert(std::is_convertible_v<RelationId, PredicateId>);
  static_assert(!std::is_convertible_v<PredicateId, RelationId>);
  static_assert(Comparable<RelationId, PredicateId> && Ordered<PredicateId, RelationId>);
  const PredicateId predicate = RelationId(3);
  EXPECT_EQ(predicate, RelationId(3));
  EXPECT_EQ(RelationId(predicate), RelationId(3));
}

TEST(Ids, CountAndIndex) {
  const std::vector<std::string> names{"a", "b", "c"};
  std::string all;
  for (EntityId id{0}; id < names.size(); ++id) all += names[id];
  EXPECT_EQ(all, "abc");
  EXPECT_EQ(EntityId(), EntityId(0));
  EXPECT_LT(EntityId(1), EntityId(2));
}

TEST(Ids, NoneIsNoOther) {
  EXPECT_EQ(EntityId::none(), 0xFFFFFFFFU);
}

TEST(Ids, CanBeHashed) {
  const std::unordered_set<TypeId> facts{TypeId(1), TypeId(2), TypeId(1)};
  EXPECT_EQ(facts.size(), 2U);
  EXPECT_TRUE(facts.contains(TypeId(2)));
}

}  // namespace
}  // namespace gntp
