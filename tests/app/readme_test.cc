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

constexpr std::size_t kFewestCommands = 10;

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
  const testing::TempFolder folder;
  fs::create_directory_symlink(source / "data", folder.path() / "data");
  const std::vector<std::string> commands = commands_of(read_file(source / "README.md"));
  ASSERT_GE(commands.size(), kFewestCommands)
      << "they are shown in another way now: adapt commands_of";
  for (const std::string& command : commands) {
    // A server goes on until somebody ends it.
    const bool is_server = command.starts_with("gntp serve ");
    const testing::Outcome outcome = testing::run_shell(
        is_server ? "timeout --preserve-status 5 " + command : command, folder.path());
    EXPECT_EQ(outcome.status, 0) << command << '\n' << outcome.err;
  }
}

}  // namespace
}  // namespace gntp
