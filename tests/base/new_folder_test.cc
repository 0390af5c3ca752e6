#include "base/new_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

TEST(NewFolder, StaysWithTheFoldersAboveItIfItIsKept) {
  const TempFolder folder;
  {
    NewFolder made(folder.path() / "a/b/c/");
    EXPECT_EQ(made.path(), folder.path() / "a/b/c");
    write_file(made.path() / "file", "x");
    made.keep();
  }
  EXPECT_EQ(read_file(folder.path() / "a/b/c/file"), "x");
}

TEST(NewFolder, VanishesWithTheFoldersThatWereMadeForIt) {
  const TempFolder folder;
  fs::create_directory(folder.path() / "a");
  {
    const NewFolder made(folder.path() / "a/b/c");
    write_file(made.path() / "file", "x");
  }
  EXPECT_TRUE(fs::exists(folder.path() / "a"));
  EXPECT_FALSE(fs::exists(folder.path() / "a/b"));
}

TEST(NewFolder, RefusesWhatExists) {
  const TempFolder folder;
  const auto refusal = [](const fs::path& path) {
    return error_of([&] { const NewFolder made(path); });
  };
  EXPECT_EQ(refusal(folder.path()),
            folder.path().string() + ": exists already; choose another name or remove it");
  EXPECT_THAT(refusal("."), HasSubstr("exists already"));
  fs::create_symlink("nowhere", folder.path() / "link");
  EXPECT_THAT(refusal(folder.path() / "link"), HasSubstr("exists already"));
  folder.write("file", "x");
  EXPECT_THAT(refusal(folder.path() / "file/run"), HasSubstr("cannot create"));
  EXPECT_EQ(read_file(folder.path() / "file"), "x");
}

}  // namespace
}  // namespace gntp
