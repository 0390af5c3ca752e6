// Several processes that do one piece of work together, each with its own memory, numbered from 0.
// They run the same program on the same input: all take the same steps, share out what a step has
// to do (base/share_out.h), and tell each other what they found. A process by itself is a
// communicator of one.
//
// Everything that processes say to each other is one kind of exchange: each gives a message, and
// all get the messages of all. So whoever fails or is asked to stop says so instead of what it was
// to say, whatever that was, and all processes throw the same at the same place. After that, and
// after `leave`, nobody says anything any more.
//
// For the thread that made it. CommunicatorScope names the one that work is shared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/stopwatch.h"

namespace gntp {

class Communicator {
 public:
  Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  virtual ~Communicator() = default;

  virtual std::size_t rank() const = 0;
  virtual std::size_t size() const = 0;
  // The processes on this machine, this one among them.
  virtual std::size_t neighbours() const { return 1; }

  bool is_alone() const { return size() == 1; }
  // Whether this is process 0, which alone writes files, talks and looks at the clock.
  bool is_first() const { return rank() == 0; }

  // Who gets the messages: all processes, or process 0 alone.
  enum class Receivers : std::uint8_t { kAll, kFirst };

  // Every process calls work(), and what it returns goes to the receivers, by rank; others get
  // nothing. Where work throws in any process, all throw.
  std::vector<std::string> gather(const std::function<std::string()>& work,
                                  Receivers receivers = Receivers::kAll);
  // Calls work() in process 0; all get what it returns, and all throw where it throws.
  std::string broadcast(const std::function<std::string()>& work);
  // Process 0 decides; the others' `decision` is not looked at.
  bool decide(bool decision);
  // Returns when all have called it.
  void barrier();
  // Throws Error in all processes where they do not have the same; `remedy` says what to do.
  void require_equal(std::string_view value, std::string_view remedy);

  // The last word: this process has done its work, or failed with `failure`. Returns when all have
  // said so. Throws where any has failed: process 0 its own failure, if it has one.
  void leave(const std::exception_ptr& failure = nullptr);
  // Whether an exchange was given up because others did not answer: there is no getting out but
  // `abort`.
  bool is_broken() const { return is_broken_; }
  // Ends all processes at once.
  [[noreturn]] virtual void abort(int status);

  // Who is asked to stop where another process is, and tells the others where it is asked itself;
  // an empty one: nobody.
  void set_stop(std::stop_source source) { stop_ = std::move(source); }
  // Looks, now and then, whether another process wants to stop. stop_if_asked does it
  // (base/stop.h).
  void listen();

  // That of the innermost scope of this thread; a communicator of one outside of any.
  static Communicator& current();

 protected:
  enum class Kind : std::uint8_t { kResult, kLeft, kStopped, kError, kUsageError };
  struct Message {
    Kind kind;
    std::string bytes;
  };
  // Gives `own`, and waits for the messages of all; where all are results and process 0 alone is to
  // get them, those of other processes may be left out. Calls `keep_waiting` now and then, and
  // throws what it throws; then nothing can be exchanged any more.
  virtual std::vector<Message> exchange(const Message& own, Receivers receivers) = 0;
  // The others shall stop soon: they are told without waiting for them.
  virtual void tell_stop() = 0;
  // Whether somebody has said that since the last call.
  virtual bool hears_stop() = 0;

  // Between two looks for answers: passes on a wish to stop, and throws Interrupted where one
  // brought no answer for too long. Process 0 waits less than the others, which have nothing to
  // save.
  void keep_waiting();

 private:
  std::vector<std::string> exchange_all(Message own, Receivers receivers,
                                        const std::exception_ptr& failure);
  void pass_stop_on();
  void look_for_stop();
  void throw_failure(const std::vector<Message>& messages, const std::exception_ptr& own);

  std::stop_source stop_{std::nostopstate};
  bool is_over_ = false;
  bool is_broken_ = false;
  bool wants_stop_ = false;    // this process was asked to stop before it heard of others
  bool has_told_ = false;      // the others to stop, or heard that they know
  std::uint32_t calls_ = 0;    // of `listen`
  Stopwatch since_listening_;  // when it last looked
  Stopwatch since_stop_;       // while something is waited for: since somebody wanted to stop
};

// Until it ends, work of this thread is shared with the communicator's processes.
class CommunicatorScope {
 public:
  explicit CommunicatorScope(Communicator& communicator);
  // For work that this process does by itself. It goes on hearing whether to stop.
  CommunicatorScope();
  CommunicatorScope(const CommunicatorScope&) = delete;
  CommunicatorScope& operator=(const CommunicatorScope&) = delete;
  ~CommunicatorScope();

 private:
  Communicator* outer_;
  Communicator* outer_heard_;
};

// Listens to the processes that this thread shares work with; nothing where there are none.
void listen_for_stop();

}  // namespace gntp
