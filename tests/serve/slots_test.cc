#include "serve/slots.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "serve/time_limits.h"

namespace gntp {
namespace {

using Clock = std::chrono::steady_clock;

Clock::time_point later() {
  return Clock::now() + std::chrono::minutes(1);
}

TEST(Slots, SoManyAndNoMore) {
  Slots slots(2, 0);
  Slots::Lease first = slots.take(later());
  EXPECT_TRUE(first);
  {
    const Slots::Lease second = slots.take(later());
    EXPECT_TRUE(second);
    EXPECT_FALSE(slots.take(later()));  // nobody may wait
  }
  EXPECT_TRUE(slots.take(later()));
}

TEST(Slots, WaitingEndsAtTheDeadline) {
  Slots slots(1, 1);
  const Slots::Lease own = slots.take(later());
  EXPECT_FALSE(slots.take(Clock::now() + std::chrono::milliseconds(1)));
  EXPECT_EQ(slots.waiting(), 0U);
}

TEST(Slots, ThreadsTakeTurnsInTheOrderInWhichTheyCame) {
  Slots slots(1, 100);
  std::vector<int> order;
  std::vector<std::thread> threads;
  threads.reserve(8);
  {
    const Slots::Lease own = slots.take(later());
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        const Slots::Lease lease = slots.take(later());
        order.push_back(i);  // one at a time
      });
      while (slots.waiting() < static_cast<std::size_t>(i) + 1) std::this_thread::yield();
    }
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Slots, ManyThreadsNeverWorkAtOnce) {
  Slots slots(3, 1000);
  std::atomic<int> working = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 200; ++j) {
        const Slots::Lease lease = slots.take(later());
        const int now = ++working;
        int seen = most;
        while (now > seen && !most.compare_exchange_weak(seen, now)) {
        }
        --working;
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_LE(most, 3);
  EXPECT_EQ(working, 0);
}

TEST(TimeLimits, ThreadsAreAskedToStopWhenTheirTimeIsUp) {
  TimeLimits limits;
  const TimeLimits::Limit patient(limits, later());
  const TimeLimits::Limit hasty(limits, Clock::now() + std::chrono::milliseconds(1));
  while (!hasty.token().stop_requested()) std::this_thread::yield();
  EXPECT_FALSE(patient.token().stop_requested());
  limits.stop();
  EXPECT_TRUE(patient.token().stop_requested());
  const TimeLimits::Limit late(limits, later());
  EXPECT_TRUE(late.token().stop_requested());
}

}  // namespace
}  // namespace gntp
