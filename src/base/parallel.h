// A pool of threads that sleep while there is nothing to do. Work items are handed out one chunk at
// a time; which worker gets which item is not fixed, so results must depend on the item alone.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace gntp {

// The cores of this machine, and those that this process may use.
struct Cores {
  std::size_t own;
  std::size_t all;
};
Cores cores_of_process();

class ThreadPool {
 public:
  // `threads` workers, the calling thread among them; 0 = one for each core that this process has
  // to itself. Throws Error where the system has no room for them.
  explicit ThreadPool(std::size_t threads);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  std::size_t size() const { return workers_.size() + 1; }

  // Calls work(item, worker) for every item in [0, items), worker < size(); returns when all are
  // done. The first exception is rethrown here. Between items it asks whether to stop
  // (base/stop.h). Not re-entrant; one caller at a time.
  void for_each(std::size_t items,
                const std::function<void(std::size_t item, std::size_t worker)>& work);

 private:
  void stop();
  void serve(std::size_t worker);
  void take_chunks(std::size_t worker);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::size_t generation_ = 0;
  std::size_t running_ = 0;
  bool stopping_ = false;

  const std::function<void(std::size_t, std::size_t)>* work_ = nullptr;
  std::size_t items_ = 0;
  std::size_t chunk_ = 1;
  std::size_t next_ = 0;  // guarded by mutex_
  std::exception_ptr error_;
  std::stop_token stop_;  // of the caller

  std::vector<std::thread> workers_;
};

}  // namespace gntp
