#include "long_work.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace gntp::python {
namespace {

// What the work has said and nobody has heard yet.
struct Messages {
  std::optional<Progress> progress;  // the latest
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

class Work {
 public:
  Work(const Listeners& listeners, const std::function<void(const Observer&)>& work)
      : thread_([this, &work, observer = observer_for(listeners)](const std::stop_token& stop) {
          Observer own = observer;
          own.stop = stop;
          std::exception_ptr error;
          try {
            work(own);
          } catch (...) {
            error = std::current_exception();
          }
          const std::scoped_lock lock(mutex_);
          error_ = error;
          is_over_ = true;
          changed_.notify_one();
        }) {}

  void stop() { thread_.request_stop(); }

  // Waits a moment; whether the work is over. What it has said goes to `messages`.
  bool wait(Messages& messages) {
    constexpr std::chrono::milliseconds kMoment(50);
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kMoment, [this] { return is_over_; });
    messages = std::exchange(said_, {});
    return is_over_;
  }

  // Requires: it is over.
  const std::exception_ptr& error() const { return error_; }

 private:
  Observer observer_for(const Listeners& listeners) {
    Observer observer;
    if (!listeners.progress.is_none()) {
      observer.progress = [this](const Progress& progress) {
        const std::scoped_lock lock(mutex_);
        said_.progress = progress;
      };
    }
    if (!listeners.note.is_none()) {
      observer.note = [this](const std::string& text) {
        const std::scoped_lock lock(mutex_);
        said_.notes.push_back(text);
      };
    }
    if (!listeners.warning.is_none()) {
      observer.warning = [this](const std::string& text) {
        const std::scoped_lock lock(mutex_);
        said_.warnings.push_back(text);
      };
    }
    return observer;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  Messages said_;
  bool is_over_ = false;
  std::exception_ptr error_;
  std::jthread thread_;  // last: it uses the others
};

void pass_on(const Messages& messages, const Listeners& listeners) {
  for (const std::string& text : messages.notes) listeners.note(text);
  for (const std::string& text : messages.warnings) listeners.warning(text);
  if (const auto& progress = messages.progress) {
    listeners.progress(progress->task, progress->fraction, progress->details);
  }
}

}  // namespace

void run_watched(const Listeners& listeners, const std::function<void(const Observer&)>& work) {
  std::exception_ptr raised;
  std::exception_ptr error;
  {
    std::optional<Work> running;
    const auto unlocked = [&](const auto& action) {
      const py::gil_scoped_release release;
      return action();
    };
    unlocked([&] { running.emplace(listeners, work); });
    bool is_over = false;
    while (!is_over) {
      Messages messages;
      is_over = unlocked([&] { return running->wait(messages); });
      if (raised) continue;
      try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        pass_on(messages, listeners);
      } catch (...) {
        raised = std::current_exception();
        running->stop();
      }
    }
    error = running->error();
    unlocked([&] { running.reset(); });
  }
  if (raised) std::rethrow_exception(raised);
  if (error) std::rethrow_exception(error);
}

}  // namespace gntp::python
