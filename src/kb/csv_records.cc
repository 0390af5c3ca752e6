#include "kb/csv_records.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace gntp {
namespace {

// Far above any record of names; a quote that is not closed must not take the whole file.
constexpr std::size_t kLongestRecord = std::size_t{1} << 20U;

char separator_of(std::string_view record) {
  const bool semicolons =
      record.find(',') == std::string_view::npos && record.find(';') != std::string_view::npos;
  return semicolons ? ';' : ',';
}

}  // namespace

CsvRecords::CsvRecords(LineReader& lines, std::optional<char> separator)
    : lines_(lines), separator_(separator) {}

// Adds the next line to the record.
bool CsvRecords::read_more() {
  std::string_view line;
  if (!lines_.next(line)) return false;
  record_ += '\n';
  record_ += line;
  return true;
}

// Views of `unquoted_` are made when it no longer grows, so that a field is a place and a length
// until then.
bool CsvRecords::next(Fields& fields) {
  std::string_view line;
  do {
    if (!lines_.next(line)) return false;
  } while (trim(line).empty());
  line_number_ = lines_.line_number();
  record_.assign(line);
  unquoted_.clear();
  if (!separator_) separator_ = separator_of(record_);

  struct Place {
    bool quoted;
    std::size_t begin;
    std::size_t size;
  };
  std::vector<Place> places;
  for (std::size_t at = 0;;) {
    std::size_t begin = at;
    while (begin < record_.size() && record_[begin] == ' ') ++begin;
    if (begin < record_.size() && record_[begin] == '"') {
      const std::size_t first = unquoted_.size();
      at = read_quoted(begin);
      places.push_back({true, first, unquoted_.size() - first});
    } else {
      const std::size_t end = std::min(record_.find(*separator_, at), record_.size());
      const std::string_view field = trim(std::string_view(record_).substr(at, end - at));
      const std::size_t first =
          field.empty() ? at : static_cast<std::size_t>(field.data() - record_.data());
      places.push_back({false, first, field.size()});
      at = end;
    }
    if (at >= record_.size()) break;
    ++at;  // the separator
  }
  fields.clear();
  for (const auto& [quoted, begin, size] : places) {
    fields.push_back(std::string_view(quoted ? unquoted_ : record_).substr(begin, size));
  }
  return true;
}

// Appends the text of the field in quotes that begins at `at`; returns where its separator is.
std::size_t CsvRecords::read_quoted(std::size_t at) {
  for (std::size_t i = at + 1;; ++i) {
    while (i >= record_.size()) {
      if (record_.size() > kLongestRecord || !read_more()) {
        fail_for_good(lines_.path(), line_number_,
                      "the quote at column {} is not closed; double a quote that is part of a name",
                      at + 1);
      }
    }
    if (record_[i] != '"') {
      unquoted_ += record_[i];
      continue;
    }
    if (i + 1 < record_.size() && record_[i + 1] == '"') {
      unquoted_ += record_[i++];
      continue;
    }
    std::size_t end = i + 1;
    while (end < record_.size() && record_[end] == ' ') ++end;
    if (end == record_.size() || record_[end] == *separator_) return end;
    fail_at(lines_.path(), line_number_,
            "text behind the closing quote at column {}; double a quote that is part of a name",
            i + 1);
  }
}

}  // namespace gntp
