// A text of traps with the mentions that a careful reader finds in it: tests/text/traps. Not
// everything is found, and not everything found is right; what falls short is listed here.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>

#include "base/file.h"
#include "base/text.h"
#include "support/places.h"
#include "support/temp_folder.h"
#include "text/text_reading.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::UnorderedElementsAre;

const fs::path kTraps = testing::checkout() / "tests/text/traps";

// The first three columns.
std::set<std::string> mentions_in(const fs::path& path) {
  std::set<std::string> mentions;
  const std::string text = read_file(path);
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> fields = split(line, '\t');
    if (fields.size() < 3) continue;
    mentions.insert(fmt::format("{} {} {}", fields[0], fields[1], fields[2]));
  }
  return mentions;
}

std::set<std::string> difference(const std::set<std::string>& a, const std::set<std::string>& b) {
  std::set<std::string> rest;
  std::ranges::set_difference(a, b, std::inserter(rest, rest.end()));
  return rest;
}

TEST(Traps, PrecisionAndRecall) {
  const testing::TempFolder folder;
  const fs::path out = folder.path() / "mentions.tsv";
  ThreadPool threads(2);
  TextOptions options;
  options.counting.directions = Directions::kText;
  read_texts({(kTraps / "text.txt").string()}, read_entity_names(kTraps), out, options, threads,
             [](std::uint64_t, std::uint64_t) {});
  const std::set<std::string> gold = mentions_in(kTraps / "gold.tsv");
  const std::set<std::string> found = mentions_in(out);
  const std::set<std::string> wrong = difference(found, gold);
  const std::set<std::string> missed = difference(gold, found);
  const auto right = static_cast<double>(found.size() - wrong.size());
  const double precision = right / static_cast<double>(found.size());
  const double recall = right / static_cast<double>(gold.size());
  std::cout << fmt::format("traps: {} mentions, precision {:.3f}, recall {:.3f}\n", gold.size(),
                           precision, recall);
  EXPECT_GE(precision, 0.92);
  EXPECT_GE(recall, 0.92);
  // "Frances" reads like a plural; "a new York house" is no house in New York; a bird is no
  // country.
  EXPECT_THAT(wrong, UnorderedElementsAre("france [XXX]:are:no:names:here:but:[YYY] germany",
                                          "new_york [XXX]:house:is:not:in:[ENT]:but:in:[YYY] paris",
                                          "new_york [XXX]:house:is:not:in:[YYY] new_york_city",
                                          "turkey [XXX]:for:the:[YYY] dog"));
  // "wolves" is no regular plural.
  EXPECT_THAT(missed, UnorderedElementsAre("wolf [XXX]:of:[ENT]:fear:the:[YYY] dog",
                                           "wolf [XXX]:of:[YYY] germany",
                                           "york [XXX]:house:is:not:in:[ENT]:but:in:[YYY] paris",
                                           "york [XXX]:house:is:not:in:[YYY] new_york_city"));
}

}  // namespace
}  // namespace gntp
