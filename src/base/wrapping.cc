#include "base/wrapping.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"

namespace gntp {
namespace {

constexpr std::string_view kBreakBehind = " ,(/_-.:";
constexpr std::string_view kEllipsis = "…";

// The bytes of the first character, and of the marks that are drawn over it.
std::size_t first_character(std::string_view text) {
  std::size_t end = 0;
  do {
    ++end;
    while (end < text.size() && is_continuation(text[end])) ++end;
    std::size_t next = end + 1;
    while (next < text.size() && is_continuation(text[next])) ++next;
    if (end >= text.size() || display_width(text.substr(end, next - end)) > 0) break;
  } while (end < text.size());
  return end;
}

// How many bytes go into a line.
std::size_t line_end(std::string_view text, std::size_t columns) {
  std::size_t width = 0;
  std::size_t end = 0;
  std::size_t last_break = 0;
  std::size_t last_end_of_atom = 0;
  while (end < text.size()) {
    const std::size_t length = first_character(text.substr(end));
    const std::size_t wide = display_width(text.substr(end, length));
    // A blank at the end of a line is not drawn.
    if (width + wide > columns && text[end] != ' ') break;
    width += wide;
    end += length;
    if (width <= columns / 3) continue;
    if (kBreakBehind.find(text[end - length]) != std::string_view::npos) last_break = end;
    const std::string_view before = text.substr(0, end);
    if (before.ends_with("), ") || before.ends_with(" :- ")) last_end_of_atom = end;
  }
  if (end == text.size()) return end;
  if (last_end_of_atom > 0) return last_end_of_atom;
  return last_break > 0 ? last_break : std::max<std::size_t>(end, first_character(text));
}

}  // namespace

Wrapped wrap(std::string_view text, std::size_t columns, std::size_t most_lines) {
  Wrapped wrapped;
  std::string_view rest = trim(text);
  while (wrapped.lines.size() + 1 < most_lines && display_width(rest) > columns) {
    const std::size_t end = line_end(rest, columns);
    wrapped.lines.emplace_back(trim(rest.substr(0, end)));
    rest = trim(rest.substr(end));
  }
  if (display_width(rest) <= columns) {
    wrapped.lines.emplace_back(rest);
    return wrapped;
  }
  std::string last;
  for (std::size_t end = 0; end < rest.size();) {
    const std::size_t length = first_character(rest.substr(end));
    if (display_width(rest.substr(0, end + length)) > columns - 1) break;
    end += length;
    last = rest.substr(0, end);
  }
  wrapped.lines.push_back(last + std::string(kEllipsis));
  wrapped.shortened = true;
  return wrapped;
}

}  // namespace gntp
