#include "kb/name_table.h"

#include <optional>

#include "base/error.h"
#include "base/line_reader.h"
#include "base/text.h"

namespace gntp {
namespace {

NameLine parse_line(const NameTable& table, std::string_view line, std::size_t number) {
  const std::vector<std::string_view> fields = split(line, '\t');
  if (fields.size() != 2) {
    fail_at(table.path, number, "expected 2 tab-separated fields, id and {}, found {}", table.text,
            fields.size());
  }
  const NameLine parsed{trim(fields[0]), trim(fields[1]), number};
  if (parsed.id.empty()) {
    fail_at(table.path, number, "the id is empty; fill it in or remove the line");
  }
  if (parsed.text.empty()) {
    fail_at(table.path, number, "'{}' has an empty {}; fill it in or remove the line",
            excerpt(parsed.id), table.text);
  }
  return parsed;
}

}  // namespace

void read_name_table(const NameTable& table,
                     const std::function<NamedId(const NameLine& line)>& take, BadLines& bad,
                     std::vector<std::string>& warnings) {
  const std::string file = table.path.string();
  LineReader lines(table.path);
  std::size_t known = 0;
  std::size_t unknown = 0;
  std::size_t first_unknown = 0;
  for_each_line(lines, bad, [&](std::string_view line) {
    if (trim(line).empty()) return;
    const NameLine parsed = parse_line(table, line, lines.line_number());
    if (take(parsed) == NamedId::kKnown) {
      ++known;
    } else if (unknown++ == 0) {
      first_unknown = parsed.line;
    }
  });
  bad.check_rest(table.path, known + unknown);
  if (known + unknown == 0) fail("{}: has no lines; fill it or remove it", file);
  if (known == 0) {
    fail(
        "{}: names no {} of the data set; the first column must hold the names that the triples "
        "use",
        file, table.known);
  }
  if (unknown == 0) return;
  warnings.push_back(
      fmt::format("{}:{}: this and {} more lines name what the triples do not have; they are "
                  "passed over",
                  file, first_unknown, unknown - 1));
}

void add_label(LabelList& labels, const NameLine& line, const std::filesystem::path& path) {
  const std::optional<std::string> other = labels.add(line.id, line.text);
  if (!other) return;
  fail_at(path, line.line,
          "'{}' has the label '{}' already; an id has one label, further names belong into "
          "aliases.tsv",
          excerpt(line.id), excerpt(*other));
}

}  // namespace gntp
