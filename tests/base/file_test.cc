#include "base/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <random>
#include <vector>

#include "support/errors.h"
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

std::vector<std::string> entries(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

TEST(WriteFile, ReplacesAndLeavesNothingElse) {
  const TempFolder folder;
  const fs::path file = folder.path() / "a.txt";
  write_file(file, "one");
  EXPECT_EQ(read_file(file), "one");
  const std::string two("two\0\n", 5);
  write_file(file, two);
  EXPECT_EQ(read_file(file), two);
  EXPECT_THAT(entries(folder.path()), ElementsAre("a.txt"));
}

TEST(WriteFile, FailureLeavesTheOldFileAndNoTemporary) {
  const TempFolder folder;
  const fs::path taken = folder.path() / "taken";
  fs::create_directory(taken);
  folder.write("taken/inner", "x");
  EXPECT_THAT(error_of([&] { write_file(taken, "bytes"); }),
              StartsWith(taken.string() + ": cannot write: "));
  EXPECT_THAT(entries(folder.path()), ElementsAre("taken"));

  const fs::path nowhere = folder.path() / "missing" / "a.txt";
  EXPECT_EQ(error_of([&] { write_file(nowhere, "bytes"); }),
            nowhere.string() + ": cannot write: No such file or directory");
}

TEST(WriteFile, ReportsAFullDisk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const TempFolder folder;
  const fs::path full = folder.path() / "full";
  fs::create_symlink("/dev/full", full);
  EXPECT_EQ(error_of([&] { write_file(full, "bytes"); }),
            full.string() + ": cannot write: No space left on device");
}

TEST(WriteFile, DoesNotReplaceAPipe) {
  const TempFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDWR);  // so that the writer need not wait for one
  write_file(pipe, "bytes");
  std::string bytes(5, ' ');
  EXPECT_EQ(::read(reader, bytes.data(), bytes.size()), 5);
  ::close(reader);
  EXPECT_EQ(bytes, "bytes");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST(ReadFile, SaysWhyNot) {
  const TempFolder folder;
  const fs::path missing = folder.path() / "missing";
  EXPECT_EQ(error_of([&] { read_file(missing); }),
            missing.string() + ": cannot open: No such file or directory");
  EXPECT_EQ(error_of([&] { read_file(folder.path()); }),
            folder.path().string() + ": is a folder, where a file is expected");
}

TEST(ReadFile, ReadsMoreThanOneBlock) {
  const TempFolder folder;
  std::string bytes;
  std::mt19937 random(3);
  while (bytes.size() < 1000001) bytes += static_cast<char>(random() & 0x7FU);
  EXPECT_EQ(read_file(folder.write("large", bytes)), bytes);
}

TEST(FileHash, IsXxHash64) {
  const TempFolder folder;
  EXPECT_EQ(file_hash(folder.write("empty", "")), "ef46db3751d8e999");
  EXPECT_EQ(file_hash(folder.write("abc", "abc")), "44bc2cf5ad770999");
  EXPECT_NE(file_hash(folder.write("large", std::string(1000000, 'a'))),
            file_hash(folder.write("larger", std::string(1000001, 'a'))));
  EXPECT_THAT(error_of([&] { file_hash(folder.path() / "missing"); }), HasSubstr("cannot open"));
}

TEST(StagedFolder, AppearsWhenCommitted) {
  const TempFolder folder;
  const fs::path target = folder.path() / "run";
  {
    StagedFolder staged(target);
    EXPECT_EQ(staged.path().filename(), ".run.partial-" + std::to_string(::getpid()));
    write_file(staged.path() / "a.txt", "a");
    EXPECT_FALSE(fs::exists(target));
    staged.commit();
  }
  EXPECT_EQ(read_file(target / "a.txt"), "a");
  EXPECT_THAT(entries(folder.path()), ElementsAre("run"));
}

TEST(StagedFolder, VanishesUnlessCommitted) {
  const TempFolder folder;
  {
    const StagedFolder staged(folder.path() / "run");
    write_file(staged.path() / "a.txt", "a");
  }
  EXPECT_THAT(entries(folder.path()), IsEmpty());
}

TEST(StagedFolder, TakesATrailingSlash) {
  const TempFolder folder;
  StagedFolder staged(folder.path() / "run/");
  staged.commit();
  EXPECT_THAT(entries(folder.path()), ElementsAre("run"));
}

TEST(StagedFolder, RefusesWhatExists) {
  const TempFolder folder;
  EXPECT_EQ(error_of([&] { const StagedFolder staged(folder.path()); }),
            folder.path().string() + ": exists already; choose another name or remove it");
  EXPECT_THAT(error_of([] { const StagedFolder staged("."); }), HasSubstr("exists already"));
  fs::create_symlink("nowhere", folder.path() / "link");
  EXPECT_THAT(error_of([&] { const StagedFolder staged(folder.path() / "link"); }),
              HasSubstr("exists already"));
}

TEST(StagedFolder, NeedsAnExistingParent) {
  const TempFolder folder;
  const fs::path target = folder.path() / "missing" / "run";
  EXPECT_EQ(error_of([&] { const StagedFolder staged(target); }),
            target.string() + ": cannot create: No such file or directory");
}

TEST(StagedFolder, DoesNotOverwriteWhatAppearedMeanwhile) {
  const TempFolder folder;
  const fs::path target = folder.path() / "run";
  {
    StagedFolder staged(target);
    fs::create_directory(target);  // empty: a plain rename would replace it
    EXPECT_EQ(
        error_of([&] { staged.commit(); }),
        target.string() + ": appeared in the meantime; it is left as it is, choose another name");
  }
  EXPECT_THAT(entries(folder.path()), ElementsAre("run"));
}

TEST(StagedFolder, TwoForTheSameTargetDoNotMix) {
  const TempFolder folder;
  const fs::path target = folder.path() / "run";
  {
    StagedFolder first(target);
    const StagedFolder second(target);
    EXPECT_NE(first.path(), second.path());
    write_file(first.path() / "a.txt", "first");
    first.commit();
  }
  EXPECT_EQ(read_file(target / "a.txt"), "first");
  EXPECT_THAT(entries(folder.path()), ElementsAre("run"));
}

}  // namespace
}  // namespace gntp
