#include "base/section_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/folder.h"
#include "base/parallel.h"
#include "base/random.h"
#include "base/stop.h"
#include "support/errors.h"
#include "support/faulty_calls.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::error_of;
using testing::Fault;
using testing::FaultyCalls;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempFolder;
using testing::UnnamedFiles;

constexpr SectionFormat kFormat{.kind = "test data", .version = 3, .oldest = 2};

struct Pair {
  std::uint32_t a = 0;
  std::uint16_t b = 0;
  std::uint16_t c = 0;
  bool operator==(const Pair&) const = default;
};

const std::vector<std::uint64_t> kNumbers{1, 2, ~std::uint64_t{0}};
const std::vector<Pair> kPairs{{1, 2, 3}, {4, 5, 6}};

void write_small(const fs::path& path, const SectionFormat& format = kFormat) {
  SectionWriter writer(path, format);
  writer.add<std::uint64_t>("numbers", kNumbers);
  writer.add<char>("nothing", {});
  writer.add<Pair>("pairs", kPairs);
  writer.commit();
}

template <typename T>
std::vector<T> items(const SectionFile& file, std::string_view name) {
  const std::span<const T> section = file.section<T>(name);
  return {section.begin(), section.end()};
}

TEST(SectionFile, ReadsWhatWasWritten) {
  const TempFolder folder;
  const fs::path path = folder.path() / "a";
  write_small(path);
  const SectionFile file(path, kFormat);
  EXPECT_EQ(items<std::uint64_t>(file, "numbers"), kNumbers);
  EXPECT_THAT(items<char>(file, "nothing"), IsEmpty());
  EXPECT_EQ(items<Pair>(file, "pairs"), kPairs);
  EXPECT_EQ(file.version(), 3U);
  EXPECT_TRUE(file.has("pairs"));
  EXPECT_FALSE(file.has("pair"));
  std::vector<std::string> names;
  for (const SectionEntry& section : file.sections()) {
    names.emplace_back(name_of(section));
    EXPECT_EQ(section.offset % kSectionAlignment, 0U);
  }
  EXPECT_THAT(names, ElementsAre("numbers", "nothing", "pairs"));
  file.verify();
}

TEST(SectionFile, MayHaveNoSections) {
  const TempFolder folder;
  const fs::path path = folder.path() / "a";
  SectionWriter(path, kFormat).commit();
  const SectionFile file(path, kFormat);
  EXPECT_TRUE(file.sections().empty());
  file.verify();
}

