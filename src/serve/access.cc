#include "serve/access.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "serve/json_text.h"

namespace gntp {
namespace {

constexpr std::string_view kCookie = "gntp_token";

// "localhost" of "localhost:8080" and "::1" of "[::1]:8080"; the port, or nothing.
struct HostAndPort {
  std::string_view host;
  std::string_view port;
};

HostAndPort parts_of(std::string_view text) {
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : std::string_view::npos;
  if (bracket != std::string_view::npos) {
    const std::string_view rest = text.substr(bracket + 1);
    return {text.substr(1, bracket - 1), rest.starts_with(':') ? rest.substr(1) : rest};
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {text, {}};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

std::string_view cookie_of(const HttpRequest& request, std::string_view name) {
  for (const std::string_view part : split(request.header("cookie"), ';')) {
    const std::string_view cookie = trim(part);
    const std::size_t equals = cookie.find('=');
    if (equals != std::string_view::npos && cookie.substr(0, equals) == name) {
      return cookie.substr(equals + 1);
    }
  }
  return {};
}

// A cookie's value can have few characters.
std::string in_hex(std::string_view text) {
  std::string hex;
  for (const char each : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(each));
  return hex;
}

// The page asks for the token itself, so that it can be seen without; the names of the data cannot.
bool needs_token(std::string_view path) {
  return (path.starts_with("/api/") && path != "/api/login") || path == "/metrics";
}

}  // namespace

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differences = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    differences |=
        static_cast<unsigned char>(a[i]) ^ static_cast<unsigned>(static_cast<unsigned char>(b[i]));
  }
  return differences == 0;
}

Access::Access(std::string host, std::uint16_t port, std::string token)
    : host_(std::move(host)), port_(port), token_(std::move(token)) {}

bool Access::is_own_host(std::string_view text) const {
  const auto [host, port] = parts_of(text);
  if (!port.empty() && port != std::to_string(port_)) return false;
  return host == host_ || is_loopback(host);
}

bool Access::has_token(const HttpRequest& request) const {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string_view given = request.header("authorization");
  if (given.starts_with(kBearer) && same_secret(given.substr(kBearer.size()), token_)) return true;
  return same_secret(cookie_of(request, kCookie), in_hex(token_));
}

std::optional<HttpResponse> Access::check(const HttpRequest& request) const {
  const std::string_view host = request.header("host");
  if (is_loopback(host_) && !is_own_host(host)) {
    return error_response(403, fmt::format("this server is not '{}'; ask it by the address that it "
                                           "said when it was started",
                                           excerpt(host)));
  }
  const std::string_view origin = request.header("origin");
  if (!origin.empty() && origin != fmt::format("http://{}", host) &&
      origin != fmt::format("https://{}", host)) {
    return error_response(403, "pages of other sites may not ask this server");
  }
  const std::string_view site = request.header("sec-fetch-site");
  if (request.path.starts_with("/api/") && (site == "cross-site" || site == "same-site")) {
    return error_response(403, "pages of other sites may not ask this server");
  }
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!reads && request.method != "POST") {
    HttpResponse refused = error_response(405, "only GET, HEAD and POST are answered");
    refused.headers.emplace_back("Allow", "GET, HEAD, POST");
    return refused;
  }
  const std::string_view type = request.header("content-type");
  if (!reads && trim(type.substr(0, type.find(';'))) != "application/json") {
    return error_response(415, "the body must be JSON, with 'Content-Type: application/json'");
  }
  if (!token_.empty() && needs_token(request.path) && !has_token(request)) {
    HttpResponse refused =
        error_response(401, "this server wants its token: 'Authorization: Bearer TOKEN'");
    refused.headers.emplace_back("WWW-Authenticate", "Bearer");
    return refused;
  }
  return std::nullopt;
}

HttpResponse Access::login(const HttpRequest& request) const {
  if (token_.empty()) return json_response({{"status", "no token is needed"}});
  const auto body = parse_json<nlohmann::json>(request.body);
  if (!body || !body->is_object() || !body->contains("token") || !body->at("token").is_string()) {
    return error_response(400, "the body must be {\"token\": \"...\"}");
  }
  if (!same_secret(body->at("token").get<std::string>(), token_)) {
    return error_response(401, "this is not the token of this server");
  }
  HttpResponse response = json_response({{"status", "ok"}});
  response.headers.emplace_back(
      "Set-Cookie",
      fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", kCookie, in_hex(token_)));
  return response;
}

void add_safe_headers(HttpResponse& response) {
  response.headers.insert(
      response.headers.end(),
      {{"Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"},
       {"X-Content-Type-Options", "nosniff"},
       {"X-Frame-Options", "DENY"},
       {"Referrer-Policy", "no-referrer"},
       {"Cross-Origin-Resource-Policy", "same-origin"},
       {"Cross-Origin-Opener-Policy", "same-origin"},
       {"Cache-Control", response.type == "application/json" ? "no-store" : "no-cache"}});
}

}  // namespace gntp
