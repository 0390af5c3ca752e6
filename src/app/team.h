// The processes that mpirun or srun started together, as a verb sees them: all do the verb's work
// (base/communicator.h), process 0 talks, and what goes wrong in any is told once, by process 0.
#pragma once

#include <memory>
#include <optional>

#include "app/console.h"
#include "app/verbs.h"
#include "base/communicator.h"
#include "base/process_team.h"

namespace gntp {

class Team {
 public:
  // Silences the console of other processes than process 0.
  explicit Team(Console& console);
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // Runs the verb, and returns when all processes have. Throws where any has failed, a UsageError
  // where there are several and the verb is for one, and an Error where they cannot talk to each
  // other.
  void run(const Verb& verb, Arguments arguments);

  // What this process is to end with: of several, process 0 says how it went. Ends all at once
  // where they cannot come to an end together.
  int exit_status(int status) const;

 private:
  void join();
  void tell_cores() const;

  Console& console_;
  std::optional<Launch> launch_;                // nothing: this process is by itself
  std::unique_ptr<Communicator> communicator_;  // null: it has not met the others
};

}  // namespace gntp
