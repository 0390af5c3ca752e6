// The commands that README.md shows, run in order in a folder that has the checkout's data.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/command.h"
#include "base/text.h"
#include "support/places.h"

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

// A server goes on until somebody ends it: here, once it has said where it listens, or after a
// minute. It takes any free port, because the usual one may be taken.
std::string until_it_listens(const std::string& server) {
  return "(exec " + server.substr(0, server.find('#')) +
         " --port 0\n) > listening 2>&1 & server=$!\n"
         "for turn in $(seq 600); do\n"
         "  grep -q http listening && break\n"
         "  kill -0 $server || break\n"
         "  sleep 0.1\n"
         "done\n"
         "kill -TERM $server\n"
         "wait $server || { status=$?; cat listening >&2; exit $status; }\n";
}

TEST(Readme, CommandsWork) {
  const fs::path source = testing::checkout();
  const testing::TempFolder folder;
  fs::create_directory_symlink(source / "data", folder.path() / "data");
  const std::vector<std::string> commands = commands_of(read_file(source / "README.md"));
  ASSERT_GE(commands.size(), kFewestCommands)
      << "they are shown in another way now: adapt commands_of";
  for (const std::string& command : commands) {
    const bool is_server = command.starts_with("gntp serve ");
    const testing::Outcome outcome =
        testing::run_shell(is_server ? until_it_listens(command) : command, folder.path());
    EXPECT_EQ(outcome.status, 0) << command << '\n' << outcome.err;
  }
}

}  // namespace
}  // namespace gntp
