// The processes that mpirun or srun has started together, as a Communicator. They talk through a
// plug-in (base/communicator_plugin.h) that is loaded only there: the program itself does without
// MPI.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

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

// Where the plug-in may be: what GNTP_MPI_PLUGIN names, or beside the program, in the library
// folder next to it, and where this was to be installed.
std::vector<std::filesystem::path> plugin_places();

// Joins the other processes. Throws Error where there is no plug-in, or one of another version.
std::unique_ptr<Communicator> join_processes();

}  // namespace gntp
