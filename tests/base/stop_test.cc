#include "base/stop.h"

#include <gntp/error.h>
#include <gtest/gtest.h>

#include <atomic>

#include "base/parallel.h"

namespace gntp {
namespace {

TEST(StopToken, IsAskedWithinItsScopeAlone) {
  std::stop_source source;
  EXPECT_NO_THROW(stop_if_asked());
  {
    const StopScope scope(source.get_token());
    EXPECT_NO_THROW(stop_if_asked());
    source.request_stop();
    EXPECT_THROW(stop_if_asked(), Interrupted);
    {
      const StopScope hold{std::stop_token()};
      EXPECT_NO_THROW(stop_if_asked());
    }
    EXPECT_THROW(stop_if_asked(), Interrupted);
  }
  EXPECT_NO_THROW(stop_if_asked());
}

TEST(StopToken, ReachesTheWorkersOfAPool) {
  ThreadPool threads(3);
  std::stop_source source;
  const StopScope scope(source.get_token());
  std::atomic<std::size_t> done = 0;
  const auto work = [&](std::size_t, std::size_t) {
    if (++done == 100) source.request_stop();
    for (int i = 0; i < 1000; ++i) stop_if_asked();
  };
  EXPECT_THROW(threads.for_each(1'000'000, work), Interrupted);
  EXPECT_LT(done, 1000U);
  // A pool that was stopped works on.
  done = 0;
  const StopScope hold{std::stop_token()};
  threads.for_each(50, [&](std::size_t, std::size_t) {
    stop_if_asked();
    ++done;
  });
  EXPECT_EQ(done, 50U);
}

}  // namespace
}  // namespace gntp
