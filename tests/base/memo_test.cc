#include "base/memo.h"

#include <gtest/gtest.h>

namespace gntp {
namespace {

// Far more keys than there are places, each asked for twice in a row and again much later.
TEST(Memo, GivesWhatTheFunctionGives) {
  Memo<std::uint64_t> memo;
  std::size_t computed = 0;
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t key = 0; key < 50'000; ++key) {
      for (int again = 0; again < 2; ++again) {
        const std::uint64_t value = memo.get(key, [&] {
          ++computed;
          return 3 * key + 1;
        });
        ASSERT_EQ(value, 3 * key + 1);
      }
    }
  }
  EXPECT_LE(computed, 100'000U);  // the second of two is remembered
  EXPECT_GE(computed, 50'000U);
}

TEST(Memo, ForgetsWhenItIsCleared) {
  Memo<int> memo;
  EXPECT_EQ(memo.get(7, [] { return 1; }), 1);
  EXPECT_EQ(memo.get(7, [] { return 2; }), 1);
  memo.clear();
  EXPECT_EQ(memo.get(7, [] { return 2; }), 2);
}

}  // namespace
}  // namespace gntp
