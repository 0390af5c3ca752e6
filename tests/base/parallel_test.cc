#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace gntp {
namespace {

TEST(ThreadPool, VisitsEveryItemOnce) {
  for (const std::size_t threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (const std::size_t items : {0, 1, 3, 1000}) {
      std::vector<std::atomic<int>> visits(items);
      pool.for_each(items, [&](std::size_t item, std::size_t worker) {
        EXPECT_LT(worker, threads);
        ++visits[item];
      });
      for (const auto& visit : visits) EXPECT_EQ(visit, 1);
    }
  }
}

TEST(ThreadPool, RethrowsAndGoesOn) {
  ThreadPool pool(3);
  EXPECT_THROW(pool.for_each(100,
                             [](std::size_t item, std::size_t) {
                               if (item == 50) throw std::runtime_error("item 50");
                             }),
               std::runtime_error);
  std::atomic<int> visits = 0;
  pool.for_each(10, [&](std::size_t, std::size_t) { ++visits; });
  EXPECT_EQ(visits, 10);
}

}  // namespace
}  // namespace gntp
