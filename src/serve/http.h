// A request and a response of HTTP as plain values: what the server's parts see of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gntp {

struct HttpRequest {
  std::string method;                                               // GET
  std::string path;                                                 // /api/predict, decoded
  std::multimap<std::string, std::string, std::less<>> parameters;  // decoded
  std::map<std::string, std::string, std::less<>> headers;  // by lower-case name, the last of each
  std::string body;
  std::string remote;  // the client's address

  // Empty where there is none.
  std::string_view header(std::string_view lower_case_name) const {
    const auto found = headers.find(lower_case_name);
    return found == headers.end() ? std::string_view() : std::string_view(found->second);
  }
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// What becomes of one request, for logs and counters.
struct HttpOutcome {
  std::string method;  // empty where the request could not be read
  std::string path;
  std::string remote;
  int status = 0;
  std::size_t bytes = 0;  // of the body that was answered
  double seconds = 0;     // from the first byte of the request to the last of the answer
};

}  // namespace gntp
