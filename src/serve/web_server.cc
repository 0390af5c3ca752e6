#include "serve/web_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "serve/access.h"
#include "serve/json_text.h"
#include "serve/metrics.h"
#include "serve/page.h"
#include "serve/utc_time.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

ApiOptions api_options(const ServeOptions& options) {
  ApiOptions api;
  api.slots = options.threads > 0 ? options.threads
                                  : std::max<std::size_t>(1, std::thread::hardware_concurrency());
  api.limit = options.limit;
  return api;
}

std::optional<HttpResponse> page_response(std::string_view path) {
  constexpr std::string_view kFiles = "/app/";
  if (path != "/" && !path.starts_with(kFiles)) return std::nullopt;
  const std::string_view name = path == "/" ? "index.html" : path.substr(kFiles.size());
  const PageFile* file = find_page_file(name);
  if (file == nullptr) return std::nullopt;
  HttpResponse response;
  response.type = media_type_of(name);
  response.body = file->bytes;
  return response;
}

// Pages of memory that the process has, from the kernel's own account.
double resident_bytes() {
  constexpr double kPage = 4096;
  try {
    const std::string text = read_file("/proc/self/statm");
    const std::vector<std::string_view> fields = split(text, ' ');
    return fields.size() < 2 ? 0 : kPage * std::stod(std::string(fields[1]));
  } catch (const Error&) {
    return 0;
  }
}

void check_token(const ServeOptions& options) {
  if (!options.token.empty() || is_loopback(options.host)) return;
  throw UsageError(
      fmt::format("'{}' can be reached from other machines: give a token with --token-file FILE or "
                  "the environment's GNTP_TOKEN, or take --host 127.0.0.1",
                  options.host));
}

}  // namespace

struct WebServer::State {
  State(const std::vector<std::filesystem::path>& folders, const ServeOptions& options, Log to)
      : log(std::move(to)),
        runs(folders, {options.threads, {}, options.device}, options.stores),
        marks(options.marks ? std::make_unique<Marks>(*options.marks) : nullptr),
        api(runs, marks.get(), api_options(options)),
        http(options.http, {[this](const HttpRequest& request) { return screen(request); },
                            [this](const HttpRequest& request) { return respond(request); },
                            [this](const HttpOutcome& outcome) { done(outcome); }}),
        host(options.host) {
    http.bind(options.host, options.port);
    access.emplace(options.host, http.port(), options.token);
  }

  std::optional<HttpResponse> screen(const HttpRequest& request) const {
    std::optional<HttpResponse> refused = access->check(request);
    if (refused) add_safe_headers(*refused);
    return refused;
  }

  HttpResponse respond(const HttpRequest& request) {
    HttpResponse response = route(request);
    add_safe_headers(response);
    return response;
  }

  HttpResponse route(const HttpRequest& request) {
    if (request.path == "/api/login") {
      return request.method == "POST" ? access->login(request)
                                      : error_response(405, "/api/login takes POST");
    }
    if (request.path.starts_with("/api/")) return api.respond(request);
    if (request.method == "POST") return error_response(405, "only /api takes POST");
    if (request.path == "/healthz") return json_response({{"status", "ok"}});
    if (request.path == "/metrics") return counted();
    if (std::optional<HttpResponse> page = page_response(request.path)) return std::move(*page);
    return error_response(404, fmt::format("there is no {}", excerpt(request.path)));
  }

  HttpResponse counted() const {
    HttpResponse response;
    response.type = "text/plain; version=0.0.4; charset=utf-8";
    response.body = metrics.text(
        {{"gntp_connections", "Connections that are open.",
          static_cast<double>(http.connections())},
         {"gntp_waiting_requests", "Requests that wait for their turn.",
          static_cast<double>(api.waiting())},
         {"process_resident_memory_bytes", "Memory that the process has.", resident_bytes()}});
    return response;
  }

  void done(const HttpOutcome& outcome) {
    metrics.add(outcome);
    say({{"time", utc_time()},
         {"event", "request"},
         {"remote", outcome.remote},
         {"method", outcome.method},
         {"path", outcome.path},
         {"status", outcome.status},
         {"bytes", outcome.bytes},
         {"seconds", outcome.seconds}});
  }

  void say(const Json& line) {
    const std::scoped_lock lock(log_mutex);
    log(line);
  }

  std::mutex log_mutex;
  Log log;
  Metrics metrics;
  Runs runs;
  std::unique_ptr<Marks> marks;
  Api api;
  HttpServer http;
  std::string host;
  std::optional<Access> access;  // once the port is known
};

WebServer::WebServer(const std::vector<std::filesystem::path>& runs, const ServeOptions& options,
                     Log log) {
  check_token(options);
  state_ = std::make_unique<State>(runs, options, std::move(log));
}

WebServer::~WebServer() = default;

std::string WebServer::address() const {
  const bool is_six = state_->host.find(':') != std::string::npos;
  return fmt::format("http://{}{}{}:{}/", is_six ? "[" : "", state_->host, is_six ? "]" : "",
                     state_->http.port());
}

void WebServer::run() {
  state_->http.run();
}

void WebServer::stop() {
  state_->api.stop();
  state_->http.stop();
}

void WebServer::reload() {
  const std::vector<std::string> errors = state_->runs.reload();
  for (const std::string& error : errors) {
    state_->say({{"time", utc_time()}, {"event", "error"}, {"message", error}});
  }
  state_->say({{"time", utc_time()}, {"event", "reloaded"}, {"errors", errors.size()}});
}

}  // namespace gntp
