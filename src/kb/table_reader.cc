#include "kb/table_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"
#include "kb/columns.h"
#include "kb/csv_records.h"
#include "kb/line_advice.h"
#include "kb/weights.h"

namespace gntp {
namespace {

constexpr std::array<std::string_view, 3> kFieldNames = {"head", "relation", "tail"};

// A first line that reads like titles in the usual order. It is taken for titles unless another
// line has one of its entities.
class FirstLine {
 public:
  FirstLine(std::span<const std::string_view> fields, std::size_t line)
      : texts_{std::string(fields[0]), std::string(fields[1]), std::string(fields[2])},
        line_(line) {}

  // Looks at another line.
  void compare(std::string_view head, std::string_view tail) {
    const auto own = [&](std::string_view name) { return name == texts_[0] || name == texts_[2]; };
    repeated_ = repeated_ || own(head) || own(tail);
  }
  bool is_fact() const { return repeated_; }
  void pass_to(const TripleSink& sink) const { sink(texts_[0], texts_[1], texts_[2], line_); }

 private:
  std::array<std::string, 3> texts_;
  std::size_t line_;
  bool repeated_ = false;
};

// Takes the records of a table one by one.
class Table {
 public:
  Table(const std::filesystem::path& path, const ReadingOptions& options, TripleFormat format,
        const TripleSink& sink, const SideSinks& side, TripleNames names)
      : path_(path),
        given_(options.columns),
        weights_(options.min_weight, side),
        format_(format),
        sink_(sink),
        names_(names) {
    if (given_.by_number()) places_ = *given_.by_number();
  }

  // `text` is the line, for advice.
  void take(const Fields& fields, std::string_view text, std::size_t line) {
    if (std::exchange(first_, false) && take_titles(fields, line)) return;
    const bool fits = columns_ == 0 ? fields.size() >= places_.least() : fields.size() == columns_;
    if (!fits) reject(fields, text, line);
    std::array<std::string_view, 3> triple;
    for (std::size_t i = 0; i < triple.size(); ++i) {
      triple[i] = fields[places_.triple[i]];
      if (triple[i].empty()) reject(fields, text, line);
      if (format_ != TripleFormat::kCsv) reject_mark(triple[i], kFieldNames[i], line);
    }
    if (places_.weight && weights_.leave_out(fields[*places_.weight], path_, line)) return;
    if (first_line_) first_line_->compare(triple[0], triple[2]);
    sink_(triple[0], triple[1], triple[2], line);
  }

  // All records have been taken.
  void finish() {
    if (!first_line_) return;
    if (first_line_->is_fact()) {
      first_line_->pass_to(sink_);
    } else {
      ++titles_;
    }
  }

  ReadCounts counts() const {
    ReadCounts counts;
    counts.light = weights_.left_out();
    counts.title_lines = titles_;
    return counts;
  }

 private:
  // Whether the first line is, or may be, one of titles.
  bool take_titles(const Fields& fields, std::size_t line) {
    if (given_.are_titles()) {
      places_ = find_given(fields, line);
    } else if (given_.by_number()) {
      columns_ = 0;
      if (!are_titles_of(fields, places_)) return false;
    } else {
      const std::optional<ColumnPlaces> found = places_by_titles(fields);
      const bool usual = found && found->triple == places_.triple && fields.size() == 3;
      if (usual && format_ != TripleFormat::kCsv) return take_doubtful(fields, line);
      if (!found) return false;
      places_ = *found;
    }
    if (!given_.by_number()) columns_ = fields.size();
    if (format_ != TripleFormat::kCsv) ++titles_;  // there it is usual
    return true;
  }

  bool take_doubtful(const Fields& fields, std::size_t line) {
    if (names_ == TripleNames::kNew) {
      first_line_.emplace(fields, line);
      return true;
    }
    try {
      sink_(fields[0], fields[1], fields[2], line);
    } catch (const LineError&) {
      ++titles_;
    }
    return true;
  }

  ColumnPlaces find_given(const Fields& fields, std::size_t line) const {
    if (const std::optional<ColumnPlaces> found = given_.find_in(fields)) return *found;
    fail_for_good(path_, line, "has no columns {}, by the titles in its first line: {}",
                  join(given_.titles(), ", "), excerpt(fmt::format("{}", fmt::join(fields, ", "))));
  }

