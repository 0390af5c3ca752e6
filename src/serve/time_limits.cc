#include "serve/time_limits.h"

#include <algorithm>

namespace gntp {
namespace {

// How late a limit may be noticed.
constexpr std::chrono::milliseconds kSlice(50);

}  // namespace

TimeLimits::TimeLimits() : watcher_([this](const std::stop_token& end) { watch(end); }) {}

TimeLimits::Limit::Limit(TimeLimits& limits, Clock::time_point deadline) : limits_(limits) {
  const std::scoped_lock lock(limits_.mutex_);
  entry_ = limits_.entries_.insert(limits_.entries_.end(), {deadline, std::stop_source()});
  if (limits_.is_over_) entry_->stop.request_stop();
  if (limits_.entries_.size() == 1) limits_.changed_.notify_one();
}

TimeLimits::Limit::~Limit() {
  const std::scoped_lock lock(limits_.mutex_);
  limits_.entries_.erase(entry_);
}

void TimeLimits::stop() {
  const std::scoped_lock lock(mutex_);
  is_over_ = true;
  for (Limit::Entry& entry : entries_) entry.stop.request_stop();
}

void TimeLimits::watch(const std::stop_token& end) {
  std::unique_lock lock(mutex_);
  while (!end.stop_requested()) {
    changed_.wait(lock, end, [this] { return !entries_.empty(); });
    const Clock::time_point now = Clock::now();
    for (Limit::Entry& entry : entries_) {
      if (entry.deadline <= now) entry.stop.request_stop();
    }
    changed_.wait_for(lock, end, kSlice, [] { return false; });
  }
}

}  // namespace gntp
