// The threads of an engine, for one batch at a time.
#pragma once

#include <mutex>

#include "base/parallel.h"

namespace gntp {

class SharedThreads {
 public:
  // As many as a ThreadPool takes.
  explicit SharedThreads(std::size_t threads) : pool_(threads) {}

  std::size_t size() const { return pool_.size(); }

  // Calls work(pool) when it is the caller's turn, and returns what it returns. Not re-entrant.
  template <typename Work>
  auto run(const Work& work) {
    const std::scoped_lock lock(mutex_);
    return work(pool_);
  }

 private:
  std::mutex mutex_;
  ThreadPool pool_;
};

}  // namespace gntp
