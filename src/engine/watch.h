// What the engine tells an Observer, and where it asks whether to stop.
#pragma once

#include <gntp/error.h>
#include <gntp/observer.h>

#include <string>
#include <utility>

#include "base/stop.h"

namespace gntp {

// Throws Interrupted if the caller asked to stop.
inline void throw_if_stopped(const Observer& observer) {
  const StopScope scope(observer.stop);
  stop_if_asked();
}

// Reports progress; `details` makes its text only where somebody reads it. Throws as
// throw_if_stopped does.
template <typename Details>
void report(const Observer& observer, const std::string& task, double fraction,
            const Details& details) {
  if (observer.progress) observer.progress(Progress{task, fraction, details()});
  throw_if_stopped(observer);
}

inline void note(const Observer& observer, const std::string& text) {
  if (observer.note) observer.note(text);
}

inline void warn(const Observer& observer, const std::string& text) {
  if (observer.warning) observer.warning(text);
}

}  // namespace gntp
