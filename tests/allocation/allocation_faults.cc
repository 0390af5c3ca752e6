// Memory runs out at one allocation after the other of a training, a question, mining and reading:
// an error, never a crash, a leak or a damaged file. A program of its own, because it has its own
// operator new.
#include <gntp/engine.h>
#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "allocation/failing_new.h"
#include "allocation/unfailing.h"
#include "app/verbs.h"
#include "support/temp_folder.h"

namespace gntp::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFirst = 1000;
constexpr std::size_t kRandom = 1000;
constexpr std::size_t kLarge = std::size_t{1} << 20U;

// A command line whose allocations fail. What it says goes where nothing is allocated.
class Command {
 public:
  explicit Command(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {
    console_.out = std::fopen("/dev/null", "w");
    console_.err = std::tmpfile();
  }
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  ~Command() {
    std::fclose(console_.out);
    std::fclose(console_.err);
  }

  // The exit status.
  int run(const AllocationPlan& plan) {
    std::rewind(console_.err);
    const AllocationFault fault(plan);
    return run_command_line(arguments_, console_);
  }

  // The line that was said last.
  std::string said() {
    std::rewind(console_.err);
    std::string line(1000, '\0');
    return std::fgets(line.data(), static_cast<int>(line.size()), console_.err) == nullptr
               ? ""
               : line.substr(0, line.find('\n'));
  }

 private:
  std::vector<std::string> arguments_;
  Console console_;
};

class AllocationFaults : public ::testing::Test {
 protected:
  AllocationFaults() {
    EXPECT_GT(prepare_unfailing(), 0U);
    folder_.write("data/train.tsv",
                  "ada\tparent\tbob\nbob\tparent\tcid\nbob\tparent\tdan\nada\tgrandparent\tcid\n"
                  "eve\tparent\tada\neve\tgrandparent\tbob\n");
    folder_.write("data/rules.pl", "grandparent(X, Y) :- p(X, Z), q(Z, Y) <2>\n");
    folder_.write("text.txt", "Ada met Bob in town. Bob wrote to Eve.\n\nAda met Bob.\n");
  }

  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  std::vector<std::string> train_to(const std::string& run) const {
    return {"train",          path("data"), "--preset",   "paper", "--out",
            path(run),        "--quiet",    "--threads",  "2",     "--set",
            "learn.epochs=1", "--set",      "model.dim=2"};
  }

  // Runs it with each of the allocations failing; `reset` comes before each run, `check` after.
  void walk(std::vector<std::string> arguments, const std::function<void()>& reset,
            const std::function<void(int status)>& check) {
    Command command(std::move(arguments));
    reset();
    ASSERT_EQ(command.run({}), 0) << command.said();
    reset();
    ASSERT_EQ(command.run({}), 0);  // what is made once is there now
    const std::size_t all = AllocationFault::count();
    std::mt19937 random(11);
    for (const auto fails : {AllocationPlan::Fails::kOne, AllocationPlan::Fails::kAllFromThere}) {
      for (std::size_t i = 0; i < kFirst + kRandom && !HasFailure(); ++i) {
        const std::size_t number = i < kFirst ? i : random() % all;
        if (number >= all) continue;
        try_once(command, {fails, number, 0}, reset, check);
      }
    }
    reset();
    ASSERT_EQ(command.run({AllocationPlan::Fails::kNothing, 0, kLarge}), 0);
    const std::size_t large = AllocationFault::count();
    for (std::size_t i = 0; i < large && !HasFailure(); ++i) {
      try_once(command, {AllocationPlan::Fails::kOne, i, kLarge}, reset, check);
    }
    reset();
    mode_ = AllocationPlan::Fails::kNothing;
    EXPECT_EQ(command.run({}), 0) << "it does not work any more";
    check(0);
  }

  TempFolder folder_{TempFolder::Place::kMemory};
  AllocationPlan::Fails mode_ = AllocationPlan::Fails::kNothing;

 private:
  void try_once(Command& command, const AllocationPlan& plan, const std::function<void()>& reset,
                const std::function<void(int status)>& check) {
    mode_ = plan.fails;
    int status = 0;
    // What is made once and kept, as a thread's tables are, is made in the first try.
    std::ptrdiff_t leaked = 1;
    for (int tries = 0; tries < 3 && leaked != 0; ++tries) {
      reset();
      const std::ptrdiff_t before = blocks_in_use();
      status = command.run(plan);
      leaked = blocks_in_use() - before;
    }
    EXPECT_EQ(leaked, 0);
    if (status != 0) {
      EXPECT_EQ(status, 1);
      EXPECT_EQ(command.said(), "gntp: error: not enough memory");
    }
    check(status);
    EXPECT_FALSE(HasFailure()) << "allocation " << plan.number << " of " << plan.least_size
                               << " bytes or more, mode " << int(plan.fails);
  }
};

TEST_F(AllocationFaults, TrainingIsWholeOrNotAtAll) {
  walk(
      train_to("run"), [&] { fs::remove_all(path("run")); },
      [&](int status) {
        // What was begun can be gone on with, or begun again.
        if (status != 0 && fs::exists(path("run")) && !fs::exists(path("run") + "/manifest.json")) {
          const bool begun = fs::exists(path("run") + "/checkpoint/start.json");
          Command again(begun ? std::vector<std::string>{"train", "--resume", path("run")}
                              : train_to("run"));
          EXPECT_EQ(again.run({}), 0) << again.said();
        }
        if (status == 0 || fs::exists(path("run"))) Engine::open(path("run"), 1);
        // Without any memory it cannot tidy up; the next one does.
        if (mode_ == AllocationPlan::Fails::kAllFromThere) return;
        for (const auto& entry : fs::directory_iterator(folder_.path())) {
          EXPECT_NE(entry.path().filename().string().front(), '.') << entry.path();
        }
      });
}

TEST_F(AllocationFaults, QuestionsChangeNothing) {
  Command train(train_to("run"));
  ASSERT_EQ(train.run({}), 0) << train.said();
  walk(
      {"predict", path("run"), "grandparent(ada, ?)"}, [] {}, [](int /*status*/) {});
  walk(
      {"explain", path("run"), "grandparent(ada, cid)"}, [] {}, [](int /*status*/) {});
}

TEST_F(AllocationFaults, MiningIsWholeOrNotAtAll) {
  walk(
      {"mine", path("data"), "--out", path("mined.pl"), "--quiet", "--threads", "3"},
      [&] { fs::remove(path("mined.pl")); },
      [&](int status) { EXPECT_TRUE(status != 0 || fs::exists(path("mined.pl"))); });
}

TEST_F(AllocationFaults, ReadingIsWholeOrNotAtAll) {
  walk(
      {"read", path("text.txt"), "--entities", path("data"), "--out", path("mentions.tsv"),
       "--quiet", "--threads", "3"},
      [&] {
        fs::remove(path("mentions.tsv"));
        fs::remove(path("mentions.sources.tsv"));
      },
      [&](int status) { EXPECT_TRUE(status != 0 || fs::exists(path("mentions.tsv"))); });
}

}  // namespace
}  // namespace gntp::testing
