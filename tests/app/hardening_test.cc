// The program is built with the guards that the compiler and the linker have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "app/command.h"
#include "support/places.h"

namespace gntp::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

std::string readelf(const std::string& what) {
  const TempFolder folder;
  const Outcome outcome =
      run_shell("readelf --wide " + what + " '" + program().string() + "'\n", folder.path());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome.out;
}

TEST(Hardening, GuardsTheProgram) {
#ifndef GNTP_HARDENED
  GTEST_SKIP() << "NOT TESTED: a build without GNTP_HARDENED";
#endif
  EXPECT_THAT(readelf("--file-header"), ContainsRegex("Type: +DYN"));  // random addresses
  const std::string segments = readelf("--program-headers");
  EXPECT_THAT(segments, HasSubstr("GNU_RELRO"));
  EXPECT_THAT(segments, ContainsRegex("GNU_STACK .* RW +0x"));  // not executable
  const std::string dynamic = readelf("--dynamic");
  EXPECT_THAT(dynamic, HasSubstr("BIND_NOW"));
  EXPECT_THAT(dynamic, HasSubstr("PIE"));
  EXPECT_THAT(readelf("--symbols"), HasSubstr("__stack_chk_fail"));
}

TEST(Hardening, ChecksCopies) {
#ifndef GNTP_FORTIFIED
  GTEST_SKIP() << "NOT TESTED: sanitizers check copies here, or nothing is optimised";
#endif
  EXPECT_THAT(readelf("--dyn-syms"), ContainsRegex("__[a-z]+_chk"));
}

}  // namespace
}  // namespace gntp::testing
