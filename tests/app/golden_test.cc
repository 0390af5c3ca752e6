// Golden folders: tests/golden/<name>/ holds a data set, `cmd` (shell commands that run in a copy
// of it) and `expected` (all they print). GNTP_UPDATE_GOLDEN=1 writes the expected files anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "app/command.h"
#include "support/places.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

const fs::path kGolden = testing::checkout() / "tests/golden";

std::vector<std::string> golden_names() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kGolden)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

class Golden : public ::testing::TestWithParam<std::string> {};

TEST_P(Golden, PrintsWhatIsExpected) {
  const fs::path folder = kGolden / GetParam();
  const testing::TempFolder temp;
  const fs::path copy = temp.path() / "data";
  fs::copy(folder, copy);
  const testing::Outcome outcome =
      testing::run_shell("exec 2>&1\nset -e\n" + read_file(copy / "cmd"), copy);
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  if (std::getenv("GNTP_UPDATE_GOLDEN") != nullptr) write_file(folder / "expected", outcome.out);
  EXPECT_EQ(outcome.out, read_file(folder / "expected"));
}

INSTANTIATE_TEST_SUITE_P(Folders, Golden, ::testing::ValuesIn(golden_names()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace gntp
