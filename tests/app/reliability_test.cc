// docs/reliability.md names a test in every row: each must be there.
#include <fnmatch.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "support/places.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFewestRows = 50;

// The tests of a source file, as Suite.Name.
void add_tests(std::string_view source, std::vector<std::string>& tests) {
  for (const std::string_view macro : {"\nTEST(", "\nTEST_F(", "\nTEST_P("}) {
    for (std::size_t at = source.find(macro); at != std::string_view::npos;
         at = source.find(macro, at + 1)) {
      const std::string_view rest = source.substr(at + macro.size());
      const std::vector<std::string_view> names = split(rest.substr(0, rest.find(')')), ',');
      ASSERT_EQ(names.size(), 2U);
      tests.emplace_back(trim(names[0])).append(".").append(trim(names[1]));
    }
  }
}

std::vector<std::string> all_tests() {
  std::vector<std::string> tests;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(testing::checkout() / "tests")) {
    if (entry.path().extension() == ".cc") add_tests(read_file(entry.path()), tests);
  }
  return tests;
}

// The test of each row: what is between the last two backticks.
std::vector<std::string> tests_of_rows(std::string_view text) {
  std::vector<std::string> tests;
  for (const std::string_view line : split(text, '\n')) {
    if (!line.starts_with("| ") || line.starts_with("| what happens when")) continue;
    const std::size_t end = line.rfind('`');
    const std::size_t begin = line.rfind('`', end - 1) + 1;
    std::string test(line.substr(begin, end - begin));
    test.erase(0, test.rfind('/') + 1);  // of a parametrised suite
    if (test.find('.') == std::string::npos) test += ".*";
    tests.push_back(std::move(test));
  }
  return tests;
}

TEST(Reliability, EveryRowHasItsTest) {
  const std::vector<std::string> tests = all_tests();
  const std::vector<std::string> rows =
      tests_of_rows(read_file(testing::checkout() / "docs/reliability.md"));
  EXPECT_GE(rows.size(), kFewestRows);
  for (const std::string& row : rows) {
    EXPECT_TRUE(std::ranges::any_of(tests, [&](const std::string& test) {
      return ::fnmatch(row.c_str(), test.c_str(), 0) == 0;
    })) << row;
  }
}

}  // namespace
}  // namespace gntp
