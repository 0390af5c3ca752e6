#include "support/fault_walk.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>

#include "app/verbs.h"
#include "base/error.h"
#include "base/file.h"
#include "support/faulty_calls.h"
#include "support/power_cut.h"
#include "support/temp_folder.h"

namespace gntp::testing {
namespace {

namespace fs = std::filesystem;

enum class Hidden : std::uint8_t { kCompared, kLeftOut };

// One walk: the folder that is worked in always has the same name, because runs remember it.
class Walker {
 public:
  explicit Walker(const FaultWalk& walk) : walk_(walk) {
    fs::create_directory(temp_.path() / "prepared");
    walk_.prepare(temp_.path() / "prepared");
    start();
    before_ = tree(Hidden::kCompared);
    walk_.act(work());
    after_ = tree(Hidden::kCompared);
  }

  fs::path work() const { return temp_.path() / "work"; }
  fs::path left() const { return temp_.path() / "left"; }

  // All is as it was prepared.
  void start() const {
    fs::remove_all(work());
    fs::copy(temp_.path() / "prepared", work(), fs::copy_options::recursive);
  }

  FileTree tree(Hidden hidden) const {
    FileTree tree;
    for (auto entry = fs::recursive_directory_iterator(work());
         entry != fs::recursive_directory_iterator(); ++entry) {
      if (hidden == Hidden::kLeftOut && entry->path().filename().string().starts_with('.')) {
        entry.disable_recursion_pending();
        continue;
      }
      const std::string path = fs::relative(entry->path(), work()).string();
      if (entry->is_directory()) {
        tree[path + '/'] = "";
      } else {
        const std::string bytes = read_file(entry->path());
        tree[path] = walk_.compared ? walk_.compared(path, bytes) : bytes;
      }
    }
    return tree;
  }

  void expect_success(Hidden hidden) const { EXPECT_EQ(tree(hidden), after_); }

  // Old or new, and it can be done again. New folders with nothing in them are no loss.
  void expect_nothing_lost(Hidden hidden) const {
    FileTree now = tree(hidden);
    if (hidden == Hidden::kLeftOut) drop_new_empty_folders(now);
    if (now == after_) return;
    switch (walk_.together) {
      case FaultWalk::Together::kAll:
        EXPECT_EQ(now, before_);
        break;
      case FaultWalk::Together::kResumed:
        for (const auto& [path, bytes] : before_) {
          EXPECT_TRUE(now.contains(path) && now.at(path) == bytes) << path;
        }
        break;
      case FaultWalk::Together::kEachFile:
      case FaultWalk::Together::kLines:
        expect_each_file(now);
        break;
    }
    walk_.act(work());
    expect_success(hidden);
  }

 private:
  // A path comes right before what is in it.
  void drop_new_empty_folders(FileTree& now) const {
    for (auto entry = now.end(); entry != now.begin();) {
      --entry;
      const auto next = std::next(entry);
      const bool has_something = next != now.end() && next->first.starts_with(entry->first);
      if (!entry->first.ends_with('/') || has_something || before_.contains(entry->first)) continue;
      entry = now.erase(entry);
    }
  }

  void expect_each_file(const FileTree& now) const {
    for (const auto& [path, bytes] : before_) EXPECT_TRUE(now.contains(path)) << path;
    for (const auto& [path, bytes] : now) {
      const auto old = before_.find(path);
      if (old != before_.end() && old->second == bytes) continue;
      const auto expected = after_.find(path);
      if (expected == after_.end()) {
        ADD_FAILURE() << path << " lies about";
      } else if (walk_.together == FaultWalk::Together::kLines) {
        EXPECT_TRUE(expected->second.starts_with(bytes)) << path << ": " << bytes;
      } else {
        EXPECT_EQ(bytes, expected->second) << path;
      }
    }
  }

