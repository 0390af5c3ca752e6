// A server for HTTP/1.1: connections, limits and deadlines. What is answered is the handler's
// matter. cpp-httplib parses requests and writes responses, and stays inside.
//
// Each connection has a thread while it lives. There are so many and no more: where others wait for
// one, connections that are idle are closed, and where too many wait, they are told to come again.
// Whoever sends or takes too slowly is cut off.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "serve/http.h"

namespace gntp {

struct HttpLimits {
  std::size_t connections = 256;                    // that are served at once
  std::size_t waiting = 1024;                       // that wait for one of them to end
  std::size_t head_bytes = std::size_t{16} << 10U;  // of the request line and the headers
  std::size_t body_bytes = std::size_t{64} << 10U;
  std::chrono::milliseconds idle{30'000};    // between two requests of a connection
  std::chrono::milliseconds receive{5'000};  // for a whole request to arrive
  std::chrono::milliseconds send{10'000};    // for a whole response to be taken
};

class HttpServer {
 public:
  // Of cpp-httplib.
  static const char* library_version();

  struct Handlers {
    // Called when the head of a request has arrived, before its body is read: a response ends it.
    std::function<std::optional<HttpResponse>(const HttpRequest&)> screen;
    // Makes the response. What it throws is an answer with the status 500.
    std::function<HttpResponse(const HttpRequest&)> respond;
    // Called once for each request, also for one that could not be read.
    std::function<void(const HttpOutcome&)> done;
  };

  // All handlers are called from many threads.
  HttpServer(const HttpLimits& limits, Handlers handlers);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  // Takes the port, 0 for any that is free. Throws Error where that fails.
  void bind(const std::string& host, std::uint16_t port);
  std::uint16_t port() const;

  // Serves until `stop` is called: then requests that have arrived are answered, and all
  // connections are closed.
  void run();
  // From any thread, at any time, any number of times.
  void stop();

  std::size_t connections() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace gntp
