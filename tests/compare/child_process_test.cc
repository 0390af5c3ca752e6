// Work in processes of their own: results, failures, crashes, requests to stop.
#include "compare/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "base/stop.h"
#include "base/stopwatch.h"
#include "support/errors.h"

namespace gntp {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

TEST(ChildProcess, TheResultAndTheMessagesComeBack) {
  std::vector<std::string> heard;
  Observer observer;
  observer.progress = [&](const Progress& progress) { heard.push_back(progress.task); };
  observer.note = [&](const std::string& text) { heard.push_back(text); };
  observer.warning = [&](const std::string& text) { heard.push_back(text); };
  const Json result = run_in_child(
      [](const Observer& child) {
        child.progress({"work", 0.5, "half"});
        child.note("a note\nof two lines");
        child.warning("a warning");
        return Json{{"answer", 42}, {"text", std::string(100'000, 'x')}};
      },
      observer);
  EXPECT_EQ(result.at("answer"), 42);
  EXPECT_EQ(result.at("text").get<std::string>().size(), 100'000U);
  EXPECT_THAT(heard, ElementsAre("work", "a note\nof two lines", "a warning"));
}

TEST(ChildProcess, AFailureIsAnErrorHere) {
  const auto fail_with = [](const ChildProcess::Work& work) {
    return error_of([&] { run_in_child(work, {}); });
  };
  EXPECT_EQ(fail_with([](const Observer&) -> Json { throw Error("it broke"); }), "it broke");
  EXPECT_EQ(fail_with([](const Observer&) -> Json { throw std::bad_alloc(); }),
            "not enough memory");
  EXPECT_THAT(fail_with([](const Observer&) -> Json {
                std::raise(SIGKILL);
                return {};
              }),
              HasSubstr("was ended by signal 9"));
  EXPECT_THAT(fail_with([](const Observer&) -> Json { ::_exit(3); }), HasSubstr("without a word"));
}

// Loops until it is asked to stop, as all work does.
Json work_for_ever(const Observer& observer) {
  observer.progress({"work", 0, ""});
  for (;;) {
    stop_if_asked();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(ChildProcess, StopsWhenAsked) {
  std::stop_source source;
  Observer observer;
  observer.stop = source.get_token();
  observer.progress = [&](const Progress&) { source.request_stop(); };
  const Stopwatch stopwatch;
  EXPECT_THROW(run_in_child(work_for_ever, observer), Interrupted);
  EXPECT_LT(stopwatch.seconds(), 5);
}

TEST(ChildProcess, EndsWithItsOwner) {
  const Stopwatch stopwatch;
  { const ChildProcess child(work_for_ever); }
  EXPECT_LT(stopwatch.seconds(), 5);
  Observer observer;
  observer.progress = [](const Progress&) { throw Error("enough"); };
  EXPECT_EQ(error_of([&] { run_in_child(work_for_ever, observer); }), "enough");
}

TEST(ChildProcess, LeavesSignalsToItsParent) {
  const Json result = run_in_child(
      [](const Observer&) {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::raise(signal);
        return Json("alive");
      },
      {});
  EXPECT_EQ(result, "alive");
}

TEST(ChildProcess, MemoryIsItsOwn) {
  constexpr std::size_t kBytes = std::size_t{64} << 20U;
  const auto peak = [](std::size_t bytes) {
    return run_in_child(
               [bytes](const Observer&) {
                 const std::string block(bytes, 'x');
                 return Json(peak_memory() + (block.back() == 'x' ? 0 : 1));
               },
               {})
        .get<std::size_t>();
  };
  const std::size_t large = peak(kBytes);
  const std::size_t small = peak(1);
  EXPECT_GT(large, small + kBytes / 2);
}

}  // namespace
}  // namespace gntp
