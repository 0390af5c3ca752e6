// The commands that README.md shows, run in order in a folder that has the checkout's data.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/command.h"
#include "base/text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// The lines inside code fences that call gntp, wherever they expect it.
std::vector<std::string> commands_of(std::string_view text) {
  constexpr std::string_view kBuilt = "build/release/";
  std::vector<std::string> commands;
  bool inside = false;
  for (std::string_view line : split(text, '\n')) {
    if (line.starts_with("```")) inside = !inside;
    line = trim(line);
    if (line.starts_with("$ ")) line.remove_prefix(2);
    if (line.starts_with("./")) line.remove_prefix(2);
    if (line.starts_with(kBuilt)) line.remove_prefix(kBuilt.size());
    if (inside && line.starts_with("gntp ")) commands.emplace_back(line);
  }
  return commands;
}

TEST(Readme, CommandsWork) {
  const fs::path source = GNTP_SOURCE_DIR;
  if (!fs::exists(source / "README.md")) GTEST_SKIP() << "no README.md";
  const testing::TempFolder folder;
  fs::create_directory_symlink(source / "data", folder.path() / "data");
  for (const std::string& command : commands_of(read_file(source / "README.md"))) {
    const testing::Outcome outcome = testing::run_shell(command, folder.path());
    EXPECT_EQ(outcome.status, 0) << command << '\n' << outcome.err;
  }
}

}  // namespace
}  // namespace gntp
