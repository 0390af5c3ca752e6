// Ctrl-C, a polite kill and a closed terminal as a stop token: work that asks now and then unwinds,
// saves what it has and cleans up.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <functional>
#include <stop_token>
#include <thread>

namespace gntp {

// While it lives, the first SIGINT, SIGTERM or SIGHUP asks its token to stop instead of ending the
// process; a second one, of whichever kind, ends it at once. A process that was started to ignore
// SIGHUP (nohup) goes on ignoring it. One at a time.
class InterruptGuard {
 public:
  // `is_slow` is called, by another thread, where the work has not ended a second after the signal.
  // Where there is an `on_hangup`, that thread calls it for every SIGHUP, which then stops nothing
  // and is never ignored.
  explicit InterruptGuard(std::function<void()> is_slow = {}, std::function<void()> on_hangup = {});
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  std::stop_token token() const { return source_.get_token(); }
  // Whoever has it can ask the token to stop, too.
  std::stop_source source() const { return source_; }

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

  void watch();

  std::array<struct sigaction, kSignals.size()> old_{};
  std::stop_source source_;
  std::function<void()> is_slow_;
  std::function<void()> on_hangup_;
  std::atomic<bool> is_over_ = false;
  std::thread watcher_;  // a signal handler may not touch a stop source
};

// The last signal that a guard has caught; 0 = none.
int caught_signal();

}  // namespace gntp
