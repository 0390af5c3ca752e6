#include "base/staged_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "base/file.h"
#include "base/folder.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempFolder;

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
  EXPECT_THAT(names_in(folder.path()), ElementsAre("run"));
}

TEST(StagedFolder, VanishesUnlessCommitted) {
  const TempFolder folder;
  {
    const StagedFolder staged(folder.path() / "run");
    write_file(staged.path() / "a.txt", "a");
  }
  EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

TEST(StagedFolder, TakesATrailingSlash) {
  const TempFolder folder;
  StagedFolder staged(folder.path() / "run/");
  staged.commit();
  EXPECT_THAT(names_in(folder.path()), ElementsAre("run"));
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

TEST(StagedFolder, MakesTheFoldersAboveItAndRemovesThemAgain) {
  const TempFolder folder;
  const fs::path target = folder.path() / "new/folders/run";
  { const StagedFolder staged(target); }
  EXPECT_FALSE(fs::exists(folder.path() / "new"));
  {
    StagedFolder staged(target);
    staged.commit();
  }
  EXPECT_TRUE(fs::is_directory(target));
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
  EXPECT_THAT(names_in(folder.path()), ElementsAre("run"));
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
  EXPECT_THAT(names_in(folder.path()), ElementsAre("run"));
}

// A process that makes the folder and is killed, or goes on.
pid_t start_process(const fs::path& target, const fs::path& ready) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  const StagedFolder staged(target);
  write_file(staged.path() / "a.txt", "a");
  write_file(ready, "");
  for (;;) ::pause();
}

void wait_for(const fs::path& file) {
  while (!fs::exists(file)) ::usleep(1000);
}

TEST(StagedFolder, RemovesWhatAKilledProcessLeft) {
  const TempFolder folder;
  const fs::path target = folder.path() / "run";
  const pid_t child = start_process(target, folder.path() / "ready");
  wait_for(folder.path() / "ready");
  // While it works, nobody touches its folder.
  { const StagedFolder other(target); }
  EXPECT_EQ(names_in(folder.path()).size(), 2U);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(names_in(folder.path()).size(), 2U);
  { const StagedFolder other(target); }
  EXPECT_THAT(names_in(folder.path()), ElementsAre("ready"));
}

}  // namespace
}  // namespace gntp
