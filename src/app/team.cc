#include "app/team.h"

#include <gntp/version.h>

#include <chrono>
#include <thread>

#include "base/error.h"
#include "base/parallel.h"
#include "model/kernel.h"

namespace gntp {

Team::Team(Console& console) : console_(console), launch_(find_launch()) {
  if (launch_) console.is_silent = launch_->rank != 0;
}

void Team::run(const Verb& verb, Arguments arguments) {
  const auto work = [&] {
    verb.run(arguments, console_);
    console_.flush();
  };
  if (!launch_) {
    work();
    return;
  }
  if (verb.processes == Processes::kOne && launch_->size > 1) {
    throw UsageError(
        fmt::format("'gntp {}' is not for several processes ({} were started); start it without "
                    "mpirun, or set GNTP_MPI=off to have each process work by itself",
                    verb.name, launch_->size));
  }
  join();
  tell_cores();
  const CommunicatorScope scope(*communicator_);
  std::exception_ptr failure;
  try {
    communicator_->require_equal(
        fmt::format("gntp {} {}", GNTP_VERSION, processor_kind()),
        "it is another version of gntp, or runs on a processor that rounds "
        "otherwise; use machines of one kind");
    work();
  } catch (...) {
    failure = std::current_exception();
  }
  communicator_->leave(failure);
}

// Process 0 says why it cannot; the others speak a little later, if it can and they cannot.
void Team::join() {
  try {
    communicator_ = join_processes();
  } catch (const Error&) {
    if (console_.is_silent) std::this_thread::sleep_for(std::chrono::seconds(3));
    console_.is_silent = false;
    throw;
  }
}

// mpirun binds processes to single cores unless it is told otherwise.
void Team::tell_cores() const {
  const Cores cores = cores_of_process();
  if (cores.own >= cores.all / communicator_->neighbours()) return;
  console_.note(fmt::format(
      "this process may use {} of {} cores; 'mpirun --bind-to none' lets it use its part of all",
      cores.own, cores.all));
}

int Team::exit_status(int status) const {
  if (communicator_ && communicator_->is_broken()) communicator_->abort(status);
  return console_.is_silent ? 0 : status;
}

}  // namespace gntp
