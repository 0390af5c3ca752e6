#include "app/console_observer.h"

#include "base/communicator.h"

namespace gntp {

Observer messages_to(const Console& console) {
  Observer observer;
  observer.note = [&console](const std::string& text) { console.note(text); };
  observer.warning = [&console](const std::string& text) { console.warn(text); };
  return observer;
}

ConsoleObserver::ConsoleObserver(const Console& console, Talk talk)
    : console_(console),
      guard_([&console] { console.note("stopping; the same again to stop at once"); }),
      stop_(guard_.token()) {
  Communicator::current().set_stop(guard_.source());
  observer_.warning = [this](const std::string& text) {
    finish();
    console_.warn(text);
  };
  observer_.stop = guard_.token();
  if (talk == Talk::kWarnings || console.is_silent) return;
  observer_.progress = [this](const Progress& progress) { show(progress); };
  observer_.note = [this](const std::string& text) {
    finish();
    console_.note(text);
  };
}

ConsoleObserver::~ConsoleObserver() {
  Communicator::current().set_stop(std::stop_source(std::nostopstate));
}

void ConsoleObserver::show(const Progress& progress) {
  if (!bar_ || task_ != progress.task) {
    task_ = progress.task;
    bar_.emplace(console_, task_, ProgressBar::style_for(console_));
  }
  bar_->update(progress.fraction, progress.details);
}

}  // namespace gntp
