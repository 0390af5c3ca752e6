// Who may work: as many requests at once as there are slots, the others wait in the order in which
// they came, and too many are turned away. Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>

namespace gntp {

class Slots {
 public:
  // `slots` at least 1.
  Slots(std::size_t slots, std::size_t waiting) : free_(slots), most_waiting_(waiting) {}

  // The right to work, for as long as it lives.
  class Lease {
   public:
    explicit Lease(Slots* slots) : slots_(slots) {}
    Lease(Lease&& other) noexcept : slots_(std::exchange(other.slots_, nullptr)) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (slots_ != nullptr) slots_->give_back();
    }
    explicit operator bool() const { return slots_ != nullptr; }

   private:
    Slots* slots_;
  };

  // Empty where too many wait already, or none is free in time.
  Lease take(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    if (free_ > 0 && waiting_.empty()) {
      --free_;
      return Lease(this);
    }
    if (waiting_.size() >= most_waiting_) return Lease(nullptr);
    Waiter own;
    waiting_.push_back(&own);
    own.called.wait_until(lock, deadline, [&] { return own.has_slot; });
    if (own.has_slot) return Lease(this);
    std::erase(waiting_, &own);
    return Lease(nullptr);
  }

  std::size_t waiting() const {
    const std::scoped_lock lock(mutex_);
    return waiting_.size();
  }

 private:
  struct Waiter {
    std::condition_variable called;
    bool has_slot = false;
  };

  void give_back() {
    const std::scoped_lock lock(mutex_);
    if (waiting_.empty()) {
      ++free_;
      return;
    }
    Waiter* next = waiting_.front();
    waiting_.pop_front();
    next->has_slot = true;
    next->called.notify_one();
  }

  mutable std::mutex mutex_;
  std::size_t free_;
  const std::size_t most_waiting_;
  std::deque<Waiter*> waiting_;
};

}  // namespace gntp
