// Wishes to stop that come by themselves: each piece of work has a time limit, and all of them end
// when the server does. One thread watches over all. Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <stop_token>
#include <thread>

namespace gntp {

class TimeLimits {
 public:
  using Clock = std::chrono::steady_clock;

  TimeLimits();
  TimeLimits(const TimeLimits&) = delete;
  TimeLimits& operator=(const TimeLimits&) = delete;

  // A limit for as long as it lives.
  class Limit {
   public:
    Limit(TimeLimits& limits, Clock::time_point deadline);
    Limit(const Limit&) = delete;
    Limit& operator=(const Limit&) = delete;
    ~Limit();

    std::stop_token token() const { return entry_->stop.get_token(); }

   private:
    friend class TimeLimits;
    struct Entry {
      Clock::time_point deadline;
      std::stop_source stop;
    };
    TimeLimits& limits_;
    std::list<Entry>::iterator entry_;
  };

  // Asks all to stop, now and from now on.
  void stop();

 private:
  void watch(const std::stop_token& end);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Limit::Entry> entries_;
  bool is_over_ = false;
  std::jthread watcher_;  // last: it uses the others
};

}  // namespace gntp
