// A client that sends bytes as they are, so that tests can be slow, broken or rude.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gntp::testing {

class RawClient {
 public:
  explicit RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ =
        ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient() { ::close(socket_); }

  bool is_connected() const { return connected_; }

  // False where the other side is gone.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void close_sending() const { ::shutdown(socket_, SHUT_WR); }

  // All bytes until the other side ends, or nothing comes for `patience` milliseconds.
  std::string receive_all(int patience = 5000) const {
    std::string text;
    while (receive_some(text, patience)) {
    }
    return text;
  }

  // One response with a Content-Length. Empty where none comes.
  std::string receive_response(int patience = 5000) {
    while (true) {
      const std::size_t end = received_.find("\r\n\r\n");
      if (end != std::string::npos) {
        const std::size_t size = end + 4 + length_of(received_.substr(0, end));
        if (received_.size() >= size) {
          std::string response = received_.substr(0, size);
          received_.erase(0, size);
          return response;
        }
      }
      if (!receive_some(received_, patience)) return "";
    }
  }

  // A whole exchange.
  std::string get(const std::string& target, const std::string& headers = "Host: localhost\r\n") {
    if (!send("GET " + target + " HTTP/1.1\r\n" + headers + "\r\n")) return "";
    return receive_response();
  }
  std::string post(
      const std::string& target, const std::string& body,
      const std::string& headers = "Host: localhost\r\nContent-Type: application/json\r\n") {
    if (!send("POST " + target + " HTTP/1.1\r\n" + headers +
              "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body)) {
      return "";
    }
    return receive_response();
  }

 private:
  static std::size_t length_of(const std::string& head) {
    const std::string name = "Content-Length: ";
    const std::size_t found = head.find(name);
    return found == std::string::npos ? 0 : std::stoul(head.substr(found + name.size()));
  }

  bool receive_some(std::string& text, int patience) const {
    pollfd asked{socket_, POLLIN, 0};
    if (::poll(&asked, 1, patience) <= 0) return false;
    std::array<char, 4096> buffer{};
    const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
    if (got <= 0) return false;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    return true;
  }

  int socket_;
  bool connected_ = false;
  std::string received_;
};

// "200" of "HTTP/1.1 200 OK ..."; empty where there is no response.
inline std::string status_of(const std::string& response) {
  return response.size() < 12 ? "" : response.substr(9, 3);
}
inline std::string body_of(const std::string& response) {
  const std::size_t end = response.find("\r\n\r\n");
  return end == std::string::npos ? "" : response.substr(end + 4);
}

}  // namespace gntp::testing
