// The array against one of the standard library, with places side by side and without.
#include "base/sparse_array.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace gntp {
namespace {

TEST(SparseArray, HoldsWhatAVectorHolds) {
  constexpr std::uint32_t kPlaces = 5000;
  for (const std::size_t few : {std::size_t{0}, std::size_t{kPlaces}}) {
    SparseArray<double> array(kPlaces, -1, few);
    EXPECT_EQ(array.size(), kPlaces);
    Random random(3);
    for (int round = 0; round < 30; ++round) {
      std::vector<double> expected(kPlaces, -1);
      std::vector<std::uint32_t> touched;
      const std::size_t changes = random.below(3000);
      for (std::size_t i = 0; i < changes; ++i) {
        const std::uint32_t place = random.below(kPlaces);
        const double value = random.uniform();
        array.touch(place) = expected[place] = value;
        touched.push_back(place);
      }
      for (std::uint32_t place = 0; place < kPlaces; ++place) {
        ASSERT_EQ(array[place], expected[place]) << place;
      }
      array.clear(std::span<const std::uint32_t>(touched));
      for (std::uint32_t place = 0; place < kPlaces; ++place) ASSERT_EQ(array[place], -1) << place;
    }
  }
}

TEST(SparseArray, MayHaveNoPlaces) {
  SparseArray<float> none;
  EXPECT_EQ(none.size(), 0U);
  none.clear(std::span<const std::uint32_t>());
}

}  // namespace
}  // namespace gntp
