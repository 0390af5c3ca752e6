#include "base/numbers.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace gntp {
namespace {

TEST(ParseNumber, TakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_number<int>("-12"), -12);
  EXPECT_EQ(parse_number<double>("1.5e3"), 1500);
  EXPECT_EQ(parse_number<std::uint32_t>("4294967295"), 4294967295U);
  for (const char* text : {"", " 1", "1 ", "1x", "x", "4294967296", "-1", "1.5", "+1"}) {
    EXPECT_EQ(parse_number<std::uint32_t>(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace gntp
