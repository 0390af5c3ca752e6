// Who may ask: requests of other sites' pages are refused, and so is whoever does not know the
// token, where there is one. Immutable; shared by all threads.
//
// A server on a loopback address is open to programs of the same machine, but not to web pages that
// a browser on it shows: the Host must be one of the server's own names, so that no other site can
// take its place in the name system, and requests that a page of another site sends are known by
// their Origin. Elsewhere a token is needed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http.h"

namespace gntp {

// Whether the host is an address of this machine alone: localhost, 127.x.y.z or ::1.
bool is_loopback(std::string_view host);

// Whether both are equal; takes as long for any two texts of equal length.
bool same_secret(std::string_view a, std::string_view b);

class Access {
 public:
  // An empty token: none is needed.
  Access(std::string host, std::uint16_t port, std::string token);

  // Nothing where the request may go on.
  std::optional<HttpResponse> check(const HttpRequest& request) const;

  // Answers POST /api/login, whose body is {"token": "..."}: with the token, a cookie that stands
  // for it.
  HttpResponse login(const HttpRequest& request) const;

 private:
  bool is_own_host(std::string_view host) const;
  bool has_token(const HttpRequest& request) const;

  std::string host_;
  std::uint16_t port_;
  std::string token_;
};

// What every response says: no other site may frame it or read it, and the page takes nothing from
// elsewhere.
void add_safe_headers(HttpResponse& response);

}  // namespace gntp
