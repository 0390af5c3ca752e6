#include "serve/connection_threads.h"

#include <system_error>
#include <utility>

namespace gntp {
namespace {

thread_local bool refusing = false;

}  // namespace

ConnectionThreads::ConnectionThreads(std::size_t threads, std::size_t waiting)
    : most_threads_(threads), most_waiting_(waiting) {}

ConnectionThreads::~ConnectionThreads() {
  shutdown();
}

bool ConnectionThreads::is_refusing() {
  return refusing;
}

void ConnectionThreads::enqueue(std::function<void()> task) {
  {
    const std::scoped_lock lock(mutex_);
    if (idle_ <= tasks_.size() && threads_.size() < most_threads_) {
      try {
        threads_.emplace_back([this] { work(); });
        ++idle_;
      } catch (const std::system_error&) {
        // The system has no thread to spare: the task waits for one of ours.
      }
    }
    if (!threads_.empty() && tasks_.size() < most_waiting_ + idle_) {
      tasks_.push_back(std::move(task));
      count();
      changed_.notify_one();
      return;
    }
  }
  refusing = true;
  task();
  refusing = false;
}

void ConnectionThreads::count() {
  is_crowded_ = tasks_.size() > idle_;
}

void ConnectionThreads::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_over_ || !tasks_.empty(); });
    --idle_;
    if (tasks_.empty()) return;
    std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    count();
    ++busy_;
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
    --busy_;
    ++idle_;
    count();
  }
}

void ConnectionThreads::shutdown() {
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace gntp