  [[noreturn]] void reject(const Fields& fields, std::string_view text, std::size_t line) const {
    const bool enough = fields.size() >= places_.least();
    for (std::size_t i = 0; enough && i < kFieldNames.size(); ++i) {
      if (fields.size() > 3 && columns_ == 3) break;
      if (!fields[places_.triple[i]].empty()) continue;
      fail_at(path_, line, "the {} is empty; expected {}", kFieldNames[i], expected());
    }
    fail_at(path_, line, "expected {}, found {}; {}", expected(), fields.size(),
            advice(text, line));
  }

  std::string expected() const {
    const std::string_view between = format_ == TripleFormat::kTsv      ? "tab-separated"
                                     : format_ == TripleFormat::kSpaces ? "space-separated"
                                                                        : "comma-separated";
    const bool usual = columns_ == 3 && places_.triple == ColumnPlaces().triple;
    if (usual) return fmt::format("3 {} fields (head, relation, tail)", between);
    return fmt::format("{}{} {} fields", columns_ == 0 ? "at least " : "",
                       columns_ == 0 ? places_.least() : columns_, between);
  }

  std::string_view advice(std::string_view text, std::size_t line) const {
    if (format_ == TripleFormat::kTsv && columns_ == 3) return advice_for(text, line);
    if (format_ == TripleFormat::kCsv) return "put a name with a comma in it in double quotes";
    if (format_ == TripleFormat::kSpaces) return "names cannot have blanks in this format";
    return "each line must have all columns";
  }

  // In other files a name begins a line, where the mark would be lost.
  void reject_mark(std::string_view name, std::string_view what, std::size_t line) const {
    if (byte_order_mark(name) == 0) return;
    fail_at(path_, line, "the {} begins with a byte-order mark, which is invisible; remove it",
            what);
  }

  const std::filesystem::path& path_;
  GivenColumns given_;
  Weights weights_;
  TripleFormat format_;
  const TripleSink& sink_;
  TripleNames names_;
  ColumnPlaces places_;
  std::size_t columns_ = 3;  // that each record has; 0: at least those that are needed
  bool first_ = true;
  std::optional<FirstLine> first_line_;  // to be decided on at the end
  std::size_t titles_ = 0;
};

void split_tabs(std::string_view line, Fields& fields) {
  fields.clear();
  for (;;) {
    const std::size_t tab = line.find('\t');
    fields.push_back(trim(line.substr(0, tab)));
    if (tab == std::string_view::npos) return;
    line.remove_prefix(tab + 1);
  }
}

void split_blanks(std::string_view line, Fields& fields) {
  fields.clear();
  for (;;) {
    line = trim(line);
    if (line.empty()) return;
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    fields.push_back(line.substr(0, blank));
    line.remove_prefix(blank);
  }
}

// Three words and no tab.
bool looks_space_separated(std::string_view line, Fields& fields) {
  if (line.find('\t') != std::string_view::npos) return false;
  split_blanks(line, fields);
  return fields.size() == 3;
}

void read_csv(LineReader& lines, std::optional<char> separator, Table& table, BadLines& bad) {
  CsvRecords records(lines, separator);
  Fields fields;
  bool more = true;
  while (more) {
    bad.attempt(lines.path(), [&] {
      more = records.next(fields);
      if (more) table.take(fields, {}, records.line_number());
    });
  }
}

}  // namespace

ReadCounts read_table(LineReader& lines, const ReadingOptions& options, TripleFormat format,
                      Separation separation, const TripleSink& sink, const SideSinks& side,
                      BadLines& bad, TripleNames names) {
  Fields fields;
  std::optional<Table> table;
  const auto start = [&](TripleFormat as) {
    table.emplace(lines.path(), options, as, sink, side, names);
  };
  if (format == TripleFormat::kCsv) {
    start(format);
    read_csv(lines, options.separator, *table, bad);
  } else {
    auto split = format == TripleFormat::kTsv ? split_tabs : split_blanks;
    for_each_line(lines, bad, [&](std::string_view line) {
      if (trim(line).empty()) return;
      if (!table) {
        const bool blanks =
            separation == Separation::kTabsOrBlanks && looks_space_separated(line, fields);
        if (blanks) split = split_blanks;
        start(blanks ? TripleFormat::kSpaces : format);
      }
      split(line, fields);
      table->take(fields, line, lines.line_number());
    });
  }
  if (!table) return {};
  bad.attempt(lines.path(), [&] { table->finish(); });
  return table->counts();
}

}  // namespace gntp
