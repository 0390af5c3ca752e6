// Searches that wait for the next query, so that a query costs what it reaches and not the memory
// of a new search. Safe for any number of threads.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "prover/answer_search.h"

namespace gntp {

class SearchPool {
 public:
  // A search for one thread; goes back when it is let go.
  class Lease {
   public:
    Lease(SearchPool& pool, std::unique_ptr<AnswerSearch> search)
        : pool_(&pool), search_(std::move(search)) {}
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (search_) pool_->give_back(std::move(search_));
    }
    AnswerSearch* operator->() const { return search_.get(); }
    AnswerSearch& operator*() const { return *search_; }

   private:
    SearchPool* pool_;
    std::unique_ptr<AnswerSearch> search_;
  };

  // Keeps a reference. Requires, for leases: the index's plan is not kProveEach.
  explicit SearchPool(const AnswerIndex& index) : index_(index) {}

  Lease lease() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return {*this, std::make_unique<AnswerSearch>(index_)};
    Lease lease(*this, std::move(waiting_.back()));
    waiting_.pop_back();
    return lease;
  }
  std::vector<Lease> lease(std::size_t count) {
    std::vector<Lease> leases;
    leases.reserve(count);
    for (std::size_t i = 0; i < count; ++i) leases.push_back(lease());
    return leases;
  }

 private:
  void give_back(std::unique_ptr<AnswerSearch> search) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(search));
  }

  const AnswerIndex& index_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<AnswerSearch>> waiting_;
};

}  // namespace gntp
