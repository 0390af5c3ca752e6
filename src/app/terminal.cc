#include "app/terminal.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

namespace gntp {
namespace {

std::string_view text_of(const char* value) {
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// Whether a locale such as de_DE.UTF-8 or C.utf8 writes UTF-8.
bool is_utf8_locale(std::string_view locale) {
  std::string name(locale);
  std::erase(name, '-');
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return name.find("utf8") != std::string::npos;
}

}  // namespace

OutputKind output_kind(const Console& console) {
  return ::isatty(::fileno(console.out)) == 1 ? OutputKind::kTerminal : OutputKind::kFile;
}

const char* system_environment(const char* name) {
  return std::getenv(name);
}

Colors colors_for(OutputKind output, const Environment& environment) {
  const std::string_view terminal = text_of(environment("TERM"));
  const bool shows_colors = output == OutputKind::kTerminal && !terminal.empty() &&
                            terminal != "dumb" && text_of(environment("NO_COLOR")).empty();
  return shows_colors ? Colors::kTerminal : Colors::kNone;
}

Drawing drawing_for(OutputKind output, const Environment& environment) {
  if (output == OutputKind::kFile) return Drawing::kUnicode;
  constexpr std::array<const char*, 3> kVariables{"LC_ALL", "LC_CTYPE", "LANG"};
  for (const char* variable : kVariables) {
    const std::string_view locale = text_of(environment(variable));
    if (!locale.empty()) return is_utf8_locale(locale) ? Drawing::kUnicode : Drawing::kAscii;
  }
  return Drawing::kAscii;
}

}  // namespace gntp
