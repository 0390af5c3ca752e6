#include "support/child.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>

#include "base/error.h"

namespace gntp::bench {
namespace {

struct Child {
  std::size_t task;
  int output;  // what the child writes, to be read until its end
};

[[noreturn]] void work_and_exit(const Task& task, int output) {
  int status = 1;
  try {
    const std::string text = task.work().dump();
    std::size_t written = 0;
    while (written < text.size()) {
      const ssize_t count = ::write(output, text.data() + written, text.size() - written);
      if (count <= 0) break;
      written += static_cast<std::size_t>(count);
    }
    status = written == text.size() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", task.name, error.what());
  }
  std::fflush(nullptr);
  ::_exit(status);  // without the parent's destructors
}

std::pair<pid_t, Child> start(const Task& task, std::size_t number) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) fail("{}: no pipe to a child process", task.name);
  std::fflush(nullptr);
  const pid_t process = ::fork();
  if (process < 0) fail("{}: no child process", task.name);
  if (process == 0) {
    ::close(ends[0]);
    work_and_exit(task, ends[1]);
  }
  ::close(ends[1]);
  return {process, {number, ends[0]}};
}

std::string read_all(int input) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = ::read(input, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  ::close(input);
  return text;
}

}  // namespace

std::vector<nlohmann::json> run_in_children(
    std::span<const Task> tasks, std::size_t jobs,
    const std::function<void(const Task&, const nlohmann::json&)>& done) {
  std::vector<nlohmann::json> results(tasks.size());
  std::map<pid_t, Child> running;
  std::size_t next = 0;
  while (next < tasks.size() || !running.empty()) {
    while (next < tasks.size() && running.size() < std::max<std::size_t>(jobs, 1)) {
      running.insert(start(tasks[next], next));
      ++next;
    }
    // Results fit into a pipe's buffer, so a child ends before it is read.
    int status = 0;
    const pid_t ended = ::waitpid(-1, &status, 0);
    const auto found = running.find(ended);
    if (found == running.end()) fail("lost a child process");
    const Child child = found->second;
    running.erase(found);
    const std::string text = read_all(child.output);
    const Task& task = tasks[child.task];
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      for (const auto& [process, other] : running) ::waitpid(process, nullptr, 0);
      fail("{} failed", task.name);
    }
    results[child.task] = nlohmann::json::parse(text);
    done(task, results[child.task]);
  }
  return results;
}

PeakMemory::PeakMemory() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0;
  std::size_t resident = 0;
  if (file >> all >> resident)
    start_ = resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t PeakMemory::growth() const {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const std::size_t peak = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  return peak > start_ ? peak - start_ : 0;
}

}  // namespace gntp::bench
