#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <random>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/line_reader.h"
#include "support/errors.h"
#include "support/faulty_calls.h"
#include "support/fuzz.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using testing::TempFolder;

std::vector<std::string> lines_of(LineReader reader) {
  std::vector<std::string> lines;
  std::string_view line;
  while (reader.next(line)) {
    lines.emplace_back(line);
    EXPECT_EQ(reader.line_number(), lines.size());
  }
  EXPECT_FALSE(reader.next(line));
  return lines;
}

std::vector<std::string> lines_of(const fs::path& path) {
  return lines_of(LineReader(path));
}

TEST(LineReader, ReadsLinesWithAndWithoutAFinalLineEnd) {
  const TempFolder folder;
  EXPECT_THAT(lines_of(folder.write("a", "one\n\ntwo\n")), ElementsAre("one", "", "two"));
  EXPECT_THAT(lines_of(folder.write("b", "one\ntwo")), ElementsAre("one", "two"));
  EXPECT_THAT(lines_of(folder.write("c", "")), IsEmpty());
  EXPECT_THAT(lines_of(folder.write("d", "\n")), ElementsAre(""));
}

TEST(LineReader, KnowsWhetherALineHasArrived) {
  const TempFolder folder;
  LineReader lines(folder.write("a", "one\ntwo\nthree"));
  EXPECT_FALSE(lines.has_next());  // nothing has been read yet
  std::string_view line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_TRUE(lines.has_next());
  ASSERT_TRUE(lines.next(line));
  EXPECT_FALSE(lines.has_next());  // the third may go on
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "three");
  EXPECT_FALSE(lines.next(line));
}

TEST(LineReader, RemovesCarriageReturnsAndTheByteOrderMark) {
  const TempFolder folder;
  EXPECT_THAT(lines_of(folder.write("a", "\xEF\xBB\xBFone\r\ntwo\r\r\n\xEF\xBB\xBFthree\r")),
              ElementsAre("one", "two", "three"));
}

TEST(LineReader, ReadsGzip) {
  const TempFolder folder;
  EXPECT_THAT(lines_of(folder.write_gz("a.gz", "one\ntwo\n")), ElementsAre("one", "two"));
  EXPECT_THAT(lines_of(folder.write_gz("b.gz", "")), IsEmpty());
}

TEST(LineReader, ReadsGzipMembersOneAfterTheOther) {
  const TempFolder folder;
  const std::string one = read_file(folder.write_gz("a.gz", "one\n"));
  const std::string two = read_file(folder.write_gz("b.gz", "two\n"));
  EXPECT_THAT(lines_of(folder.write("c.gz", one + two)), ElementsAre("one", "two"));
}

// Lines of all lengths, so that they cross the buffer's end everywhere and make it grow.
TEST(LineReader, ReadsLongAndManyLines) {
  const TempFolder folder;
  std::mt19937 random(5);
  std::vector<std::string> expected;
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t length = i % 500 == 0 ? 700000 : random() % 1000;
    expected.emplace_back(length, static_cast<char>('a' + i % 26));
    text += expected.back() + '\n';
  }
  EXPECT_EQ(lines_of(folder.write("plain", text)), expected);
  EXPECT_EQ(lines_of(folder.write_gz("packed.gz", text)), expected);
}

TEST(LineReader, SaysWhyAFileCannotBeOpened) {
  const TempFolder folder;
  const fs::path missing = folder.path() / "missing.tsv";
  EXPECT_EQ(error_of([&] { LineReader reader(missing); }),
            missing.string() + ": cannot open: No such file or directory");
  EXPECT_EQ(error_of([&] { LineReader reader(folder.path()); }),
            folder.path().string() + ": is a folder, where a file is expected");
  if (::geteuid() == 0) return;  // root may read everything
  const fs::path secret = folder.write("secret.tsv", "a");
  fs::permissions(secret, fs::perms::none);
  EXPECT_EQ(error_of([&] { LineReader reader(secret); }),
            secret.string() + ": cannot open: Permission denied");
}

TEST(LineReader, RejectsUtf16) {
  const TempFolder folder;
  const std::string little(
      "\xFF\xFE"
      "a\0\n\0",
      6);
  const std::string big("\xFE\xFF\0a\0\n", 6);
  for (const std::string& text : {little, big}) {
    const fs::path file = folder.write("a", text);
    EXPECT_EQ(
        error_of([&] { lines_of(file); }),
        file.string() + ":1: the text is UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)");
  }
  const fs::path unmarked = folder.write("b", std::string("a\0\n\0b\0", 6));
  EXPECT_THAT(error_of([&] { lines_of(unmarked); }),
              StartsWith(unmarked.string() + ":1: a zero byte; the file is UTF-16"));
}

TEST(LineReader, NamesTheLineThatIsNotUtf8) {
  const TempFolder folder;
  const fs::path file = folder.write("a", "\u00e9t\u00e9\nplain\ncaf\xE9\n");
  EXPECT_EQ(
      error_of([&] { lines_of(file); }),
      file.string() + ":3: not UTF-8; convert the text to UTF-8 (e.g. iconv -f LATIN1 -t UTF-8)");
}

