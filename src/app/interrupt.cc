#include "app/interrupt.h"

#include <semaphore.h>

namespace gntp {
namespace {

// A signal handler can reach nothing but globals.
volatile std::sig_atomic_t received_signal = 0;
sem_t wake_watcher;

extern "C" void remember_signal(int signal) {
  received_signal = signal;
  ::sem_post(&wake_watcher);
}

void wait_for(sem_t& semaphore) {
  while (::sem_wait(&semaphore) != 0) {  // a signal may interrupt the wait itself
  }
}

}  // namespace

InterruptGuard::InterruptGuard() {
  received_signal = 0;
  ::sem_init(&wake_watcher, 0, 0);
  watcher_ = std::thread([this] {
    wait_for(wake_watcher);
    if (received_signal != 0) source_.request_stop();
  });
  struct sigaction action {};
  action.sa_handler = remember_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
}

InterruptGuard::~InterruptGuard() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
  ::sem_post(&wake_watcher);
  watcher_.join();
  ::sem_destroy(&wake_watcher);
}

}  // namespace gntp
