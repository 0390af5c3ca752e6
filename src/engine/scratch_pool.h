// Scratch memory for questions that are asked at the same time: each takes one, or a new one where
// none is left, and gives it back. Thread-safe.
#pragma once

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
        : pool_(pool), scratch_(std::move(scratch)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    // A search that an exception ended is in no state to be used again.
    ~Lease() {
      if (std::uncaught_exceptions() == exceptions_) pool_.give_back(std::move(scratch_));
    }

    Scratch& operator*() const { return *scratch_; }
    Scratch* operator->() const { return scratch_.get(); }

   private:
    ScratchPool& pool_;
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
    return Lease(*this, std::unique_ptr<Scratch>(new Scratch(make())));
  }

 private:
  void give_back(std::unique_ptr<Scratch> scratch) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(scratch));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> free_;
};

}  // namespace gntp
