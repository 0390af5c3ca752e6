// Ctrl-C (and a polite kill) as a stop token: work that asks now and then unwinds and cleans up.
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace gntp {

// While it lives, the first SIGINT or SIGTERM asks its token to stop instead of ending the process;
// a second one ends it at once. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  std::stop_token token() const { return source_.get_token(); }

 private:
  struct sigaction old_interrupt_;
  struct sigaction old_terminate_;
  std::stop_source source_;
  std::thread watcher_;  // a signal handler may not touch a stop source
};

}  // namespace gntp
