// Ctrl-C (and a polite kill) as an exception: work that asks now and then unwinds and cleans up.
#pragma once

#include <csignal>

namespace gntp {

// While it lives, the first SIGINT or SIGTERM is remembered instead of ending the process; a second
// one ends it at once. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

 private:
  struct sigaction old_interrupt_;
  struct sigaction old_terminate_;
};

// Throws Interrupted if the user asked to stop.
void throw_if_interrupted();

}  // namespace gntp
