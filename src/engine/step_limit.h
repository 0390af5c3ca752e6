// After which step of a fixed sequence work ends. A time limit chooses the step; the same number of
// steps without a clock then gives the same result.
#pragma once

#include <gntp/training.h>

#include <cstddef>
#include <optional>

#include "base/communicator.h"
#include "base/stopwatch.h"

namespace gntp {

class StepLimit {
 public:
  explicit StepLimit(const WorkLimit& limit) : limit_(limit) {}

  // Whether another step may begin; of several processes, process 0 looks at the clock for all.
  bool may_go_on() const {
    if (limit_.steps && steps_ >= *limit_.steps) return false;
    return !limit_.seconds || Communicator::current().decide(seconds() < *limit_.seconds);
  }
  void count() { ++steps_; }
  std::size_t steps() const { return steps_; }
  // Of work, that before an interruption included.
  double seconds() const { return seconds_before_ + stopwatch_.seconds(); }

  // Its state (base/archive.h).
  template <typename Archive>
  void exchange(Archive& archive) {
    archive(steps_);
    double seconds = this->seconds();
    archive(seconds);
    if constexpr (Archive::kReads) {
      seconds_before_ = seconds;
      stopwatch_ = {};
    }
  }

 private:
  WorkLimit limit_;
  Stopwatch stopwatch_;
  double seconds_before_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace gntp
