#include "base/front_coded_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

#include "base/section_file.h"
#include "support/errors.h"
#include "support/fuzz.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

using ::testing::AnyOf;
using testing::error_of;
using testing::FuzzTally;
using ::testing::HasSubstr;
using testing::random_text;
using testing::TempFolder;

using Names = std::vector<std::string>;  // sorted, distinct

struct Coded {
  explicit Coded(const Names& names) {
    FrontCodedWriter writer(
        [this](std::string_view more) { bytes.insert(bytes.end(), more.begin(), more.end()); });
    for (const std::string& name : names) writer.add(name);
    EXPECT_EQ(writer.size(), names.size());
    blocks = writer.finish();
  }
  FrontCodedNames view() const { return {bytes, blocks, "file"}; }

  std::vector<char> bytes;
  std::vector<std::uint64_t> blocks;
};

// Names that share a lot, of few letters, the least and the largest byte among them.
Names random_names(std::mt19937& random, std::size_t size) {
  using namespace std::literals;
  std::set<std::string> names;
  const std::string root = random_text(random, "ab", 200);
  while (names.size() < size) {
    names.insert(root.substr(0, random() % (root.size() + 1)) +
                 random_text(random, "ab\0\xFF"sv, 12));
  }
  return {names.begin(), names.end()};
}

void expect_same(const FrontCodedNames& coded, const Names& names) {
  ASSERT_EQ(coded.size(), names.size());
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(coded.name(i), names[i]);
    EXPECT_EQ(coded.find(names[i]), i);
  }
  Names all;
  coded.for_each(0, coded.size(), [&](std::uint32_t index, std::string_view name) {
    EXPECT_EQ(index, all.size());
    all.emplace_back(name);
  });
  EXPECT_EQ(all, names);
}

TEST(FrontCodedNames, HasTheNamesInOrder) {
  std::mt19937 random(1);
  for (const std::size_t size : {0, 1, 2, 15, 16, 17, 31, 32, 33, 1000}) {
    const Names names = random_names(random, size);
    const Coded coded(names);
    expect_same(coded.view(), names);
  }
  EXPECT_EQ(FrontCodedNames().size(), 0U);
  EXPECT_EQ(FrontCodedNames().find("a"), std::nullopt);
}

TEST(FrontCodedNames, FindsWhereANameWouldBe) {
  std::mt19937 random(2);
  for (const std::size_t size : {0, 1, 16, 100}) {
    const Names names = random_names(random, size);
    const Coded coded(names);
    const FrontCodedNames view = coded.view();
    Names asked = random_names(random, 300);
    for (const std::string& name : names) {
      asked.push_back(name + '\0');
      asked.push_back(name.substr(0, name.size() / 2));
    }
    for (const std::string& name : asked) {
      const auto place = std::ranges::lower_bound(names, name);
      EXPECT_EQ(view.lower_bound(name), place - names.begin());
      EXPECT_EQ(view.find(name).has_value(), place != names.end() && *place == name);
    }
  }
}

TEST(FrontCodedNames, VisitsAnyRange) {
  std::mt19937 random(3);
  const Names names = random_names(random, 50);
  const Coded coded(names);
  const FrontCodedNames view = coded.view();
  for (std::uint32_t first = 0; first <= 50; ++first) {
    for (std::uint32_t last = first; last <= 50; ++last) {
      std::uint32_t next = first;
      view.for_each(first, last, [&](std::uint32_t index, std::string_view name) {
        EXPECT_EQ(index, next++);
        EXPECT_EQ(name, names[index]);
      });
      EXPECT_EQ(next, last);
    }
  }
}

