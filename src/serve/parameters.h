// The parameters of a request, read one by one. One that is asked for nowhere is an error, so that
// nothing a client says is ignored; errors say what is expected.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http.h"

namespace gntp {

class Parameters {
 public:
  // Keeps a reference. Throws Error for a parameter that is not among `known`.
  Parameters(const HttpRequest& request, const std::vector<std::string_view>& known);

  // Throws Error where it is missing, empty or given twice.
  const std::string& text(std::string_view name) const;
  // Null where it is missing or empty. Throws Error where it is given twice.
  const std::string* find(std::string_view name) const;
  std::vector<std::string> all(std::string_view name) const;
  // Throws Error for what is no whole number from `low` to `high`.
  std::size_t number(std::string_view name, std::size_t fallback, std::size_t low,
                     std::size_t high) const;
  // 1 or 0. Throws Error for others.
  bool flag(std::string_view name) const;
  // One of `choices`. Throws Error for others.
  std::string choice(std::string_view name, std::string_view fallback,
                     const std::vector<std::string_view>& choices) const;

 private:
  const HttpRequest& request_;
};

}  // namespace gntp
