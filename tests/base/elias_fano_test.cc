#include "base/elias_fano.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "support/errors.h"

namespace gntp {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

using Numbers = std::vector<std::uint64_t>;

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

static_assert(std::forward_iterator<EliasFano::Iterator>);

Numbers words_of(const Numbers& numbers, std::uint64_t end) {
  Numbers words(EliasFanoShape(numbers.size(), end).words(), kMost);  // what is there is lost
  EliasFanoBuilder builder(numbers.size(), end, words);
  for (const std::uint64_t number : numbers) builder.add(number);
  builder.finish();
  return words;
}

// Numbers of `draw`, sorted, all below `end`.
template <typename Draw>
Numbers sorted(std::size_t size, std::uint64_t end, Draw draw) {
  Numbers numbers(size);
  for (std::uint64_t& number : numbers) number = std::min<std::uint64_t>(draw(), end - 1);
  std::ranges::sort(numbers);
  return numbers;
}

void expect_same(const Numbers& numbers, std::uint64_t end) {
  SCOPED_TRACE(::testing::Message() << numbers.size() << " numbers below " << end);
  const Numbers words = words_of(numbers, end);
  const EliasFano coded(numbers.size(), end, words, "file");
  ASSERT_EQ(coded.size(), numbers.size());
  ASSERT_TRUE(std::ranges::equal(coded, numbers));
  std::mt19937_64 random(numbers.size());
  const std::size_t step = numbers.size() / 3000 + 1;
  for (std::size_t i = 0; i < numbers.size(); i += step) {
    ASSERT_EQ(coded[i], numbers[i]) << i;
    const auto from = coded.from(i);
    ASSERT_EQ(*from, numbers[i]) << i;
    for (const std::uint64_t asked :
         {numbers[i], numbers[i] + 1, numbers[i] - 1, random() % end, random()}) {
      const auto place = std::ranges::lower_bound(numbers, asked) - numbers.begin();
      ASSERT_EQ(coded.lower_bound(asked), place) << asked;
    }
  }
  for (const std::uint64_t asked : {std::uint64_t{0}, end / 2, end - 1, end, kMost}) {
    const auto place = std::ranges::lower_bound(numbers, asked) - numbers.begin();
    ASSERT_EQ(coded.lower_bound(asked), place) << asked;
  }
}

TEST(EliasFano, HasTheNumbersOfUniformSequences) {
  std::mt19937_64 random(1);
  for (const std::size_t size : {1, 2, 63, 64, 65, 511, 512, 513, 1000, 50'000}) {
    for (const std::uint64_t end :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{60}, std::uint64_t{5000},
          std::uint64_t{1} << 33U, std::uint64_t{1} << 63U, kMost}) {
      expect_same(sorted(size, end, [&] { return random() % end; }), end);
    }
  }
}

TEST(EliasFano, HasTheNumbersOfUnevenSequences) {
  std::mt19937_64 random(2);
  constexpr std::uint64_t kEnd = std::uint64_t{1} << 40U;
  const auto few = [&] { return random() % 5 * 1'000'000'007; };
  const auto clusters = [&] { return (random() % 7 << 37U) + random() % 100; };
  const auto mostly_large = [&] { return kEnd - 1 - random() % 1000; };
  const auto skewed = [&] { return std::uint64_t{1} << random() % 40; };
  for (const std::size_t size : {3, 700, 30'000}) {
    expect_same(sorted(size, kEnd, few), kEnd);
    expect_same(sorted(size, kEnd, clusters), kEnd);
    expect_same(sorted(size, kEnd, mostly_large), kEnd);
    expect_same(sorted(size, kEnd, skewed), kEnd);
    expect_same(Numbers(size, 0), kEnd);
    expect_same(Numbers(size, kEnd - 1), kEnd);
    expect_same(Numbers(size, kMost - 1), kMost);
    // A gap that has most of the zeros, and a crowd that has most of the ones.
    Numbers two_ends(size, 7);
    two_ends.resize(2 * size, kEnd - 1);
    expect_same(two_ends, kEnd);
  }
}

TEST(EliasFano, MayBeEmpty) {
  EXPECT_EQ(EliasFano().size(), 0U);
  EXPECT_EQ(EliasFano().lower_bound(3), 0U);
  for (const std::uint64_t end : {std::uint64_t{0}, std::uint64_t{1}, kMost}) {
    const Numbers words = words_of({}, end);
    const EliasFano coded(0, end, words, "file");
    EXPECT_EQ(coded.size(), 0U);
    EXPECT_TRUE(coded.begin() == coded.end());
    EXPECT_EQ(coded.lower_bound(0), 0U);
    EXPECT_EQ(coded.lower_bound(kMost), 0U);
  }
}

TEST(EliasFano, NeedsFewBits) {
  for (const double gap : {1.0, 3.0, 16.0, 1000.0}) {
    constexpr std::uint64_t kSize = 1'000'000;
    const EliasFanoShape shape(kSize, static_cast<std::uint64_t>(gap * kSize));
    const double bits = 64.0 * static_cast<double>(shape.words()) / kSize;
    EXPECT_LT(bits, 2.7 + std::log2(gap)) << gap;
  }
}

TEST(EliasFano, RefusesTheWrongNumberOfWords) {
  const Numbers words = words_of({1, 5, 9}, 100);
  for (const std::size_t size : {std::size_t{0}, words.size() - 1}) {
    EXPECT_THAT(error_of([&] { EliasFano(3, 100, std::span(words).first(size), "file"); }),
                HasSubstr("file: damaged: a sequence of 3 numbers has"));
  }
  EXPECT_THAT(error_of([&] { EliasFano(3000, 100, words, "file"); }), HasSubstr("file: damaged"));
  EXPECT_THAT(error_of([&] { EliasFano(kMost, kMost, words, "file"); }),
              HasSubstr("file: damaged"));
}

// Every answer is in range, and no read is outside.
TEST(EliasFano, ReadsNothingOutsideDamagedWords) {
  std::mt19937_64 random(3);
  constexpr std::uint64_t kEnd = 5000;
  const Numbers whole = words_of(sorted(1500, kEnd, [&] { return random() % kEnd; }), kEnd);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const std::uint64_t damage :
         {std::uint64_t{1}, std::uint64_t{1} << 33U, random(), kMost}) {
      Numbers words = whole;
      words[i] ^= damage;
      const EliasFano coded(1500, kEnd, words, "file");
      for (std::uint64_t k = i % 7; k < 1500; k += 7) ASSERT_LT(coded[k], kEnd);
      for (const std::uint64_t number : coded) ASSERT_LT(number, kEnd);
      for (std::uint64_t k = i % 13; k < kEnd + 9; k += 13) ASSERT_LE(coded.lower_bound(k), 1500U);
    }
  }
}

}  // namespace
}  // namespace gntp
