// Work that takes long, seen from Python: it runs on a thread of its own without the interpreter's
// lock, while the caller's thread shows what it says and looks for Ctrl-C.
#pragma once

#include <gntp/observer.h>
#include <pybind11/pybind11.h>

#include <exception>
#include <functional>
#include <optional>
#include <type_traits>

namespace gntp::python {

// What Python wants to hear of; each may be None. They are called on the caller's thread.
struct Listeners {
  pybind11::object progress = pybind11::none();  // (task, fraction, details)
  pybind11::object note = pybind11::none();      // (text)
  pybind11::object warning = pybind11::none();   // (text)
};

// Calls the work, and the listeners while it goes on. Where a listener raises, or a signal's
// handler, the work is asked to stop and the exception goes to the caller. Requires: the lock.
void run_watched(const Listeners& listeners, const std::function<void(const Observer&)>& work);

// The same for work with a result.
template <typename Work>
auto watched(const Listeners& listeners, const Work& work) {
  using Result = std::invoke_result_t<Work, const Observer&>;
  std::optional<Result> result;
  run_watched(listeners, [&](const Observer& observer) { result.emplace(work(observer)); });
  return std::move(*result);
}

}  // namespace gntp::python