// Sections of random sizes, among them whole pages and more than is written at once, that come in
// random pieces.
TEST(SectionFile, StreamsSectionsInPieces) {
  const TempFolder folder;
  const fs::path path = folder.path() / "a";
  Random random(1);
  std::map<std::string, std::vector<std::uint32_t>> expected;
  const std::vector<std::size_t> sizes{0, 1, 1023, 1024, 1025, 2048, 300'000, 7, 1'500'000};
  SectionWriter writer(path, kFormat);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::string name = "section " + std::to_string(i);
    std::vector<std::uint32_t>& numbers = expected[name];
    numbers.resize(sizes[i]);
    std::iota(numbers.begin(), numbers.end(), static_cast<std::uint32_t>(i * 1000));
    writer.begin<std::uint32_t>(name);
    for (std::span<const std::uint32_t> rest = numbers; !rest.empty();) {
      const auto piece = rest.first(std::min<std::size_t>(rest.size(), random.below(100'000)));
      writer.append(piece);
      rest = rest.subspan(piece.size());
    }
  }
  writer.commit();
  const SectionFile file(path, kFormat);
  for (const auto& [name, numbers] : expected) {
    EXPECT_EQ(items<std::uint32_t>(file, name), numbers) << name;
  }
  file.verify();
}

TEST(SectionFile, TakesNamesOfFullLength) {
  const TempFolder folder;
  const fs::path path = folder.path() / "a";
  const std::string name(SectionEntry::kMaxName, 'n');
  const SectionFormat format{.kind = "0123456789abcdef"};
  SectionWriter writer(path, format);
  writer.add<std::uint64_t>(name, kNumbers);
  writer.commit();
  EXPECT_EQ(items<std::uint64_t>(SectionFile(path, format), name), kNumbers);
}

TEST(SectionFile, IsWholeOrNotThere) {
  const TempFolder folder;
  const fs::path path = folder.write("a", "old");
  {
    SectionWriter writer(path, kFormat);
    writer.add<std::uint64_t>("numbers", kNumbers);
  }
  EXPECT_EQ(read_file(path), "old");
  EXPECT_THAT(names_in(folder.path()), ElementsAre("a"));
  EXPECT_THAT(error_of([&] { const SectionWriter writer(path, kFormat, IfExists::kRefuse); }),
              HasSubstr("a: exists already"));
}

TEST(SectionFile, DigestsTellFilesApart) {
  const TempFolder folder;
  const auto digest_of = [&](std::uint64_t number, const std::string& name) {
    const fs::path path = folder.path() / "a";
    SectionWriter writer(path, kFormat);
    writer.add<std::uint64_t>(name, std::span(&number, 1));
    writer.commit();
    return SectionFile(path, kFormat).digest();
  };
  EXPECT_EQ(digest_of(1, "x"), digest_of(1, "x"));
  EXPECT_NE(digest_of(1, "x"), digest_of(2, "x"));
  EXPECT_NE(digest_of(1, "x"), digest_of(1, "y"));
}

TEST(SectionFile, RefusesWrongQuestions) {
  const TempFolder folder;
  const fs::path path = folder.path() / "a";
  write_small(path);
  const SectionFile file(path, kFormat);
  EXPECT_THAT(error_of([&] { file.section<char>("number"); }),
              HasSubstr("a: damaged: there is no section 'number'"));
  EXPECT_THAT(error_of([&] { file.section<std::uint32_t>("numbers"); }),
              HasSubstr("a: damaged: the items of section 'numbers' have 8 bytes, not 4"));
}

TEST(SectionFile, RefusesOtherFiles) {
  const TempFolder folder;
  const auto error_for = [](const fs::path& path) {
    return error_of([&] { const SectionFile file(path, kFormat); });
  };
  EXPECT_THAT(error_for(folder.write("text", "a\tb\tc\n")),
              EndsWith("text: is no test data of gntp"));
  EXPECT_THAT(error_for(folder.write("empty", "")), EndsWith("empty: is empty"));
  EXPECT_THAT(error_for(folder.path()), HasSubstr("is a folder"));
  const fs::path path = folder.path() / "a";
  write_small(path, {.kind = "other data", .version = 3});
  EXPECT_THAT(error_for(path), EndsWith("a: is another kind of file, not a test data"));
  write_small(path, {.kind = "test data", .version = 4});
  EXPECT_THAT(error_for(path), AllOf(HasSubstr("version 1.4, is newer than this program"),
                                     HasSubstr("use a newer gntp")));
  write_small(path, {.kind = "test data", .version = 1});
  EXPECT_THAT(error_for(path), HasSubstr("version 1.1, is too old"));
  write_small(path, {.kind = "test data", .version = 2});
  EXPECT_EQ(SectionFile(path, kFormat).version(), 2U);
}

class DamagedSectionFile : public ::testing::Test {
 protected:
  DamagedSectionFile() {
    write_small(path_);
    bytes_ = read_file(path_);
    const SectionFile file(path_, kFormat);
    for (const SectionEntry& section : file.sections()) {
      ends_.push_back(section.offset + (section.size + 4095) / 4096 * 4096);
    }
  }

  // What opening a file of these bytes and, if that works, verifying it says.
  std::string error_of_opening(const std::string& bytes) const {
    folder_.write("b", bytes);
    return error_of([&] { const SectionFile file(folder_.path() / "b", kFormat); });
  }
  std::string error_of_verifying(const std::string& bytes) const {
    folder_.write("b", bytes);
    return error_of([&] { SectionFile(folder_.path() / "b", kFormat).verify(); });
  }
  std::string flipped(std::size_t at, unsigned bit) const {
    std::string bytes = bytes_;
    bytes[at] = static_cast<char>(bytes[at] ^ (1U << bit));
    return bytes;
  }

  TempFolder folder_{TempFolder::Place::kMemory};
  fs::path path_ = folder_.path() / "a";
  std::string bytes_;
  std::vector<std::size_t> ends_;  // of the sections, with what fills their pages
};

TEST_F(DamagedSectionFile, IsFoundWhicheverByteChanged) {
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    const bool in_section = i >= kSectionAlignment && i < ends_.back();
    const std::string damaged = flipped(i, i % 8);
    if (!in_section) {
      EXPECT_NE(error_of_opening(damaged), "no error") << i;
      continue;
    }
    const std::string name = i < ends_[0] ? "numbers" : "pairs";
    EXPECT_THAT(error_of_verifying(damaged),
                HasSubstr("b: damaged: the checksum does not match in: " + name + ";"))
        << i;
  }
}

TEST_F(DamagedSectionFile, IsFoundWhereverItIsCut) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    EXPECT_NE(error_of_opening(bytes_.substr(0, size)), "no error") << size;
  }
  EXPECT_THAT(error_of_opening(bytes_.substr(0, 20)), HasSubstr("b: damaged: it is cut short"));
  EXPECT_THAT(error_of_opening(bytes_.substr(0, bytes_.size() - 1)),
              HasSubstr("b: damaged: it is cut short or something was added"));
  EXPECT_THAT(error_of_opening(bytes_ + "\n"),
              HasSubstr("b: damaged: it is cut short or something was added"));
  EXPECT_NE(error_of_opening(bytes_ + bytes_), "no error");
}

