// The threads that connections run on: made as they are needed, up to a limit. httplib hands over
// each connection as a task.
#pragma once

#include <httplib.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gntp {

class ConnectionThreads : public httplib::TaskQueue {
 public:
  // At most so many threads, and so many connections that wait for one.
  ConnectionThreads(std::size_t threads, std::size_t waiting);
  ConnectionThreads(const ConnectionThreads&) = delete;
  ConnectionThreads& operator=(const ConnectionThreads&) = delete;
  ~ConnectionThreads() override;

  // Where too many wait, the task runs at once, on the thread that accepts connections, and
  // `is_refusing` is true there.
  void enqueue(std::function<void()> task) override;
  // Waits for all that has begun or waits.
  void shutdown() override;

  static bool is_refusing();

  // Whether connections wait and all threads have others.
  bool is_crowded() const { return is_crowded_.load(std::memory_order_relaxed); }
  std::size_t busy() const { return busy_.load(std::memory_order_relaxed); }

 private:
  void work();
  // Requires: the mutex.
  void count();

  const std::size_t most_threads_;
  const std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;  // threads that wait for a task, or have just been made
  bool is_over_ = false;
  std::atomic<bool> is_crowded_ = false;
  std::atomic<std::size_t> busy_ = 0;
};

}  // namespace gntp
