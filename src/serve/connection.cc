#include "serve/connection.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace gntp {
namespace {

constexpr std::size_t kBuffer = std::size_t{16} << 10U;
constexpr std::chrono::milliseconds kSlice(100);     // between two questions whether to give up
constexpr std::chrono::milliseconds kFarewell(200);  // for a client to hear the end
constexpr std::size_t kFarewellBytes = std::size_t{256} << 10U;

int milliseconds_until(Connection::Clock::time_point deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - Connection::Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000));
}

// Whether the socket is ready for `events` before the deadline.
bool is_ready(socket_t socket, short events, Connection::Clock::time_point deadline) {
  while (true) {
    pollfd asked{socket, events, 0};
    const int ready = ::poll(&asked, 1, milliseconds_until(deadline));
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) return false;
  }
}

void name_of(const sockaddr_storage& address, std::string& ip, int& port) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.ss_family == AF_INET) {
    sockaddr_in own{};
    std::memcpy(&own, &address, sizeof(own));
    ::inet_ntop(AF_INET, &own.sin_addr, text.data(), text.size());
    port = ntohs(own.sin_port);
  } else if (address.ss_family == AF_INET6) {
    sockaddr_in6 own{};
    std::memcpy(&own, &address, sizeof(own));
    ::inet_ntop(AF_INET6, &own.sin6_addr, text.data(), text.size());
    port = ntohs(own.sin6_port);
  }
  ip = text.data();
}

}  // namespace

Connection::Connection(socket_t socket) : socket_(socket), received_(kBuffer) {}

Connection::~Connection() {
  // A socket that is closed while bytes wait in it is reset, and the last answer may be lost.
  ::shutdown(socket_, SHUT_WR);
  const Clock::time_point end = Clock::now() + kFarewell;
  std::size_t left = kFarewellBytes;
  while (left > 0 && is_ready(socket_, POLLIN, end)) {
    const ssize_t got = ::recv(socket_, received_.data(), received_.size(), MSG_DONTWAIT);
    if (got <= 0) break;
    left -= std::min(left, static_cast<std::size_t>(got));
  }
  ::close(socket_);
}

// A request that has arrived is served, whoever else wants the thread.
bool Connection::wait(std::chrono::milliseconds idle, const std::function<bool()>& give_up) {
  if (begin_ < end_) return true;
  const Clock::time_point end = Clock::now() + idle;
  while (true) {
    const bool is_last_look = give_up() || Clock::now() >= end;
    const Clock::time_point slice =
        is_last_look ? Clock::now() : std::min(end, Clock::now() + kSlice);
    if (is_ready(socket_, POLLIN, slice)) {
      char byte = 0;
      return ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    }
    if (is_last_look) return false;
  }
}

void Connection::expect(std::size_t bytes, Clock::time_point deadline) {
  allowed_ = bytes;
  deadline_ = deadline;
}

bool Connection::fill() {
  begin_ = end_ = 0;
  while (true) {
    const ssize_t got = ::recv(socket_, received_.data(), received_.size(), MSG_DONTWAIT);
    if (got > 0) {
      end_ = static_cast<std::size_t>(got);
      return true;
    }
    if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) return false;
    if (!is_ready(socket_, POLLIN, deadline_)) {
      too_slow_ = true;
      return false;
    }
  }
}

bool Connection::is_readable() const {
  return begin_ < end_ || is_ready(socket_, POLLIN, deadline_);
}

ssize_t Connection::read(char* bytes, std::size_t size) {
  if (allowed_ == 0) {
    too_large_ = true;
    return -1;
  }
  if (!line_.escape.empty()) return read_line(bytes);
  if (begin_ == end_ && !fill()) return too_slow_ ? -1 : 0;
  if (!line_.is_over) return read_line(bytes);
  const std::size_t taken = std::min({size, end_ - begin_, allowed_});
  std::memcpy(bytes, received_.data() + begin_, taken);
  begin_ += taken;
  allowed_ -= taken;
  return static_cast<ssize_t>(taken);
}

// One byte.
ssize_t Connection::read_line(char* bytes) {
  if (line_.escape.empty()) {
    *bytes = received_[begin_++];
    --allowed_;
    if (*bytes == '\n') line_.is_over = true;
    if (*bytes != '?' || !std::exchange(line_.has_query, true)) return 1;
    line_.escape = "%3F";
  }
  *bytes = line_.escape.front();
  line_.escape.remove_prefix(1);
  return 1;
}

ssize_t Connection::write(const char* bytes, std::size_t size) {
  to_send_.append(bytes, size);
  return static_cast<ssize_t>(size);
}

bool Connection::flush(Clock::time_point deadline) {
  std::size_t sent = 0;
  while (sent < to_send_.size()) {
    const ssize_t count = ::send(socket_, to_send_.data() + sent, to_send_.size() - sent,
                                 MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
      return false;
    } else if (!is_ready(socket_, POLLOUT, deadline)) {
      too_slow_ = true;
      return false;
    }
  }
  to_send_.clear();
  return true;
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  if (::getpeername(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0) {
    name_of(address, ip, port);
  }
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  if (::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0) {
    name_of(address, ip, port);
  }
}

}  // namespace gntp
