#include "app/interrupt.h"

#include "base/error.h"

namespace gntp {
namespace {

// A signal handler can reach nothing but a global.
volatile std::sig_atomic_t received_signal = 0;

extern "C" void remember_signal(int signal) {
  received_signal = signal;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  struct sigaction action {};
  action.sa_handler = remember_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  received_signal = 0;
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
}

InterruptGuard::~InterruptGuard() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

void throw_if_interrupted() {
  if (received_signal != 0) throw Interrupted("stopped; nothing was written");
}

}  // namespace gntp
