#include "kb/amie.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"

namespace gntp {
namespace {

constexpr std::string_view kArrow = "=>";
constexpr std::string_view kHeader = "Rule\tHead Coverage";

// Some systems write a comma for the decimal point.
std::optional<double> number_in(std::string_view field) {
  std::string text(trim(field));
  std::ranges::replace(text, ',', '.');
  return parse_number<double>(text);
}

std::optional<std::size_t> count_in(std::string_view field) {
  constexpr double kMost = 1e15;
  const std::optional<double> number = number_in(field);
  if (!number || !(*number >= 0 && *number <= kMost) || std::floor(*number) != *number) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(*number);
}

// What stands between two or more blanks.
std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view kBetween = "  ";
  std::vector<std::string_view> words;
  while (!(text = trim(text)).empty()) {
    const std::size_t end = std::min(text.find(kBetween), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

// ?a is the variable A. A name that begins otherwise than with a letter gets one.
ArgumentText argument_of(std::string_view word) {
  if (!word.starts_with('?')) return {ArgumentText::Kind::kConstant, std::string(word)};
  std::string name(word.substr(1));
  if (name.empty() || name[0] < 'a' || name[0] > 'z') {
    name.insert(0, 1, 'V');
  } else {
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
  }
  return {ArgumentText::Kind::kVariable, std::move(name)};
}

std::vector<AtomText> atoms_of(std::string_view text, const std::filesystem::path& file,
                               std::size_t line) {
  constexpr std::size_t kWords = 3;
  const std::vector<std::string_view> words = words_of(text);
  if (words.size() % kWords != 0) {
    fail_at(file, line,
            "expected atoms of a subject, a relation and an object with two blanks between them, "
            "found '{}'",
            excerpt(text));
  }
  std::vector<AtomText> atoms;
  for (std::size_t i = 0; i < words.size(); i += kWords) {
    atoms.push_back(
        {std::string(words[i + 1]), {argument_of(words[i]), argument_of(words[i + 2])}});
  }
  return atoms;
}

}  // namespace

bool AmieTable::looks_like(std::string_view line) {
  if (line.starts_with(kHeader)) return true;
  const std::vector<std::string_view> columns = split(line, '\t');
  return columns.size() > 3 && columns[0].find(kArrow) != std::string_view::npos &&
         columns[0].find('?') != std::string_view::npos && number_in(columns[1]) &&
         number_in(columns[2]);
}

bool AmieTable::take_header(std::string_view line) {
  if (!line.starts_with(kHeader)) return false;
  const std::vector<std::string_view> columns = split(line, '\t');
  const auto find = [&](std::string_view name, std::size_t& place) {
    const auto found = std::ranges::find_if(
        columns, [&](std::string_view column) { return trim(column) == name; });
    if (found != columns.end()) place = static_cast<std::size_t>(found - columns.begin());
  };
  find("Std Confidence", confidence_);
  find("Positive Examples", support_);
  find("Body size", body_);
  return true;
}

ClauseText AmieTable::parse(std::string_view text, const std::filesystem::path& file,
                            std::size_t line) const {
  const std::vector<std::string_view> columns = split(text, '\t');
  const std::size_t arrow = columns[0].find(kArrow);
  if (arrow == std::string_view::npos) {
    fail_at(file, line, "expected a rule, ?a  b  ?c   => ?a  d  ?c, found '{}'", excerpt(text));
  }
  if (columns.size() <= confidence_) {
    fail_at(file, line, "expected the confidence in column {}, found {} columns", confidence_ + 1,
            columns.size());
  }
  const std::optional<double> confidence = number_in(columns[confidence_]);
  if (!confidence || !(*confidence >= 0 && *confidence <= 1)) {
    fail_at(file, line, "the confidence must be from 0 to 1, found '{}'",
            excerpt(columns[confidence_]));
  }
  std::vector<AtomText> head = atoms_of(columns[0].substr(arrow + kArrow.size()), file, line);
  if (head.size() != 1) {
    fail_at(file, line, "expected one atom after '=>', found {}", head.size());
  }
  ClauseText clause;
  clause.head = std::move(head.front());
  clause.body = atoms_of(columns[0].substr(0, arrow), file, line);
  clause.confidence = *confidence;
  clause.line = line;
  if (columns.size() > std::max(support_, body_)) {
    const std::optional<std::size_t> support = count_in(columns[support_]);
    const std::optional<std::size_t> body = count_in(columns[body_]);
    if (support && body && *support <= *body) clause.counts = RuleCounts::of(*support, *body);
  }
  return clause;
}

}  // namespace gntp