TEST(FrontCodedNames, TakesLongNames) {
  const Names names{std::string(127, 'a'), std::string(128, 'a'), std::string(200'000, 'a'),
                    std::string(200'000, 'a') + "b", "b" + std::string(1'000'000, 'c')};
  const Coded coded(names);
  expect_same(coded.view(), names);
  EXPECT_LT(coded.bytes.size(), 1'300'000U);
}

TEST(FrontCodedNames, WritesAsNamesCome) {
  const TempFolder folder(TempFolder::Place::kMemory);
  constexpr SectionFormat kFormat{.kind = "names"};
  std::mt19937 random(4);
  const Names names = random_names(random, 20'000);
  std::size_t pieces = 0;
  {
    SectionWriter file(folder.path() / "a", kFormat);
    file.begin<char>("bytes");
    FrontCodedWriter writer([&](std::string_view bytes) {
      ++pieces;
      file.append(std::span<const char>(bytes));
    });
    for (const std::string& name : names) writer.add(name);
    file.add<std::uint64_t>("blocks", writer.finish());
    file.commit();
  }
  EXPECT_GT(pieces, 1U);
  const SectionFile file(folder.path() / "a", kFormat);
  expect_same({file.section<char>("bytes"), file.section<std::uint64_t>("blocks"), "a"}, names);
}

TEST(FrontCodedNames, RefusesNamesOutOfOrder) {
  FrontCodedWriter writer([](std::string_view) {});
  writer.add("b");
  EXPECT_THAT(error_of([&] { writer.add("a"); }), HasSubstr("but 'a' came after 'b'"));
  EXPECT_THAT(error_of([&] { writer.add("b"); }), HasSubstr("but 'b' came after 'b'"));
  writer.add("\xFF");
  EXPECT_THAT(error_of([&] { writer.add("c"); }), HasSubstr("came after"));
}

// Everything that can be asked of a view.
void ask(const Coded& coded, const Names& names) {
  // In memory of their own, so that a read outside is seen.
  const std::vector<char> bytes(coded.bytes.begin(), coded.bytes.end());
  const std::vector<std::uint64_t> blocks(coded.blocks.begin(), coded.blocks.end());
  const FrontCodedNames view(bytes, blocks, "file");
  std::size_t letters = 0;
  for (std::uint32_t i = 0; i < view.size(); ++i) letters += view.name(i).size();
  std::size_t again = 0;
  view.for_each(0, view.size(),
                [&](std::uint32_t, std::string_view name) { again += name.size(); });
  EXPECT_EQ(letters, again);
  for (const std::string& name : names) {
    const std::optional<std::uint32_t> found = view.find(name);
    if (found) {
      EXPECT_LT(*found, view.size());
    }
  }
}

TEST(FrontCodedNames, ReadsNoDamagedBytesOutside) {
  std::mt19937 random(5);
  const Names names = random_names(random, 40);
  const Coded whole(names);
  FuzzTally tally;
  for (std::size_t i = 0; i < whole.bytes.size(); ++i) {
    for (const unsigned flip : {0x01U, 0x40U, 0x80U, 0xFFU}) {
      Coded coded = whole;
      coded.bytes[i] = static_cast<char>(coded.bytes[i] ^ flip);
      const std::string error = error_of([&] { ask(coded, names); });
      EXPECT_THAT(error, AnyOf("no error", HasSubstr("file: damaged: ")));
      tally.add(error);
    }
  }
  EXPECT_GT(tally.accepted, 100);
  EXPECT_GT(tally.refused, 100);
}

TEST(FrontCodedNames, ReadsNothingOutsideForDamagedBlocks) {
  std::mt19937 random(6);
  const Names names = random_names(random, 60);
  const Coded whole(names);
  const auto error_for = [&](const Coded& coded) { return error_of([&] { ask(coded, names); }); };
  for (std::size_t i = 0; i < whole.blocks.size(); ++i) {
    for (const std::uint64_t value :
         {std::uint64_t{0}, whole.blocks[i] - 1, whole.blocks[i] + 1, whole.blocks.back() + 1,
          std::numeric_limits<std::uint64_t>::max()}) {
      Coded coded = whole;
      coded.blocks[i] = value;
      if (value != whole.blocks[i]) {
        EXPECT_THAT(error_for(coded), HasSubstr("file: damaged: "));
      }
    }
    Coded coded = whole;
    coded.blocks.resize(i);
    EXPECT_THAT(error_for(coded), HasSubstr("file: damaged: "));
  }
  for (std::size_t size = 0; size < whole.bytes.size(); ++size) {
    Coded coded = whole;
    coded.bytes.resize(size);
    EXPECT_THAT(error_for(coded), HasSubstr("file: damaged: "));
    coded.blocks.back() = size;
    EXPECT_THAT(error_for(coded), AnyOf("no error", HasSubstr("file: damaged: ")));
  }
}

}  // namespace
}  // namespace gntp
