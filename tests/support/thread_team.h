// Processes that work together, as threads of one process: each has a communicator of its own, and
// nothing else in common but what the work itself shares.
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/communicator.h"

namespace gntp::testing {

class ThreadTeam {
 public:
  explicit ThreadTeam(std::size_t size) : messages_(size), has_heard_(size, true) {}

  // Calls work(rank) on as many threads. What each has thrown, by rank; null where it did not.
  std::vector<std::exception_ptr> run(const std::function<void(std::size_t)>& work) {
    std::vector<std::exception_ptr> failures(messages_.size());
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < messages_.size(); ++rank) {
      threads.emplace_back([&, rank] {
        Member member(*this, rank);
        const CommunicatorScope scope(member);
        std::exception_ptr failure;
        try {
          work(rank);
        } catch (...) {
          failure = std::current_exception();
        }
        try {
          member.leave(failure);
        } catch (...) {
          failures[rank] = std::current_exception();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    return failures;
  }

  // What work(rank) returns in each process, which must not throw.
  template <typename Result>
  static std::vector<Result> results(std::size_t size,
                                     const std::function<Result(std::size_t)>& work) {
    std::vector<Result> found(size);
    const auto failures = ThreadTeam(size).run([&](std::size_t rank) { found[rank] = work(rank); });
    for (const std::exception_ptr& failure : failures) EXPECT_EQ(failure, nullptr);
    return found;
  }

 private:
  class Member final : public Communicator {
   public:
    Member(ThreadTeam& team, std::size_t rank) : team_(team), rank_(rank) {}
    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return team_.messages_.size(); }

    using Communicator::Kind;
    using Communicator::Message;

   private:
    std::vector<Message> exchange(const Message& own, Receivers receivers) override {
      std::vector<Message> all;
      for (const auto& [kind, bytes] :
           team_.exchange(rank_, {static_cast<int>(own.kind), own.bytes})) {
        const bool receives =
            receivers == Receivers::kAll || rank_ == 0 || static_cast<Kind>(kind) != Kind::kResult;
        all.push_back({static_cast<Kind>(kind), receives ? bytes : std::string()});
      }
      return all;
    }
    void tell_stop() override { team_.tell_stop(rank_); }
    bool hears_stop() override { return team_.hears_stop(rank_); }

    ThreadTeam& team_;
    std::size_t rank_;
  };

  using Given = std::pair<int, std::string>;

  // The last to come hands all messages to all.
  std::vector<Given> exchange(std::size_t rank, Given own) {
    std::unique_lock lock(mutex_);
    messages_[rank] = std::move(own);
    const std::size_t round = round_;
    if (++arrived_ == messages_.size()) {
      arrived_ = 0;
      ++round_;
      handed_out_ = std::make_shared<std::vector<Given>>(messages_);
      changed_.notify_all();
    } else {
      changed_.wait(lock, [&] { return round_ != round; });
    }
    return *handed_out_;
  }

  void tell_stop(std::size_t rank) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < has_heard_.size(); ++i) {
      if (i != rank) has_heard_[i] = false;
    }
  }

  bool hears_stop(std::size_t rank) {
    const std::scoped_lock lock(mutex_);
    const bool hears = !has_heard_[rank];
    has_heard_[rank] = true;
    return hears;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Given> messages_;
  std::shared_ptr<const std::vector<Given>> handed_out_;
  std::size_t arrived_ = 0;
  std::size_t round_ = 0;
  std::vector<bool> has_heard_;
};

}  // namespace gntp::testing
