// The console as an Observer: progress as a bar or lines, notes and warnings as lines, Ctrl-C as a
// request to stop.
#pragma once

#include <gntp/observer.h>

#include <optional>
#include <string>

#include "app/console.h"
#include "app/interrupt.h"
#include "app/progress_bar.h"
#include "base/stop.h"

namespace gntp {

// kWarnings: no progress and no notes.
enum class Talk { kAll, kWarnings };

// For questions, which are over soon: notes and warnings alone.
Observer messages_to(const Console& console);

// For long work. One at a time; keeps a reference to the console. Where several processes work
// together, a wish to stop reaches all (base/communicator.h).
class ConsoleObserver {
 public:
  ConsoleObserver(const Console& console, Talk talk);
  ConsoleObserver(const ConsoleObserver&) = delete;
  ConsoleObserver& operator=(const ConsoleObserver&) = delete;
  ~ConsoleObserver();

  const Observer& observer() const { return observer_; }
  // Wipes the bar, so that results can be printed.
  void finish() { bar_.reset(); }

 private:
  void show(const Progress& progress);

  const Console& console_;
  InterruptGuard guard_;
  StopScope stop_;  // for what takes no observer, such as reading files
  std::string task_;
  std::optional<ProgressBar> bar_;  // of the task at hand
  Observer observer_;
};

}  // namespace gntp
