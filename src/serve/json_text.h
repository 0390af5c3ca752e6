// JSON as the body of a response: one line, UTF-8 whatever the names hold.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "serve/http.h"

namespace gntp {

inline std::string json_text(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

inline HttpResponse json_response(const nlohmann::ordered_json& value, int status = 200) {
  HttpResponse response;
  response.status = status;
  response.body = json_text(value);
  return response;
}

inline HttpResponse error_response(int status, const std::string& what) {
  return json_response({{"error", what}}, status);
}

}  // namespace gntp