// A table that was damaged by somebody who made its checksum match.
TEST_F(DamagedSectionFile, IsFoundThoughTheChecksumMatches) {
  const std::size_t footer = bytes_.size() - 40;
  for (std::size_t i = ends_.back(); i < bytes_.size() - 8; ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string damaged = flipped(i, bit);
      Checksum checksum;
      const auto bytes = std::as_bytes(std::span(damaged));
      checksum.add(bytes.first(kSectionAlignment));
      checksum.add(bytes.subspan(ends_.back(), footer - ends_.back()));
      checksum.add(bytes.subspan(footer, 32));
      const std::uint64_t value = checksum.value();
      std::memcpy(&damaged[damaged.size() - 8], &value, sizeof value);
      folder_.write("b", damaged);
      // Where it opens, every section can be read as a whole.
      const std::string error = error_of([&] {
        const SectionFile file(folder_.path() / "b", kFormat);
        std::size_t sum = 0;
        for (const SectionEntry& section : file.sections()) {
          if (section.item_size != 1) continue;
          for (const char c : file.section<char>(name_of(section))) sum += c == 0 ? 1 : 0;
        }
        EXPECT_LE(sum, bytes_.size());
        file.verify();
      });
      // Another name, another size or items of another size may make sense.
      const std::size_t in_entry = (i - ends_.back()) % sizeof(SectionEntry);
      const bool in_offset = in_entry >= 32 && in_entry < 40;
      const bool in_checksum = in_entry >= 48 && in_entry < 56;
      const bool may_pass = i < footer && !in_offset && !in_checksum;
      if (!may_pass) {
        EXPECT_NE(error, "no error") << i << ", " << bit;
      }
    }
  }
}

TEST_F(DamagedSectionFile, NamesAllDamagedSectionsOnSeveralThreads) {
  std::string damaged = flipped(kSectionAlignment, 0);
  damaged[ends_.back() - 1] = 'x';
  folder_.write("b", damaged);
  ThreadPool threads(3);
  EXPECT_THAT(error_of([&] { SectionFile(folder_.path() / "b", kFormat).verify(threads); }),
              HasSubstr("does not match in: numbers, pairs;"));
  SectionFile(path_, kFormat).verify(threads);
}

TEST(SectionFile, StopsVerifyingWhenAsked) {
  const TempFolder folder;
  write_small(folder.path() / "a");
  const SectionFile file(folder.path() / "a", kFormat);
  std::stop_source source;
  const StopScope scope(source.get_token());
  file.verify();
  source.request_stop();
  EXPECT_THROW(file.verify(), Interrupted);
}

// Whichever call fails, there is the old file or the new one.
TEST(SectionFile, SurvivesEveryFault) {
  for (const Fault::Kind kind : {Fault::Kind::kFails, Fault::Kind::kDiskFull}) {
    bool happened = true;
    for (std::size_t call = 0; happened; ++call) {
      const TempFolder folder(TempFolder::Place::kMemory);
      const fs::path path = folder.path() / "a";
      FaultyCalls calls({kind, call, ENOSPC}, UnnamedFiles::kPossible);
      std::string error;
      {
        const InsteadOfFileCalls instead(calls);
        error = error_of([&] {
          write_small(path);
          SectionFile(path, kFormat).verify();
        });
      }
      happened = calls.happened();
      if (happened && error != "no error") {
        EXPECT_THAT(error, HasSubstr(folder.path().string()));
      }
      if (fs::exists(path)) SectionFile(path, kFormat).verify();
      EXPECT_TRUE(happened || error == "no error") << error;
    }
  }
}

}  // namespace
}  // namespace gntp
