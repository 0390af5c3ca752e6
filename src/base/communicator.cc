#include "base/communicator.h"

#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "base/stop.h"

namespace gntp {
namespace {

constexpr double kListenSeconds = 0.02;      // between two looks
constexpr std::uint32_t kCallsBetween = 32;  // of `listen`, that do not even look at the clock
// Seconds without an answer after a wish to stop: of process 0, which may have something to save
// before it is killed, and of one that can only wait.
constexpr double kFirstPatience = 0.5;
constexpr double kPatience = 60;
constexpr const char* kStopped = "stopped; nothing was written";

// A process by itself.
class Alone final : public Communicator {
 public:
  std::size_t rank() const override { return 0; }
  std::size_t size() const override { return 1; }

 private:
  std::vector<Message> exchange(const Message& own, Receivers /*receivers*/) override {
    return {own};
  }
  void tell_stop() override {}
  bool hears_stop() override { return false; }
};

Communicator& alone() {
  static Alone communicator;
  return communicator;
}

thread_local Communicator* innermost = nullptr;  // null: alone
thread_local Communicator* heard = nullptr;      // the innermost one of several processes

std::string reason_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an unknown error";
  }
}

}  // namespace

Communicator& Communicator::current() {
  return innermost == nullptr ? alone() : *innermost;
}

void Communicator::abort(int status) {
  std::_Exit(status);
}

std::vector<std::string> Communicator::gather(const std::function<std::string()>& work,
                                              Receivers receivers) {
  if (is_alone()) return {work()};
  Message own{Kind::kResult, {}};
  std::exception_ptr failure;
  try {
    own.bytes = work();
  } catch (...) {
    failure = std::current_exception();
  }
  return exchange_all(std::move(own), receivers, failure);
}

std::string Communicator::broadcast(const std::function<std::string()>& work) {
  return std::move(gather([&] { return is_first() ? work() : std::string(); }).front());
}

bool Communicator::decide(bool decision) {
  return is_alone() ? decision : broadcast([&] { return decision ? "1" : "0"; }) == "1";
}

void Communicator::barrier() {
  gather([] { return std::string(); });
}

void Communicator::require_equal(std::string_view value, std::string_view remedy) {
  const std::vector<std::string> all = gather([&] { return std::string(value); });
  for (std::size_t other = 1; other < all.size(); ++other) {
    if (all[other] != all[0]) fail("process {} differs from process 0: {}", other, remedy);
  }
}

void Communicator::leave(const std::exception_ptr& failure) {
  if (is_alone() || is_over_ || is_broken_) {
    if (failure) std::rethrow_exception(failure);
    return;
  }
  exchange_all({Kind::kLeft, {}}, Receivers::kAll, failure);
}

// Where this process has failed, that is its message.
std::vector<std::string> Communicator::exchange_all(Message own, Receivers receivers,
                                                    const std::exception_ptr& failure) {
  if (is_over_ || is_broken_) {
    if (failure) std::rethrow_exception(failure);
    throw Interrupted(kStopped);
  }
  if (failure) {
    own = {Kind::kError, reason_of(failure)};
    try {
      std::rethrow_exception(failure);
    } catch (const Interrupted&) {
      own.kind = Kind::kStopped;
    } catch (const UsageError&) {
      own.kind = Kind::kUsageError;
    } catch (...) {  // as it is
    }
    pass_stop_on();
  }
  since_stop_ = {};
  std::vector<Message> messages;
  try {
    messages = exchange(own, receivers);
  } catch (...) {
    is_broken_ = true;
    if (failure) std::rethrow_exception(failure);
    throw;
  }
  throw_failure(messages, failure);
  std::vector<std::string> results;
  results.reserve(messages.size());
  for (Message& message : messages) {
    if (message.kind != own.kind) is_over_ = true;
    results.push_back(std::move(message.bytes));
  }
  if (own.kind == Kind::kLeft) is_over_ = true;
  if (is_over_ && own.kind == Kind::kResult) fail("another process has ended before its work did");
  return results;
}

// Errors first, then stops; of several the lowest process's, so that all choose the same.
void Communicator::throw_failure(const std::vector<Message>& messages,
                                 const std::exception_ptr& own) {
  const Message* chosen = nullptr;
  std::size_t whose = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const bool is_error = messages[i].kind == Kind::kError || messages[i].kind == Kind::kUsageError;
    if (!is_error && messages[i].kind != Kind::kStopped) continue;
    if (chosen != nullptr && (!is_error || chosen->kind != Kind::kStopped)) continue;
    chosen = &messages[i];
    whose = i;
  }
  if (chosen == nullptr) return;
  is_over_ = true;
  const bool is_own_kind = chosen->kind == messages[rank()].kind;
  if (own && (whose == rank() || (chosen->kind == Kind::kStopped && is_own_kind))) {
    std::rethrow_exception(own);
  }
  if (chosen->kind == Kind::kStopped) throw Interrupted(kStopped);
  const std::string text =
      whose == 0 ? chosen->bytes : fmt::format("process {}: {}", whose, chosen->bytes);
  if (chosen->kind == Kind::kUsageError) throw UsageError(text);
  throw Error(text);
}

void Communicator::pass_stop_on() {
  if (std::exchange(has_told_, true)) return;
  tell_stop();
}

void Communicator::listen() {
  if (++calls_ % kCallsBetween != 0 || since_listening_.seconds() < kListenSeconds) return;
  look_for_stop();
}

// Who has heard it need not tell: all have.
void Communicator::look_for_stop() {
  since_listening_ = {};
  if (stop_.stop_possible() && stop_.stop_requested()) wants_stop_ = true;
  if (!hears_stop()) return;
  has_told_ = true;
  if (stop_.stop_possible()) stop_.request_stop();
}

// A process that has failed tells the others to stop, too: they wait to hear why.
void Communicator::keep_waiting() {
  if (since_listening_.seconds() < kListenSeconds) return;
  look_for_stop();
  if (wants_stop_) pass_stop_on();
  if (!has_told_) {
    since_stop_ = {};
  } else if (since_stop_.seconds() > (is_first() && wants_stop_ ? kFirstPatience : kPatience)) {
    throw Interrupted(kStopped);
  }
}

CommunicatorScope::CommunicatorScope(Communicator& communicator)
    : outer_(innermost), outer_heard_(heard) {
  innermost = &communicator;
  if (!communicator.is_alone()) heard = &communicator;
}

CommunicatorScope::CommunicatorScope() : outer_(innermost), outer_heard_(heard) {
  innermost = nullptr;
}

CommunicatorScope::~CommunicatorScope() {
  innermost = outer_;
  heard = outer_heard_;
}

void listen_for_stop() {
  if (heard != nullptr) heard->listen();
}

}  // namespace gntp
