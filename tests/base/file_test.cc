#include "base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/folder.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

TEST(WriteFile, ReplacesAndLeavesNothingElse) {
  const TempFolder folder;
  const fs::path file = folder.path() / "a.txt";
  write_file(file, "one");
  EXPECT_EQ(read_file(file), "one");
  const std::string two("two\0\n", 5);
  write_file(file, two);
  EXPECT_EQ(read_file(file), two);
  EXPECT_THAT(names_in(folder.path()), ElementsAre("a.txt"));
}

TEST(WriteFile, FailureLeavesTheOldFileAndNoTemporary) {
  const TempFolder folder;
  const fs::path taken = folder.path() / "taken";
  fs::create_directory(taken);
  folder.write("taken/inner", "x");
  EXPECT_EQ(error_of([&] { write_file(taken, "bytes"); }),
            taken.string() + ": is a folder; give the name of a file");
  EXPECT_THAT(names_in(folder.path()), ElementsAre("taken"));

  const fs::path nowhere = folder.path() / "missing" / "a.txt";
  EXPECT_EQ(error_of([&] { write_file(nowhere, "bytes"); }),
            nowhere.string() + ": cannot write: there is no folder " +
                nowhere.parent_path().string() + "; create it first");
}

TEST(WriteFile, ReportsAFullDisk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const TempFolder folder;
  const fs::path full = folder.path() / "full";
  fs::create_symlink("/dev/full", full);
  EXPECT_EQ(error_of([&] { write_file(full, "bytes"); }),
            full.string() + ": cannot write: No space left on device");
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

}  // namespace
}  // namespace gntp
