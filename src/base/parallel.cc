#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/communicator.h"
#include "base/error.h"
#include "base/stop.h"

namespace gntp {
namespace {

// One for each core; where several processes are on this machine, for each core that this one was
// given, or its part of them.
std::size_t usual_threads() {
  const Cores cores = cores_of_process();
  const std::size_t processes = Communicator::current().neighbours();
  if (processes == 1) return cores.all;
  return cores.own < cores.all ? cores.own : std::max<std::size_t>(1, cores.all / processes);
}

}  // namespace

Cores cores_of_process() {
  const std::size_t all = std::max(1U, std::thread::hardware_concurrency());
  cpu_set_t given;
  CPU_ZERO(&given);
  if (::sched_getaffinity(0, sizeof given, &given) != 0) return {all, all};
  return {std::min(all, static_cast<std::size_t>(CPU_COUNT(&given))), all};
}

ThreadPool::ThreadPool(std::size_t threads) {
  if (threads == 0) threads = usual_threads();
  try {
    workers_.reserve(threads - 1);
    for (std::size_t worker = 1; worker < threads; ++worker) {
      workers_.emplace_back([this, worker] { serve(worker); });
    }
  } catch (const std::system_error& error) {
    stop();
    fail("cannot start {} threads: {}; use fewer", threads, error.code().message());
  } catch (...) {
    stop();
    throw;
  }
}

ThreadPool::~ThreadPool() {
  stop();
}

void ThreadPool::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::for_each(std::size_t items,
                          const std::function<void(std::size_t, std::size_t)>& work) {
  {
    const std::scoped_lock lock(mutex_);
    work_ = &work;
    stop_ = StopScope::current();
    items_ = items;
    next_ = 0;
    // Small enough that an uneven item does not leave the others waiting, large enough that the
    // lock is rarely contended.
    chunk_ = std::max<std::size_t>(1, items / (16 * size()));
    error_ = nullptr;
    running_ = workers_.size();
    ++generation_;
  }
  wake_.notify_all();
  take_chunks(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return running_ == 0; });
  if (error_) std::rethrow_exception(error_);
}

void ThreadPool::serve(std::size_t worker) {
  std::size_t seen = 0;
  for (;;) {
    std::stop_token stop;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return stopping_ || generation_ != seen; });
      if (stopping_) return;
      seen = generation_;
      stop = stop_;
    }
    {
      const StopScope scope(std::move(stop));
      take_chunks(worker);
    }
    {
      const std::scoped_lock lock(mutex_);
      if (--running_ == 0) done_.notify_one();
    }
  }
}

void ThreadPool::take_chunks(std::size_t worker) {
  for (;;) {
    std::size_t begin = 0;
    std::size_t end = 0;
    {
      const std::scoped_lock lock(mutex_);
      begin = std::min(next_, items_);
      end = std::min(begin + chunk_, items_);
      next_ = end;
    }
    if (begin == end) return;
    try {
      for (std::size_t item = begin; item < end; ++item) {
        stop_if_asked();
        (*work_)(item, worker);
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!error_) error_ = std::current_exception();
      next_ = items_;
    }
  }
}

}  // namespace gntp
