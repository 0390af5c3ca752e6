#include "base/mapped_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <string>
#include <string_view>

#include "base/file.h"
#include "support/errors.h"
#include "support/faulty_calls.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using testing::error_of;
using testing::Fault;
using testing::FaultyCalls;
using ::testing::HasSubstr;
using testing::TempFolder;
using testing::UnnamedFiles;

std::string text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

TEST(MappedFile, HasTheBytesOfTheFile) {
  const TempFolder folder;
  for (const std::size_t size : {std::size_t{1}, std::size_t{4095}, std::size_t{4096},
                                 std::size_t{4097}, std::size_t{1} << 20U}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 37 % 251);
    const MappedFile file(folder.write("a", bytes));
    EXPECT_EQ(text_of(file), bytes);
  }
}

// Who has mapped a file keeps it, though another takes its name.
TEST(MappedFile, OutlivesItsName) {
  const TempFolder folder;
  const fs::path path = folder.write("a", "old");
  const MappedFile file(path);
  write_file(path, "newer");
  EXPECT_EQ(text_of(file), "old");
  fs::remove(path);
  EXPECT_EQ(text_of(file), "old");
}

TEST(MappedFile, MovesAndStays) {
  const TempFolder folder;
  MappedFile a(folder.write("a", "first"));
  MappedFile b(folder.write("b", "second"));
  b = std::move(a);
  EXPECT_EQ(text_of(b), "first");
  const MappedFile c(std::move(b));
  EXPECT_EQ(text_of(c), "first");
}

TEST(MappedFile, RefusesWhatIsNoFile) {
  const TempFolder folder;
  const auto error_for = [](const fs::path& path) {
    return error_of([&] { const MappedFile file(path); });
  };
  EXPECT_THAT(error_for(folder.path() / "none"),
              HasSubstr("none: cannot read: No such file or directory"));
  EXPECT_THAT(error_for(folder.path()), EndsWith(": is a folder; give the name of a file"));
  EXPECT_THAT(error_for(folder.write("empty", "")), EndsWith("empty: is empty"));
  EXPECT_THAT(error_for("/dev/null"), HasSubstr("/dev/null: is no file on a disk"));
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(error_for(pipe), HasSubstr("pipe: is no file on a disk"));
}

TEST(MappedFile, SaysWhyTheSystemRefuses) {
  const TempFolder folder;
  const fs::path path = folder.write("a", "bytes");
  for (std::size_t call = 0; call < 2; ++call) {  // open, map
    FaultyCalls calls({Fault::Kind::kFails, call, ENOMEM}, UnnamedFiles::kPossible);
    const InsteadOfFileCalls instead(calls);
    EXPECT_THAT(error_of([&] { const MappedFile file(path); }),
                EndsWith("a: cannot read: Cannot allocate memory"));
  }
}

}  // namespace
}  // namespace gntp
