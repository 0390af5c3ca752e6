#include "support/program.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/error.h"
#include "base/file.h"
#include "base/stopwatch.h"
#include "base/text.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kNotStarted = 127;

Descriptor open_stream(const fs::path& path, int flags) {
  Descriptor file = open_file(path, flags);
  if (!file.is_open()) fail("{}: cannot be opened: {}", path.string(), last_reason());
  return file;
}

// Ends with its parent: a benchmark that is stopped leaves nothing running.
[[noreturn]] void become(std::vector<std::string> command, int input, int output, int log) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const bool connected = ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
                         ::dup2(log, STDERR_FILENO) >= 0;
  if (connected) ::execv(arguments.front(), arguments.data());
  ::_exit(kNotStarted);
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::string last_line(const fs::path& log) {
  std::string text = read_file(log);
  text.erase(text.find_last_not_of("\r\n") + 1);
  return text.substr(text.find_last_of("\r\n") + 1);
}

[[noreturn]] void fail_about(const std::string& command, int status, const fs::path& log) {
  if (WIFSIGNALED(status)) {
    fail("'{}' was ended by signal {}{}; see {}", command, WTERMSIG(status),
         WTERMSIG(status) == SIGKILL ? ", as the system does where memory is short" : "",
         log.string());
  }
  if (WEXITSTATUS(status) == kNotStarted) fail("'{}' cannot be started", command);
  fail("'{}' failed with status {}: {}", command, WEXITSTATUS(status), last_line(log));
}

}  // namespace

ProgramCost run_program(const fs::path& program, const std::vector<std::string>& arguments,
                        ProgramStreams streams) {
  if (!streams.input.is_open()) streams.input = open_stream("/dev/null", O_RDONLY);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  const Descriptor output = open_stream(streams.output, flags);
  const Descriptor log = open_stream(streams.log, flags);
  std::vector<std::string> command{program.string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const Stopwatch watch;
  const pid_t process = ::fork();
  if (process < 0) fail("no other process to work in: {}", last_reason());
  if (process == 0) become(command, streams.input.number(), output.number(), log.number());
  streams.input.close();  // whoever writes to it is to notice when the program has ended
  int status = 0;
  rusage usage{};
  while (::wait4(process, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  const double seconds = watch.seconds();
  if (status != 0) fail_about(join(command, " "), status, streams.log);
  return {seconds, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
          static_cast<std::size_t>(usage.ru_maxrss) * 1024};
}

fs::path gntp_program() {
  fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / "gntp";
  if (!fs::exists(program)) {
    fail("{} is not there; './run build release gntp-cli' makes it", program.string());
  }
  return program;
}

}  // namespace gntp::bench
