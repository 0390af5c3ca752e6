// Scratch memory for questions that are asked at the same time: each takes one, or a new one where
// none is left, and gives it back. Thread-safe.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace gntp {

template <typename Scratch>
class ScratchPool {
 public:
  // One user's scratch, given back at the end.
  class Lease {
   public:
    Lease(ScratchPool& pool, std::unique_ptr<Scratch> scratch)
        : pool_(&pool), scratch_(std::move(scratch)) {}
    Lease(Lease&& other) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    // A search that an exception ended is in no state to be used again.
    ~Lease() {
      if (!scratch_ || std::uncaught_exceptions() != exceptions_) return;
      pool_->give_back(std::move(scratch_));
    }

    Scratch& operator*() const { return *scratch_; }
    Scratch* operator->() const { return scratch_.get(); }

   private:
    ScratchPool* pool_;
    std::unique_ptr<Scratch> scratch_;
    int exceptions_ = std::uncaught_exceptions();
  };

  // `make` returns a new Scratch.
  template <typename Make>
  Lease take(const Make& make) {
    {
      const std::scoped_lock lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Scratch> scratch = std::move(free_.back());
        free_.pop_back();
        return Lease(*this, std::move(scratch));
      }
    }
    std::unique_ptr<Scratch> scratch(new Scratch(make()));
    {
      const std::scoped_lock lock(mutex_);
      free_.reserve(++made_);  // now: a destructor gives it back, and must not fail
    }
    return Lease(*this, std::move(scratch));
  }

 private:
  void give_back(std::unique_ptr<Scratch> scratch) noexcept {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(scratch));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> free_;
  std::size_t made_ = 0;
};

}  // namespace gntp
