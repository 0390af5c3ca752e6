#include "base/id_set.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"

namespace gntp {
namespace {

TEST(IdSet, HoldsWhatWasPutInAndNotTakenOut) {
  constexpr std::uint32_t kSize = 200;
  Random random(1);
  IdSet ids;
  ids.resize(kSize);
  std::set<std::uint32_t> expected;
  for (std::size_t round = 0; round < 1000; ++round) {
    const std::uint32_t id = random.below(kSize);
    if (random.below(2) == 0) {
      ids.insert(id);
      expected.insert(id);
    } else {
      ids.erase(id);
      expected.erase(id);
    }
    const std::uint32_t asked = random.below(kSize);
    ASSERT_EQ(ids.contains(asked), expected.contains(asked));
  }
}

}  // namespace
}  // namespace gntp
