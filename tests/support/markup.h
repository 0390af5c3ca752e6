// Looks at HTML, XML and colours in output, as strictly as tests need.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gntp::testing {

// What stands between each `start` and the next `end`.
inline std::vector<std::string> between(std::string_view text, std::string_view start,
                                        std::string_view end) {
  std::vector<std::string> pieces;
  for (std::size_t at = text.find(start); at != std::string_view::npos; at = text.find(start, at)) {
    at += start.size();
    pieces.emplace_back(text.substr(at, text.find(end, at) - at));
  }
  return pieces;
}

// How often `part` is in the text.
inline std::size_t occurrences(std::string_view text, std::string_view part) {
  return between(text, part, part).size();
}

// The text without the escape sequences of colours.
inline std::string without_colors(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find('m', i);
    } else {
      plain += text[i];
    }
  }
  return plain;
}

// What is wrong with a text as XML: tags that are not closed in order, attributes without quotes,
// characters that must be written as entities. Empty: nothing. Knows what our pictures have: no
// comments, no processing instructions.
inline std::string fault_in_xml(std::string_view xml) {
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == ':';
  };
  std::vector<std::string> open;
  std::size_t at = 0;
  const auto fault = [&](std::string_view what) {
    return std::string(what) + ": " + std::string(xml.substr(at, 80));
  };
  while (at < xml.size()) {
    if (xml[at] == '&') {
      const std::vector<std::string_view> known{"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
      if (std::ranges::none_of(
              known, [&](std::string_view entity) { return xml.substr(at).starts_with(entity); })) {
        return fault("no entity");
      }
    }
    if (xml[at++] != '<') continue;
    const bool closes = at < xml.size() && xml[at] == '/';
    if (closes) ++at;
    std::string name;
    while (at < xml.size() && is_name(xml[at])) name += xml[at++];
    if (name.empty()) return fault("no tag");
    while (at < xml.size() && (xml[at] == ' ' || xml[at] == '\n')) {
      while (at < xml.size() && (xml[at] == ' ' || xml[at] == '\n')) ++at;
      while (at < xml.size() && is_name(xml[at])) ++at;
      if (!xml.substr(at).starts_with("=\"")) break;
      const std::size_t end = xml.find('"', at + 2);
      if (xml.substr(at, end - at).find('<') != std::string_view::npos) return fault("in quotes");
      at = end + 1;
    }
    const bool empty = xml.substr(at).starts_with("/>");
    if (empty) ++at;
    if (!xml.substr(at).starts_with(">")) return fault("no end of <" + name);
    ++at;
    if (empty) continue;
    if (!closes) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return fault("closes " + name);
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

}  // namespace gntp::testing