TEST(LineReader, RejectsALineWithoutEnd) {
  const TempFolder folder;
  const fs::path file = folder.write("a", "one\n" + std::string(std::size_t{70} << 20U, 'a'));
  EXPECT_THAT(error_of([&] { lines_of(file); }),
              StartsWith(file.string() + ":2: a line of more than"));
}

// Cut anywhere, a compressed file is an error and never a shorter text.
TEST(LineReader, RejectsTruncatedGzip) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 200; ++i) text += "line " + std::to_string(i * i) + "\n";
  const std::string packed = read_file(folder.write_gz("whole.gz", text));
  for (std::size_t size = 0; size < packed.size(); ++size) {
    const fs::path file = folder.write("cut.gz", std::string_view(packed).substr(0, size));
    const std::string message = error_of([&] { lines_of(file); });
    ASSERT_THAT(message, StartsWith(file.string() + ": ")) << size;
    // One byte alone does not look like gzip at all.
    ASSERT_THAT(message, HasSubstr(size == 1 ? "is not gzip data" : "unexpected end of file"))
        << size;
  }
}

TEST(LineReader, RejectsDamagedGzip) {
  const TempFolder folder;
  std::string packed = read_file(folder.write_gz("whole.gz", "one\ntwo\nthree\n"));
  packed[packed.size() - 5] ^= 1;  // the checksum
  const fs::path file = folder.write("bad.gz", packed);
  EXPECT_EQ(error_of([&] { lines_of(file); }),
            file.string() +
                ": incorrect data check: the compressed data is incomplete or damaged; copy or "
                "download the file again");
  const fs::path plain = folder.write("plain.gz", "one\ntwo\n");
  EXPECT_EQ(
      error_of([&] { lines_of(plain); }),
      plain.string() + ": is not gzip data, though its name ends in .gz; rename or compress it");
}

// Bytes behind the compressed data are no part of it, and must not be lost in silence; zeros fill
// blocks.
TEST(LineReader, RejectsWhatFollowsGzip) {
  const TempFolder folder;
  const std::string packed = read_file(folder.write_gz("whole.gz", "one\n"));
  const fs::path file = folder.write("more.gz", packed + "two\n");
  EXPECT_THAT(error_of([&] { lines_of(file); }),
              StartsWith(file.string() + ": incorrect header check: "));
  for (const std::size_t zeros : {1U, 511U, 200000U}) {
    const std::string padded = packed + std::string(zeros, '\0');
    EXPECT_THAT(lines_of(folder.write("padded.gz", padded)), ElementsAre("one"));
    EXPECT_THAT(lines_of(folder.write("two.gz", padded + packed)), ElementsAre("one", "one"));
  }
}

TEST(LineReader, ReportsEveryReadThatFails) {
  const TempFolder folder;
  for (const fs::path& file :
       {folder.write("a", "one\ntwo\n"), folder.write_gz("a.gz", "one\ntwo\n")}) {
    std::size_t failed = 0;
    for (std::size_t call = 0;; ++call) {
      testing::FaultyCalls calls({testing::Fault::Kind::kFails, call, EIO},
                                 testing::UnnamedFiles::kPossible);
      const InsteadOfFileCalls instead(calls);
      const std::string message = error_of([&] { lines_of(file); });
      if (!calls.happened()) break;
      // To close a file that was read does no harm.
      if (message == "no error") continue;
      ++failed;
      EXPECT_THAT(message, StartsWith(file.string() + ": cannot "));
    }
    EXPECT_GE(failed, 3U);  // to open it, to read it, to find its end
    testing::FaultyCalls pieces({testing::Fault::Kind::kSmallPieces, 0, 0},
                                testing::UnnamedFiles::kPossible);
    const InsteadOfFileCalls instead(pieces);
    EXPECT_THAT(lines_of(file), ElementsAre("one", "two"));
  }
}

TEST(LineReader, ReadsStandardInput) {
  const TempFolder folder;
  const fs::path file = folder.write("in", "one\r\ntwo");
  const int saved = ::dup(STDIN_FILENO);
  ASSERT_NE(std::freopen(file.c_str(), "r", stdin), nullptr);
  EXPECT_THAT(lines_of(LineReader::standard_input()), ElementsAre("one", "two"));
  EXPECT_EQ(LineReader::standard_input().path(), "<stdin>");
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
}

// Random bytes, plain and as damaged gzip: an Error or some lines, nothing else.
TEST(LineReader, SurvivesRandomBytes) {
  const TempFolder folder;
  std::mt19937 random(7);
  const std::string packed = read_file(folder.write_gz("whole.gz", "a\tb\tc\nd\te\tf\n"));
  testing::FuzzTally plain;
  testing::FuzzTally zipped;
  for (int i = 0; i < 500; ++i) {
    const std::string bytes = testing::random_bytes(random, i % 2 == 0 ? 4 : 64);
    plain.add(error_of([&] { lines_of(folder.write("a", bytes)); }));
    std::string damaged = packed;
    damaged[random() % damaged.size()] = static_cast<char>(random() & 0xFFU);
    zipped.add(error_of([&] { lines_of(folder.write("a.gz", damaged)); }));
  }
  for (const testing::FuzzTally& tally : {plain, zipped}) {
    EXPECT_GT(tally.accepted, 20);
    EXPECT_GT(tally.refused, 20);
  }
}

}  // namespace
}  // namespace gntp
