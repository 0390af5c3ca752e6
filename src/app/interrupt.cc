#include "app/interrupt.h"

#include <semaphore.h>

#include <cerrno>
#include <ctime>
#include <utility>

namespace gntp {
namespace {

constexpr time_t kPatienceSeconds = 1;

// A signal handler can reach nothing but globals.
volatile std::sig_atomic_t received_signal = 0;
sem_t wake_watcher;

extern "C" void remember_signal(int signal) {
  if (received_signal != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // takes effect when this handler returns
    return;
  }
  received_signal = signal;
  ::sem_post(&wake_watcher);
}

extern "C" void wake_for_hangup(int /*signal*/) {
  ::sem_post(&wake_watcher);
}

void wait_for(sem_t& semaphore) {
  while (::sem_wait(&semaphore) != 0) {  // a signal may interrupt the wait itself
  }
}

// False where nothing was posted in time.
bool wait_a_little_for(sem_t& semaphore) {
  timespec end{};
  ::clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += kPatienceSeconds;
  while (::sem_timedwait(&semaphore, &end) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

}  // namespace

InterruptGuard::InterruptGuard(std::function<void()> is_slow, std::function<void()> on_hangup)
    : is_slow_(std::move(is_slow)), on_hangup_(std::move(on_hangup)) {
  received_signal = 0;
  ::sem_init(&wake_watcher, 0, 0);
  watcher_ = std::thread([this] { watch(); });
  struct sigaction action {};
  action.sa_handler = remember_signal;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &old_[i]);
    const bool stays_ignored = kSignals[i] == SIGHUP && old_[i].sa_handler == SIG_IGN;
    if (!stays_ignored) ::sigaction(kSignals[i], &action, nullptr);
  }
  if (on_hangup_) {
    action.sa_handler = wake_for_hangup;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGHUP, &action, nullptr);
  }
}

void InterruptGuard::watch() {
  wait_for(wake_watcher);
  while (received_signal == 0) {
    if (is_over_) return;
    on_hangup_();
    wait_for(wake_watcher);
  }
  source_.request_stop();
  if (!wait_a_little_for(wake_watcher) && is_slow_) is_slow_();
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &old_[i], nullptr);
  is_over_ = true;
  ::sem_post(&wake_watcher);
  watcher_.join();
  ::sem_destroy(&wake_watcher);
}

int caught_signal() {
  return received_signal;
}

}  // namespace gntp
