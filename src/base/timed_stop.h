// A wish to stop that comes by itself after some time, or when the surrounding StopScope is asked
// to stop: for trying out how long work takes.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "base/stop.h"

namespace gntp {

class TimedStop {
 public:
  // While it lives, this thread asks it whether to stop (base/stop.h).
  explicit TimedStop(double seconds);
  TimedStop(const TimedStop&) = delete;
  TimedStop& operator=(const TimedStop&) = delete;

 private:
  struct AskSource {
    std::stop_source* source;
    void operator()() const { source->request_stop(); }
  };

  std::stop_source source_;
  std::stop_callback<AskSource> outer_;
  StopScope scope_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread timer_;  // ends when this does
};

}  // namespace gntp
