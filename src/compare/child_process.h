// Work in a process of its own: what it leaves in memory does not show in the peak of another, and
// if it crashes the others go on. The process talks back through a pipe, a JSON object a line:
// progress, notes, warnings and, last, a result or an error.
//
// A second pipe tells it to stop, by being closed: so it stops, too, where its parent has died.
// Signals of the terminal go to both; the child leaves them to its parent.
//
// For one thread at a time.
#pragma once

#include <gntp/observer.h>
#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/descriptor.h"

namespace gntp {

class ChildProcess {
 public:
  // What the process does; it reports to the observer, which also asks it to stop.
  using Work = std::function<nlohmann::ordered_json(const Observer&)>;

  // Begins. Throws Error where the system has no process to give. Requires: no thread of this
  // process holds a lock that `work` needs.
  explicit ChildProcess(const Work& work);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // Ends it: politely, and by force where it takes long.
  ~ChildProcess();

  // To wait for with poll(2).
  int output() const { return output_.number(); }
  // Waits for something to arrive and hands it on; false once the process has ended. Requires:
  // that was not returned before.
  bool receive(const Observer& observer);

  void ask_to_stop();
  void end_by_force() const;

  // Once it has ended. Throws Error where it failed or crashed, Interrupted where it was stopped.
  nlohmann::ordered_json result() const;

 private:
  void take(const std::string& line, const Observer& observer);
  void wait();

  pid_t process_ = -1;
  Descriptor output_;
  Descriptor control_;
  std::string unread_;                   // the beginning of a line
  std::optional<int> status_;            // as waitpid gives it, once it has ended
  nlohmann::ordered_json last_message_;  // result, error or interrupted
};

// The result of work in a process of its own, with what it reports on the way. Throws as
// ChildProcess::result does; where the observer asks to stop, the process has ended by then.
nlohmann::ordered_json run_in_child(const ChildProcess::Work& work, const Observer& observer);

// The most memory that this process has had at a time, in bytes.
std::size_t peak_memory();

}  // namespace gntp
