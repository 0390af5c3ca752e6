// gntp serve: a web page and an API for runs.
#include <malloc.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/interrupt.h"
#include "app/verbs.h"
#include "base/file.h"
#include "base/text.h"
#include "serve/json_text.h"
#include "serve/web_server.h"

namespace gntp {
namespace {

constexpr int kHeaps = 4;

// A line of text without its end, and without blanks around it.
std::string_view only_line(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  return trim(text);
}

// From the file, else from the environment; empty: none.
std::string read_token(const std::string& file) {
  std::string token;
  if (!file.empty()) {
    token = only_line(read_file(file));
    if (token.empty()) throw UsageError(fmt::format("{}: has no token in it", file));
  } else if (const char* given = std::getenv("GNTP_TOKEN")) {
    token = only_line(given);
  }
  constexpr std::size_t kShort = 16;
  if (!token.empty() && token.size() < kShort) {
    throw UsageError(
        fmt::format("the token is too short to be a secret; take {} characters or more, "
                    "such as 'openssl rand -hex 16' prints",
                    kShort));
  }
  return token;
}

}  // namespace

void run_serve(Arguments arguments, const Console& console) {
  std::vector<std::string> folders;
  ServeOptions options;
  std::size_t port = kServePort;
  std::string token_file;
  std::string marks;
  std::optional<double> limit;
  std::vector<std::string> stores;
  bool quiet = false;
  CommandLine line("serve",
                   "Show runs on a web page, and answer programs as JSON (docs/server.md). Ctrl-C "
                   "ends it; SIGHUP opens the runs again.");
  line.arguments("RUN", folders, "run folders; one that is being trained can be watched");
  line.option("--port", port, 0, 65535,
              fmt::format("port (default {}); 0 for any that is free", kServePort));
  line.option("--host", "ADDRESS", options.host,
              "address to listen on (default 127.0.0.1, this machine alone); others need a token");
  line.option("--data", "STORE", stores,
              "a store that a run was trained on, if it has moved; may be repeated");
  line.option("--marks", "FILE", marks, "keep what people mark as right or wrong in this file");
  line.option("--token-file", "FILE", token_file,
              "the secret that clients must know; without it GNTP_TOKEN of the environment");
  line.duration_option("--time-limit", limit, "give a question up after this time (default 10s)");
  line.threads_option(options.threads);
  line.device_option(options.device);
  line.flag("--quiet", quiet, "log no requests, only what goes wrong");
  line.example("serve runs/countries");
  line.example("serve runs/umls runs/kinship --port 8080 --marks marks.jsonl");
  if (!line.parse(arguments, console)) return;

  options.port = static_cast<std::uint16_t>(port);
  options.token = read_token(token_file);
  options.stores.assign(stores.begin(), stores.end());
  if (!marks.empty()) options.marks = marks;
  if (limit) options.limit = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * *limit));
  const auto log = [&](const nlohmann::ordered_json& entry) {
    const bool is_request = entry.at("event") == "request";
    if (quiet && is_request && entry.at("status") < 500) return;
    const std::string text = json_text(entry);
    std::fwrite(text.data(), 1, text.size(), console.err);
    if (!is_request) std::fflush(console.err);
  };
  // A connection has a thread, and few threads work at a time: memory that one has given back
  // serves the others, which it does not where each has a heap of its own.
  ::mallopt(M_ARENA_MAX, kHeaps);
  WebServer server({folders.begin(), folders.end()}, options, log);
  const InterruptGuard guard({}, [&] { server.reload(); });
  const std::stop_callback when_stopped(guard.token(), [&] { server.stop(); });
  log({{"event", "started"}, {"address", server.address()}});
  server.run();
  log({{"event", "stopped"}});
  std::fflush(console.err);
}

}  // namespace gntp
