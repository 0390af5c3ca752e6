// The processes that mpirun or srun has started together, as a Communicator. They talk through a
// plug-in (base/communicator_plugin.h) that is loaded only there: the program itself does without
// MPI.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "base/communicator.h"

namespace gntp {

// What the environment says about how this process was started.
struct Launch {
  std::size_t rank = 0;
  std::size_t size = 1;
};
// Nothing where it was started by itself, or GNTP_MPI=off says that each process is to work by
// itself.
std::optional<Launch> find_launch();

// Joins the other processes. Throws Error where there is no plug-in, or one of another version.
std::unique_ptr<Communicator> join_processes();

}  // namespace gntp