  const FaultWalk& walk_;
  TempFolder temp_{TempFolder::Place::kMemory};
  FileTree before_;
  FileTree after_;
};

enum class Ended : std::uint8_t { kWell, kWithError };

Ended act_with(const FaultWalk& walk, const fs::path& folder, FaultyCalls& calls) {
  const InsteadOfFileCalls instead(calls);
  try {
    walk.act(folder);
    return Ended::kWell;
  } catch (const Error& error) {
    EXPECT_STRNE(error.what(), "");
    return Ended::kWithError;
  }
}

// False when there was no such call.
bool check_fault(const Walker& walker, const FaultWalk& walk, const Fault& fault,
                 UnnamedFiles unnamed) {
  walker.start();
  FaultyCalls calls(fault, unnamed);
  const Ended ended = act_with(walk, walker.work(), calls);
  if (fault.kind != Fault::Kind::kSmallPieces && fault.call >= calls.count()) return false;
  if (fault.kind != Fault::Kind::kFails && fault.kind != Fault::Kind::kDiskFull) {
    EXPECT_EQ(ended, Ended::kWell);
  }
  if (ended == Ended::kWell) {
    walker.expect_success(Hidden::kCompared);
  } else {
    EXPECT_TRUE(calls.happened());
    walker.expect_nothing_lost(Hidden::kCompared);
  }
  return !::testing::Test::HasFailure();
}

void walk_kind(const Walker& walker, const FaultWalk& walk, Fault fault, UnnamedFiles unnamed) {
  SCOPED_TRACE(unnamed == UnnamedFiles::kPossible ? "" : "without unnamed files");
  while (check_fault(walker, walk, fault, unnamed)) ++fault.call;
  if (::testing::Test::HasFailure()) {
    ADD_FAILURE() << "at call " << fault.call << ", kind " << int(fault.kind) << ", error "
                  << fault.error;
  }
  EXPECT_GT(fault.call, 3U) << "there is nothing to walk through";
}

// What the child of a power cut does; ends the process.
[[noreturn]] void live_until_cut(const FaultWalk& walk, const Walker& walker, std::size_t call,
                                 Unsynchronised kept) {
  constexpr int kStrange = 3;
  try {
    PowerCut calls(walker.work(), walker.left(), call, kept);
    const InsteadOfFileCalls instead(calls);
    walk.act(walker.work());
    calls.leave();
    std::_Exit(0);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
  }
  std::_Exit(kStrange);
}

// False when there was no such call.
bool check_power_cut(const Walker& walker, const FaultWalk& walk, std::size_t call,
                     Unsynchronised kept) {
  walker.start();
  fs::remove_all(walker.left());
  const pid_t child = ::fork();
  if (child == 0) live_until_cut(walk, walker, call, kept);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != PowerCut::kCut)) {
    ADD_FAILURE() << "the process ended with " << status;
    return false;
  }
  fs::remove_all(walker.work());
  fs::rename(walker.left(), walker.work());
  if (WEXITSTATUS(status) == 0) {
    walker.expect_success(Hidden::kLeftOut);
    return false;
  }
  walker.expect_nothing_lost(Hidden::kLeftOut);
  return !::testing::Test::HasFailure();
}

}  // namespace

void walk_faults(const FaultWalk& walk) {
  const Walker walker(walk);
  EXPECT_TRUE(
      check_fault(walker, walk, {Fault::Kind::kSmallPieces, 0, 0}, UnnamedFiles::kPossible));
  for (const UnnamedFiles unnamed : {UnnamedFiles::kPossible, UnnamedFiles::kImpossible}) {
    walk_kind(walker, walk, {Fault::Kind::kFails, 0, EIO}, unnamed);
    walk_kind(walker, walk, {Fault::Kind::kDiskFull, 0, 0}, unnamed);
  }
  walk_kind(walker, walk, {Fault::Kind::kFails, 0, EMFILE}, UnnamedFiles::kPossible);
  walk_kind(walker, walk, {Fault::Kind::kInterrupted, 0, 0}, UnnamedFiles::kPossible);
}

void walk_power_cuts(const FaultWalk& walk) {
  const Walker walker(walk);
  for (const Unsynchronised kept : {Unsynchronised::kForgotten, Unsynchronised::kNamesKept}) {
    std::size_t call = 0;
    while (check_power_cut(walker, walk, call, kept)) ++call;
    EXPECT_FALSE(::testing::Test::HasFailure()) << "at call " << call;
    EXPECT_GT(call, 3U) << "there is nothing to walk through";
  }
}

void run_quietly(const std::vector<std::string>& arguments) {
  char* text = nullptr;
  std::size_t size = 0;
  Console console;
  console.out = std::fopen("/dev/null", "w");
  console.err = ::open_memstream(&text, &size);
  const int status = run_command_line(arguments, console);
  std::fclose(console.out);
  std::fclose(console.err);
  const std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
  const std::string said(text, size);
  if (status == 1) throw Error(said);
  if (status != 0) throw std::runtime_error("status " + std::to_string(status) + ": " + said);
}

}  // namespace gntp::testing
