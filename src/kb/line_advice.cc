#include "kb/line_advice.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "base/text.h"

namespace gntp {
namespace {

constexpr std::size_t kFields = 3;

bool starts_with_any(std::string_view line, std::span<const std::string_view> starts) {
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return line.starts_with(start); });
}

// How many parts there are that are not blank.
std::size_t parts(std::string_view line, char separator) {
  const std::vector<std::string_view> all = split(line, separator);
  return static_cast<std::size_t>(
      std::ranges::count_if(all, [](std::string_view part) { return !trim(part).empty(); }));
}

// The first column of a table that was written with the numbers of its rows.
bool is_row_number(std::string_view field, std::size_t line) {
  const std::optional<std::size_t> number = parse_number<std::size_t>(trim(field));
  return number && *number <= line && *number + 2 >= line;
}

std::string_view advice_for_many(std::span<const std::string_view> fields, std::size_t number) {
  if (trim(fields.back()).empty() && fields.size() == kFields + 1) {
    return "remove the tab at the end of the line";
  }
  if (trim(fields.front()).empty() && fields.size() == kFields + 1) {
    return "remove the tab at the start of the line";
  }
  const auto blank = [](std::string_view field) { return trim(field).empty(); };
  if (fields.size() == kFields + 1 && std::ranges::any_of(fields, blank)) {
    return "remove the second of two tabs";
  }
  if (fields.size() == kFields + 1 && is_row_number(fields.front(), number)) {
    return "the first column looks like the number of the row: leave it out (--columns 2,3,4)";
  }
  return "leave the others out (--columns 1,2,3), or say which is a weight (--columns 1,2,3,4)";
}

}  // namespace

std::string_view advice_for(std::string_view line, std::size_t number) {
  const std::vector<std::string_view> fields = split(line, '\t');
  const std::string_view text = trim(line);
  constexpr std::array<std::string_view, 5> kComments{"#", "%", "//", "--", "/*"};
  if (starts_with_any(text, kComments)) {
    return "the line looks like a comment, and there are none in this format: remove it";
  }
  if (fields.size() > kFields) return advice_for_many(fields, number);
  constexpr std::array<std::string_view, 2> kRdf{"<", "_:"};
  if (starts_with_any(text, kRdf) && text.ends_with('.')) {
    return "the line looks like RDF: read it as that (--from nt), or name the file .nt";
  }
  if (text.starts_with("version https://git-lfs")) {
    return "the file stands in for one that Git LFS keeps elsewhere: fetch it (git lfs pull)";
  }
  if (fields.size() == 1 && parse_number<std::size_t>(text)) {
    return "the line is a number, perhaps of the lines below: remove it, and see that the columns "
           "are head, relation, tail";
  }
  constexpr std::array<std::pair<char, std::string_view>, 4> kSeparators{{
      {',', "the line looks comma-separated: read it as that (--from csv), or name the file .csv"},
      {';',
       "the line looks semicolon-separated: read it as that (--from csv), or name the file .csv"},
      {'|', "the line looks separated by '|': read it as that (--from csv --separator '|')"},
      {' ',
       "the line looks space-separated: read it as that (--from spaces), or name the file .ssv"},
  }};
  for (const auto& [separator, advice] : kSeparators) {
    if (fields.size() == 1 && parts(line, separator) == kFields) return advice;
  }
  return "write one triple a line, with a tab between the fields";
}

}  // namespace gntp
