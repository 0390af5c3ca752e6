// `gntp serve`: runs behind an address, with the page for people and the API for programs.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "serve/api.h"
#include "serve/http_server.h"

namespace gntp {

struct ServeOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any that is free
  std::string token;       // empty: none; needed where the host is not a loopback address
  std::optional<std::filesystem::path>
      marks;                    // where marks are kept; nothing: facts cannot be marked
  std::size_t threads = 0;      // 0: one for each core
  std::string device = "auto";  // as OpenOptions has it
  std::vector<std::filesystem::path> stores = {};  // of runs, where they are now
  std::chrono::milliseconds limit{10'000};         // for a request
  HttpLimits http = {};
};

class WebServer {
 public:
  // An object of one line; called from many threads, one call at a time.
  using Log = std::function<void(const nlohmann::ordered_json& line)>;

  // Opens the runs and takes the port. Throws Error where that fails, UsageError where a token is
  // missing.
  WebServer(const std::vector<std::filesystem::path>& runs, const ServeOptions& options, Log log);
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;
  ~WebServer();

  // http://127.0.0.1:8080/
  std::string address() const;

  // Serves until `stop`, which any thread may call; what is asked by then is answered, or told that
  // it took too long.
  void run();
  void stop();
  // Opens the runs again; requests go on meanwhile.
  void reload();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gntp
