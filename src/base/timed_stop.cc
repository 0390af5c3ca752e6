#include "base/timed_stop.h"

#include <chrono>

namespace gntp {

TimedStop::TimedStop(double seconds)
    : outer_(StopScope::current(), AskSource{&source_}),
      scope_(source_.get_token()),
      timer_([this, seconds](const std::stop_token& ended) {
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, ended, std::chrono::duration<double>(seconds), [] { return false; });
        if (!ended.stop_requested()) source_.request_stop();
      }) {}

}  // namespace gntp
