// The demonstration, and the commands that it says to type next.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/command.h"
#include "base/text.h"

namespace gntp {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

TEST(Demo, TeachesAndItsCommandsWork) {
  const testing::TempFolder folder;
  const testing::Outcome demo = testing::run_gntp("demo --out tour", folder.path());
  ASSERT_EQ(demo.status, 0) << demo.err;
  EXPECT_THAT(demo.out, HasSubstr("AUC-PR 100.0 %"));
  EXPECT_THAT(demo.out, HasSubstr("locatedIn(X, Y) :- locatedIn(X, Z), locatedIn(Z, Y)"));
  EXPECT_THAT(demo.out, HasSubstr("weakest link"));
  EXPECT_THAT(demo.out, ContainsRegex("hidden regions: AUC-PR 100.0 %"));
  EXPECT_THAT(demo.out, ContainsRegex("places.txt:[0-9]+  [A-Z].* in .*\\."));

  const std::size_t next = demo.out.find("What to type next\n");
  ASSERT_NE(next, std::string::npos);
  std::size_t commands = 0;
  for (const std::string_view line : split(std::string_view(demo.out).substr(next), '\n')) {
    // Training S2 is for the user's patience, not for ours, and a server would not end.
    if (!line.starts_with("   ") || line.find(" train ") != std::string_view::npos) continue;
    if (line.find(" serve ") != std::string_view::npos) continue;
    const testing::Outcome outcome = testing::run_shell(std::string(line), folder.path());
    EXPECT_EQ(outcome.status, 0) << line << '\n' << outcome.err;
    EXPECT_FALSE(outcome.out.empty()) << line;
    ++commands;
  }
  EXPECT_GE(commands, 3U);
  EXPECT_THAT(demo.out, ::testing::EndsWith("serve tour\nand open http://127.0.0.1:8421/\n"));
}

}  // namespace
}  // namespace gntp
