// JSON that comes from outside. Everything that works on a JSON value afterwards (copying,
// printing) recurses, so that a text nested too deeply is refused before it becomes one.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace gntp {

// Far above any file of ours.
inline constexpr std::size_t kMaxJsonDepth = 64;

// Whether brackets of the text, those in strings aside, are nested more deeply than kMaxJsonDepth.
bool is_nested_too_deeply(std::string_view text);

// Nothing where the text is no JSON or nested too deeply. `Json` is nlohmann::json, or
// nlohmann::ordered_json where the order of keys matters.
template <typename Json>
std::optional<Json> parse_json(std::string_view text) {
  if (is_nested_too_deeply(text)) return std::nullopt;
  Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

}  // namespace gntp
