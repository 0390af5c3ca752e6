#include "base/units.h"

#include <gtest/gtest.h>

namespace gntp {
namespace {

TEST(Units, DurationsAreANumberAndAUnit) {
  EXPECT_EQ(parse_duration("90s"), 90);
  EXPECT_EQ(parse_duration("10m"), 600);
  EXPECT_EQ(parse_duration("1.5h"), 5400);
  EXPECT_EQ(parse_duration("2d"), 172800);
  EXPECT_EQ(parse_duration("0s"), 0);
  for (const char* text : {"", "s", "10", "10 s", "-1s", "1w", "infs", "nans", "1m30s"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(Units, SizesAreAWholeNumberAndAUnit) {
  EXPECT_EQ(parse_size("512M"), 512U << 20U);
  EXPECT_EQ(parse_size("4G"), std::uint64_t{4} << 30U);
  EXPECT_EQ(parse_size("1K"), 1024U);
  EXPECT_EQ(parse_size("8388607T"), std::uint64_t{8388607} << 40U);
  for (const char* text : {"", "M", "512", "1.5G", "-1M", "8388608T", "1m", "1GB"}) {
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace gntp
