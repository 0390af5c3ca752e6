#include "base/text.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/edit_distance.h"
#include "base/utf8.h"

namespace gntp {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";
constexpr std::size_t kMaxSuggestions = 3;
constexpr std::size_t kMaxMistakes = 3;
// A shorter name is a part of too many others to say anything.
constexpr std::size_t kMinPartLength = 4;
constexpr std::size_t kMaxExcerpt = 40;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_ignoring_case(char a, char b) {
  return lower(a) == lower(b);
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(), equal_ignoring_case) !=
         text.end();
}

bool is_control(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte < 0x20U || byte == 0x7FU;
}

// How many mistakes a name of this length may have and still be recognised.
std::size_t tolerated_mistakes(std::size_t length) {
  return std::min(length / 3, kMaxMistakes);
}

}  // namespace

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = text.find(separator);
    fields.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return fields;
    }
    text.remove_prefix(end + 1);
  }
}

std::string join(std::span<const std::string> texts, std::string_view separator) {
  std::string joined;
  for (const std::string& text : texts) {
    if (&text != texts.data()) joined += separator;
    joined += text;
  }
  return joined;
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference >= limit) {
    return limit;
  }
  EditTable table;
  if (!table.fill(a, b, limit, equal_ignoring_case)) return limit;
  return std::min(table.row().back(), limit);
}

std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> known) {
  const std::size_t tolerated = tolerated_mistakes(name.size());
  std::vector<std::pair<std::size_t, std::size_t>> matches;  // cost, position in `known`
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::size_t distance = edit_distance(name, known[i], tolerated + 1);
    if (distance <= tolerated) {
      matches.emplace_back(distance, i);
    } else if (name.size() >= kMinPartLength && contains_ignoring_case(known[i], name)) {
      matches.emplace_back(kMaxMistakes + known[i].size() - name.size(), i);
    }
  }
  const std::size_t count = std::min(matches.size(), kMaxSuggestions);
  std::partial_sort(matches.begin(), matches.begin() + static_cast<std::ptrdiff_t>(count),
                    matches.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    names.push_back(known[matches[i].second]);
  }
  return names;
}

std::string suggestion(std::string_view name, std::span<const std::string> known) {
  const std::vector<std::string> names = nearest_names(name, known);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view before = i == 0 ? "did you mean " : i + 1 < names.size() ? ", " : " or ";
    text += fmt::format("{}'{}'", before, names[i]);
  }
  return text.empty() ? text : text + '?';
}

std::string excerpt(std::string_view text) {
  std::size_t end = std::min(text.size(), kMaxExcerpt);
  while (end > 0 && end < text.size() && is_continuation(text[end])) {
    --end;
  }
  std::string shown(text.substr(0, end));
  std::replace_if(shown.begin(), shown.end(), is_control, ' ');
  return end < text.size() ? shown + "..." : shown;
}

}  // namespace gntp
