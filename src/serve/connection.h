// One client's connection as the bytes that httplib reads and writes, with deadlines and a limit on
// what one request may send. Not thread-safe: a connection has a thread.
#pragma once

#include <httplib.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

class Connection : public httplib::Stream {
 public:
  using Clock = std::chrono::steady_clock;

  // Takes over the socket.
  explicit Connection(socket_t socket);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  // Says that nothing more will come, waits a moment for the client to hear it, and closes.
  ~Connection() override;

  // Waits for the first byte of a request. False where the client has gone, is idle for too long or
  // `give_up`, which is asked several times a second, says so.
  bool wait(std::chrono::milliseconds idle, const std::function<bool()>& give_up);
  // From now on a request is read.
  void begin_request() { line_ = RequestLine(); }
  // Of which so many bytes may still come, until then.
  void expect(std::size_t bytes, Clock::time_point deadline);
  // Sends what was written. False where the client does not take it in time.
  bool flush(Clock::time_point deadline);

  // Whether the client sent too much, or too slowly.
  bool is_too_large() const { return too_large_; }
  bool is_too_slow() const { return too_slow_; }

  bool is_readable() const override;
  bool is_writable() const override { return true; }
  ssize_t read(char* bytes, std::size_t size) override;
  ssize_t write(const char* bytes, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  // The first line of a request. A '?' may stand in the query of an address as it is, but httplib
  // takes one alone: it is given %3F for any further one.
  struct RequestLine {
    bool is_over = false;
    bool has_query = false;
    std::string_view escape = {};  // what is left to hand over of %3F
  };
  ssize_t read_line(char* bytes);

  // Receives what is there, or waits for it until the deadline. False where nothing comes.
  bool fill();

  socket_t socket_;
  std::vector<char> received_;
  std::size_t begin_ = 0;  // of what has not been read
  std::size_t end_ = 0;
  RequestLine line_;
  std::string to_send_;
  std::size_t allowed_ = 0;  // bytes that the request may still send
  Clock::time_point deadline_;
  bool too_large_ = false;
  bool too_slow_ = false;
};

}  // namespace gntp
