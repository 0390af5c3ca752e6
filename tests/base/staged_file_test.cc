#include "base/staged_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::error_of;
using testing::TempFolder;
using ::testing::UnorderedElementsAre;

TEST(StagedFile, AppearsWhenCommitted) {
  const TempFolder folder;
  const fs::path path = folder.write("a", "old");
  {
    StagedFile file(path);
    EXPECT_FALSE(file.is_stream());
    file.append("new ");
    file.append(std::string(std::size_t{3} << 20U, 'x'));  // more than it keeps in memory
    EXPECT_EQ(read_file(path), "old");
    file.commit();
  }
  EXPECT_EQ(read_file(path), "new " + std::string(std::size_t{3} << 20U, 'x'));
  EXPECT_THAT(names_in(folder.path()), ElementsAre("a"));
}

// So that nothing is left of it however the process ends.
TEST(StagedFile, HasNoNameUntilCommitted) {
  const TempFolder folder;
  StagedFile file(folder.path() / "a");
  file.append(std::string(std::size_t{3} << 20U, 'x'));
  if (!names_in(folder.path()).empty()) GTEST_SKIP() << "a file system without unnamed files";
  file.commit();
  EXPECT_THAT(names_in(folder.path()), ElementsAre("a"));
}

TEST(StagedFile, LeavesNothingUnlessCommitted) {
  const TempFolder folder;
  folder.write("a", "old");
  {
    StagedFile file(folder.path() / "a");
    StagedFile other(folder.path() / "b");
    file.append("new");
  }
  EXPECT_EQ(read_file(folder.path() / "a"), "old");
  EXPECT_THAT(names_in(folder.path()), ElementsAre("a"));
}

TEST(StagedFile, ReplacesNothingUnlessItMay) {
  const TempFolder folder;
  const fs::path path = folder.write("a", "old");
  EXPECT_THAT(error_of([&] { const StagedFile file(path, IfExists::kRefuse); }),
              ::testing::HasSubstr("a: exists already"));
  fs::create_symlink("a", folder.path() / "link");
  EXPECT_THAT(error_of([&] { const StagedFile file(folder.path() / "link", IfExists::kRefuse); }),
              ::testing::HasSubstr("link: exists already"));
  fs::remove(path);
  {
    StagedFile file(path, IfExists::kRefuse);
    file.append("new");
    folder.write("a", "appeared");
    EXPECT_THAT(error_of([&] { file.commit(); }),
                ::testing::HasSubstr("a: appeared in the meantime; it is left as it is"));
  }
  EXPECT_EQ(read_file(path), "appeared");
  EXPECT_THAT(names_in(folder.path()), UnorderedElementsAre("a", "link"));
}

TEST(StagedFile, FollowsLinksAndLeavesThem) {
  const TempFolder folder;
  const fs::path target = folder.write("data/target", "old");
  fs::create_symlink("target", folder.path() / "data/near");
  fs::create_symlink(folder.path() / "data/near", folder.path() / "far");
  fs::create_symlink("data/new", folder.path() / "dangling");
  write_file(folder.path() / "far", "1");
  EXPECT_EQ(read_file(target), "1");
  write_file(folder.path() / "dangling", "2");
  EXPECT_EQ(read_file(folder.path() / "data/new"), "2");
  for (const char* link : {"far", "dangling", "data/near"}) {
    EXPECT_TRUE(fs::is_symlink(folder.path() / link)) << link;
  }
  EXPECT_THAT(names_in(folder.path() / "data"), UnorderedElementsAre("target", "near", "new"));
}

TEST(StagedFile, RefusesLinksThatLeadNowhere) {
  const TempFolder folder;
  const fs::path loop = folder.path() / "loop";
  fs::create_symlink("loop", loop);
  EXPECT_EQ(error_of([&] { const StagedFile file(loop); }),
            loop.string() + ": cannot write: the link leads nowhere; remove it");
  const fs::path link = folder.path() / "link";
  fs::create_symlink(folder.path() / "missing/a", link);
  EXPECT_EQ(error_of([&] { const StagedFile file(link); }),
            link.string() + ": cannot write: there is no folder " +
                (folder.path() / "missing").string() + "; create it first");
}

// As a shell opens a file for `> file` and `>> file`.
class OpenFile {
 public:
  OpenFile(const fs::path& path, int flags)
      : fd_(::open(path.c_str(), O_WRONLY | O_CREAT | flags, 0600)) {}
  ~OpenFile() { ::close(fd_); }
  std::string link() const { return "/proc/self/fd/" + std::to_string(fd_); }
  void write(std::string_view bytes) const {
    EXPECT_EQ(::write(fd_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }

 private:
  int fd_;
};

TEST(StagedFile, WritesToOpenFilesAsTheyAre) {
  const TempFolder folder;
  const fs::path path = folder.write("out", "");
  fs::create_symlink("/proc/self/fd", folder.path() / "fds");
  for (const int flags : {0, O_APPEND}) {
    fs::resize_file(path, 0);
    const OpenFile open(path, flags);
    open.write("before ");
    fs::remove(folder.path() / "link");
    fs::create_symlink(open.link(), folder.path() / "link");
    StagedFile file(folder.path() / "link");
    EXPECT_TRUE(file.is_stream());
    file.append("bytes ");
    file.commit();
    write_file(folder.path() / "fds" / fs::path(open.link()).filename(), "more ");
    open.write("after");
    EXPECT_EQ(read_file(path), "before bytes more after");
    EXPECT_EQ(fs::read_symlink(folder.path() / "link"), open.link());
  }
  EXPECT_THAT(names_in(folder.path()), UnorderedElementsAre("out", "link", "fds"));
}

TEST(StagedFile, NeverReplacesADevice) {
  const TempFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDWR);  // so that the writer need not wait for one
  fs::create_symlink("pipe", folder.path() / "link");
  for (const fs::path& path : {pipe, folder.path() / "link", fs::path("/dev/null")}) {
    StagedFile file(path);
    EXPECT_TRUE(file.is_stream()) << path;
    file.append("ab");
    file.commit();
  }
  std::string bytes(4, ' ');
  EXPECT_EQ(::read(reader, bytes.data(), bytes.size()), 4);
  ::close(reader);
  EXPECT_EQ(bytes, "abab");
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(StagedFile, WritesFilesInFoldersOfDevices) {
  const fs::path path = "/dev/shm/gntp-test-" + std::to_string(::getpid());
  if (!fs::is_directory("/dev/shm")) GTEST_SKIP() << "no /dev/shm here";
  write_file(path, "bytes");
  EXPECT_EQ(read_file(path), "bytes");
  fs::remove(path);
}

}  // namespace
}  // namespace gntp
