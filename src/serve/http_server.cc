#include "serve/http_server.h"

#include <httplib.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "serve/connection.h"
#include "serve/connection_threads.h"
#include "serve/json_text.h"

namespace gntp {
namespace {

using Clock = Connection::Clock;

constexpr std::size_t kMostRequests = 1'000'000;  // of a connection, says a header
constexpr int kBacklog = 512;  // connections that the kernel keeps until they are accepted

// What the request at hand of a connection's thread is about.
struct Exchange {
  Connection* connection = nullptr;
  Clock::time_point start;
  HttpRequest request;
  std::optional<HttpResponse> refused;
  bool is_last = false;  // nothing can be read after it
  bool is_told = false;
};
thread_local Exchange* current = nullptr;

std::string lower_case(std::string text) {
  for (char& each : text) {
    if (each >= 'A' && each <= 'Z') each = static_cast<char>(each - 'A' + 'a');
  }
  return text;
}

HttpRequest to_request(const httplib::Request& from) {
  HttpRequest request;
  request.method = from.method;
  request.path = from.path;
  for (const auto& [name, value] : from.params) request.parameters.emplace(name, value);
  for (const auto& [name, value] : from.headers) request.headers[lower_case(name)] = value;
  request.remote = from.remote_addr;
  return request;
}

void fill(const HttpResponse& from, httplib::Response& response) {
  response.status = from.status;
  response.set_content(from.body, from.type);
  for (const auto& [name, value] : from.headers) response.set_header(name, value);
}

bool may_have_body(const HttpRequest& request) {
  const std::string_view length = request.header("content-length");
  return !request.header("transfer-encoding").empty() || (!length.empty() && length != "0");
}

// Of the body, as far as the head says it; what is no number is too large.
std::size_t length_of(const HttpRequest& request) {
  const std::string_view text = request.header("content-length");
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return text.empty() || is_number ? length : std::numeric_limits<std::size_t>::max();
}

}  // namespace

class HttpServer::Implementation : public httplib::Server {
 public:
  Implementation(const HttpLimits& limits, HttpServer::Handlers handlers)
      : limits_(limits), handlers_(std::move(handlers)) {
    new_task_queue = [this] {
      threads_ =
          new ConnectionThreads(limits_.connections, limits_.waiting);  // httplib's to delete
      return threads_.load();
    };
    // A port that another server has is taken; httplib would share it.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    });
    set_payload_max_length(limits_.body_bytes);
    set_keep_alive_max_count(kMostRequests);
    set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(limits_.idle).count());
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      return route(request, response);
    });
    // A body is read for POST alone, and then everything is routed here.
    Post(".*", [this](const httplib::Request& request, httplib::Response& response) {
      current->request.body = request.body;
      respond(response);
    });
    set_error_handler(httplib::Server::Handler(
        [](const httplib::Request&, httplib::Response& response) { explain(response); }));
    set_exception_handler([](const httplib::Request&, httplib::Response& response,
                             const std::exception_ptr&) { response.status = 500; });
    set_logger([this](const httplib::Request&, const httplib::Response& response) {
      tell(response.status, response.body.size());
    });
  }

  void bind(const std::string& host, std::uint16_t port) {
    errno = 0;
    const int taken = port == 0 ? bind_to_any_port(host) : (bind_to_port(host, port) ? port : -1);
    if (taken <= 0) {
      fail(
          "cannot listen on {}:{}{}; is another server there? --port 0 takes any port that is free",
          host, port, errno == 0 ? "" : fmt::format(" ({})", std::strerror(errno)));
    }
    ::listen(svr_sock_, kBacklog);  // httplib's own is 5
    port_ = static_cast<std::uint16_t>(taken);
  }

  void run() {
    if (!is_over_) listen_after_bind();
    threads_ = nullptr;
    svr_sock_ = INVALID_SOCKET;
  }

  // httplib's own `stop` is lost when it comes before the loop that accepts has begun.
  void end() {
    if (is_over_.exchange(true)) return;
    const socket_t socket = svr_sock_;
    if (socket != INVALID_SOCKET) ::shutdown(socket, SHUT_RDWR);
  }

  std::uint16_t port() const { return port_; }
  std::size_t connections() const {
    const ConnectionThreads* threads = threads_;
    return threads == nullptr ? 0 : threads->busy();
  }

 private:
  bool process_and_close_socket(socket_t socket) override {
    Connection connection(socket);
    if (ConnectionThreads::is_refusing()) {
      end_with(connection, 503, "too many connections; try again in a moment");
      connection.flush(Clock::now());
      return false;
    }
    const auto give_up = [this] { return is_over_ || is_wanted(); };
    while (connection.wait(limits_.idle, give_up)) {
      if (!serve(connection)) break;
    }
    return true;
  }

  // Whether other connections wait for a thread.
  bool is_wanted() const { return threads_.load()->is_crowded(); }

  // One request. False where it was the last of the connection.
  bool serve(Connection& connection) {
    Exchange exchange;
    exchange.connection = &connection;
    exchange.start = Clock::now();
    connection.begin_request();
    connection.expect(limits_.head_bytes, exchange.start + limits_.receive);
    current = &exchange;
    bool is_closed = false;
    const bool answered = process_request(connection, is_over_ || is_wanted(), is_closed,
                                          [this](httplib::Request& request) { begin(request); });
    // Where not even the first line arrives, httplib has nothing to say.
    if (!exchange.is_told && connection.is_too_large()) {
      end_with(connection, 431, "the head of the request is too large");
    } else if (!exchange.is_told && connection.is_too_slow()) {
      end_with(connection, 408, "the request did not arrive in time");
    }
    const bool taken = connection.flush(Clock::now() + limits_.send);
    current = nullptr;
    return answered && taken && !is_closed && !exchange.is_last && !is_over_ && !is_wanted();
  }

  // When the head has arrived.
  void begin(httplib::Request& request) {
    Exchange& exchange = *current;
    exchange.request = to_request(request);
    request.ranges.clear();
    request.headers.erase("Accept-Encoding");  // nothing is compressed
    exchange.connection->expect(limits_.body_bytes + limits_.head_bytes,
                                exchange.start + limits_.receive);
    const bool has_body = may_have_body(exchange.request);
    exchange.refused = handlers_.screen(exchange.request);
    if (!exchange.refused && length_of(exchange.request) > limits_.body_bytes) {
      exchange.refused = error_response(
          413, fmt::format("the body is too large; {} bytes are allowed", limits_.body_bytes));
    }
    if (!exchange.refused && has_body && request.method != "POST") {
      exchange.refused =
          error_response(400, fmt::format("a {} request has no body here", request.method));
    }
    if ((exchange.refused && has_body) || is_wanted() || is_over_) {
      exchange.is_last = true;
      request.headers.erase("Connection");
      request.headers.emplace("Connection", "close");
    }
  }

  httplib::Server::HandlerResponse route(const httplib::Request& request,
                                         httplib::Response& response) {
    if (current->refused) {
      fill(*current->refused, response);
      return httplib::Server::HandlerResponse::Handled;
    }
    if (request.method == "POST") return httplib::Server::HandlerResponse::Unhandled;
    respond(response);
    return httplib::Server::HandlerResponse::Handled;
  }

  void respond(httplib::Response& response) {
    try {
      fill(handlers_.respond(current->request), response);
    } catch (const std::exception& error) {
      fill(error_response(500, error.what()), response);
    }
  }

  // For what httplib refuses by itself.
  static void explain(httplib::Response& response) {
    if (!response.body.empty()) return;
    const Connection& connection = *current->connection;
    if (connection.is_too_slow()) response.status = 408;
    if (connection.is_too_large()) response.status = response.status == 413 ? 413 : 431;
    current->is_last = true;
    response.set_header("Connection", "close");
    const char* what = "this is no request of HTTP/1.1";
    if (response.status == 408) what = "the request did not arrive in time";
    if (response.status == 413) what = "the body is too large";
    if (response.status == 414) what = "the address is too long";
    if (response.status == 431) what = "the head of the request is too large";
    if (response.status == 500) what = "something went wrong here";
    response.set_content(error_response(response.status, what).body, "application/json");
  }

  // Without httplib.
  void end_with(Connection& connection, int status, const std::string& what) {
    const std::string body = error_response(status, what).body;
    const std::string text = fmt::format(
        "HTTP/1.1 {} Refused\r\nConnection: close\r\nContent-Type: application/json\r\n"
        "Content-Length: {}\r\n\r\n{}",
        status, body.size(), body);
    connection.write(text.data(), text.size());
    if (current != nullptr) return tell(status, body.size());
    handlers_.done({"", "", "", status, body.size(), 0});
  }

  void tell(int status, std::size_t bytes) {
    Exchange& exchange = *current;
    exchange.is_told = true;
    const std::chrono::duration<double> seconds = Clock::now() - exchange.start;
    handlers_.done({exchange.request.method, exchange.request.path, exchange.request.remote, status,
                    bytes, seconds.count()});
  }

  const HttpLimits limits_;
  const HttpServer::Handlers handlers_;
  std::atomic<ConnectionThreads*> threads_ = nullptr;
  std::atomic<bool> is_over_ = false;
  std::uint16_t port_ = 0;
};

const char* HttpServer::library_version() {
  return CPPHTTPLIB_VERSION;
}

HttpServer::HttpServer(const HttpLimits& limits, Handlers handlers)
    : implementation_(std::make_unique<Implementation>(limits, std::move(handlers))) {}

HttpServer::~HttpServer() = default;

void HttpServer::bind(const std::string& host, std::uint16_t port) {
  implementation_->bind(host, port);
}

std::uint16_t HttpServer::port() const {
  return implementation_->port();
}

void HttpServer::run() {
  implementation_->run();
}

void HttpServer::stop() {
  implementation_->end();
}

std::size_t HttpServer::connections() const {
  return implementation_->connections();
}

}  // namespace gntp
