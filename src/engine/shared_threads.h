// The threads of an engine, for one batch at a time, and the device that it computes on.
#pragma once

#include <mutex>

#include "base/parallel.h"
#include "device/device.h"

namespace gntp {

class SharedThreads {
 public:
  // As many as a ThreadPool takes; null is the processor.
  explicit SharedThreads(std::size_t threads, const Gpu* device = nullptr)
      : device_(device), pool_(threads) {}

  std::size_t size() const { return pool_.size(); }
  const Gpu* device() const { return device_; }

  // Calls work(pool) with the device when it is the caller's turn, and returns what it returns. Not
  // re-entrant.
  template <typename Work>
  auto run(const Work& work) {
    const std::scoped_lock lock(mutex_);
    const DeviceScope device(device_);
    return work(pool_);
  }

 private:
  const Gpu* device_;
  std::mutex mutex_;
  ThreadPool pool_;
};

}  // namespace gntp
