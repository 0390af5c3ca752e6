#include "serve/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/text.h"

namespace gntp {

Parameters::Parameters(const HttpRequest& request, const std::vector<std::string_view>& known)
    : request_(request) {
  for (const auto& [name, value] : request.parameters) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::vector<std::string> names(known.begin(), known.end());
    const std::string hint = suggestion(name, names);
    fail("{} has no parameter '{}'; {}", request.path, excerpt(name),
         !hint.empty()   ? hint
         : names.empty() ? std::string("it takes none")
                         : "there are " + join(names, ", "));
  }
}

const std::string* Parameters::find(std::string_view name) const {
  const auto [begin, end] = request_.parameters.equal_range(name);
  if (begin == end) return nullptr;
  if (std::next(begin) != end) fail("the parameter '{}' is given twice", name);
  return begin->second.empty() ? nullptr : &begin->second;
}

const std::string& Parameters::text(std::string_view name) const {
  const std::string* found = find(name);
  if (found == nullptr) fail("{} needs the parameter '{}'", request_.path, name);
  return *found;
}

std::vector<std::string> Parameters::all(std::string_view name) const {
  std::vector<std::string> values;
  const auto [begin, end] = request_.parameters.equal_range(name);
  for (auto each = begin; each != end; ++each) {
    if (!each->second.empty()) values.push_back(each->second);
  }
  return values;
}

std::size_t Parameters::number(std::string_view name, std::size_t fallback, std::size_t low,
                               std::size_t high) const {
  const std::string* text = find(name);
  if (text == nullptr) return fallback;
  std::size_t value = 0;
  const char* end = text->data() + text->size();
  const auto [stopped, error] = std::from_chars(text->data(), end, value);
  if (error != std::errc() || stopped != end || value < low || value > high) {
    fail("the parameter '{}' must be a whole number from {} to {}, not '{}'", name, low, high,
         excerpt(*text));
  }
  return value;
}

bool Parameters::flag(std::string_view name) const {
  return choice(name, "0", {"0", "1"}) == "1";
}

std::string Parameters::choice(std::string_view name, std::string_view fallback,
                               const std::vector<std::string_view>& choices) const {
  const std::string* text = find(name);
  if (text == nullptr) return std::string(fallback);
  if (std::ranges::find(choices, *text) == choices.end()) {
    fail("the parameter '{}' must be {}, not '{}'", name,
         join(std::vector<std::string>(choices.begin(), choices.end()), " or "), excerpt(*text));
  }
  return *text;
}

}  // namespace gntp
