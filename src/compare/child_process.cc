#include "compare/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <exception>
#include <new>
#include <thread>

#include "base/error.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/stopwatch.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPollMilliseconds = 50;
constexpr double kProgressSeconds = 0.05;  // between two messages
constexpr double kPatienceSeconds = 10;    // with a process that was asked to stop

struct Pipe {
  Descriptor read;
  Descriptor write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("no pipe to another process: {}", last_reason());
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// While it lives, signals wait.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  ~SignalsHeld() { release(); }
  void release() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

// A parent that has gone reads nothing; there is nobody to tell.
void send(const Descriptor& output, const Json& message) {
  (void)output.write(message.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
}

Observer messages_through(const Descriptor& output, std::stop_token stop) {
  Observer observer;
  observer.stop = std::move(stop);
  observer.progress = [&output, since = Stopwatch(),
                       task = std::string()](const Progress& progress) mutable {
    if (progress.task == task && since.seconds() < kProgressSeconds) return;
    task = progress.task;
    since = Stopwatch();
    const double fraction = std::isfinite(progress.fraction) ? progress.fraction : 0;  // JSON's
    send(output, {{"progress", fraction}, {"task", task}, {"details", progress.details}});
  };
  observer.note = [&output](const std::string& text) { send(output, {{"note", text}}); };
  observer.warning = [&output](const std::string& text) { send(output, {{"warning", text}}); };
  return observer;
}

Json outcome_of(const ChildProcess::Work& work, const Observer& observer) {
  try {
    const StopScope scope(observer.stop);
    return {{"result", work(observer)}};
  } catch (const Interrupted& stopped) {
    return {{"interrupted", stopped.what()}};
  } catch (const std::bad_alloc&) {
    return {{"error", "not enough memory"}};
  } catch (const std::exception& error) {
    return {{"error", error.what()}};
  }
}

// The child's side. Leaves without destructors and buffers: they are the parent's.
[[noreturn]] void work_and_exit(const ChildProcess::Work& work, const Descriptor& output,
                                Descriptor control, SignalsHeld& held) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);
  held.release();
  std::stop_source stop;
  std::thread([stop, control = std::move(control)]() mutable {
    char byte = 0;
    while (control.read(&byte, 1) > 0) {
    }
    stop.request_stop();
  }).detach();
  send(output, outcome_of(work, messages_through(output, stop.get_token())));
  ::_exit(0);
}

}  // namespace

ChildProcess::ChildProcess(const Work& work) {
  Pipe messages = make_pipe();
  Pipe control = make_pipe();
  SignalsHeld held;
  process_ = ::fork();
  if (process_ < 0) fail("no other process to work in: {}", last_reason());
  if (process_ == 0) {
    messages.read.close();
    control.write.close();
    work_and_exit(work, messages.write, std::move(control.read), held);
  }
  output_ = std::move(messages.read);
  control_ = std::move(control.write);
}

ChildProcess::~ChildProcess() {
  if (process_ < 0 || status_) return;
  ask_to_stop();
  const Stopwatch since;
  try {
    while (!status_ && since.seconds() < kPatienceSeconds) {
      pollfd ready{output(), POLLIN, 0};
      if (::poll(&ready, 1, kPollMilliseconds) > 0 && !receive({})) return;
    }
  } catch (...) {  // what it says does not matter any more
  }
  end_by_force();
  wait();
}

bool ChildProcess::receive(const Observer& observer) {
  std::array<char, 4096> buffer{};
  const ssize_t count = output_.read(buffer.data(), buffer.size());
  if (count <= 0) {
    wait();
    return false;
  }
  unread_.append(buffer.data(), static_cast<std::size_t>(count));
  for (std::size_t end = 0; (end = unread_.find('\n')) != std::string::npos;) {
    const std::string line = unread_.substr(0, end);
    unread_.erase(0, end + 1);
    take(line, observer);
  }
  return true;
}

void ChildProcess::take(const std::string& line, const Observer& observer) {
  Json message = parse_json<Json>(line).value_or(Json::object());
  if (message.contains("progress")) {
    if (observer.progress) {
      observer.progress({message.value("task", ""), message.value("progress", 0.0),
                         message.value("details", "")});
    }
  } else if (message.contains("note")) {
    if (observer.note) observer.note(message.value("note", ""));
  } else if (message.contains("warning")) {
    if (observer.warning) observer.warning(message.value("warning", ""));
  } else {
    last_message_ = std::move(message);
  }
}

void ChildProcess::wait() {
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  status_ = status;
}

void ChildProcess::ask_to_stop() {
  if (control_.is_open()) control_.close();
}

void ChildProcess::end_by_force() const {
  if (!status_) ::kill(process_, SIGKILL);
}

Json ChildProcess::result() const {
  if (last_message_.contains("result")) return last_message_.at("result");
  if (last_message_.contains("interrupted")) {
    throw Interrupted(last_message_.value("interrupted", ""));
  }
  if (last_message_.contains("error")) throw Error(last_message_.value("error", ""));
  if (status_ && WIFSIGNALED(*status_)) {
    fail("its process was ended by signal {}{}", WTERMSIG(*status_),
         WTERMSIG(*status_) == SIGKILL ? ", as the system does where memory is short" : "");
  }
  fail("its process ended without a word");
}

Json run_in_child(const ChildProcess::Work& work, const Observer& observer) {
  ChildProcess child(work);
  std::optional<Stopwatch> asked;
  for (;;) {
    pollfd ready{child.output(), POLLIN, 0};
    if (::poll(&ready, 1, kPollMilliseconds) > 0 && !child.receive(observer)) break;
    if (!asked && observer.stop.stop_requested()) {
      child.ask_to_stop();
      asked.emplace();
    }
    if (asked && asked->seconds() > kPatienceSeconds) child.end_by_force();
  }
  if (asked) throw Interrupted("stopped");
  return child.result();
}

std::size_t peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

}  // namespace gntp
