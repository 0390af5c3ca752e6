#include "kb/header_line.h"

#include <algorithm>
#include <optional>
#include <span>

#include "base/error.h"
#include "base/text.h"

namespace gntp {
namespace {

enum class Column { kHead, kRelation, kTail };

constexpr std::array<std::string_view, 14> kHeads{"head",    "h",    "subject", "subj",  "s",
                                                  "source",  "src",  "from",    "start", "node1",
                                                  "entity1", "arg1", "left",    "lhs"};
constexpr std::array<std::string_view, 15> kRelations{
    "relation",     "rel",          "r",    "predicate", "pred",  "p",
    "edge",         "property",     "type", "link",      "label", "edgetype",
    "relationtype", "relationship", "verb"};
constexpr std::array<std::string_view, 17> kTails{
    "tail",        "t",  "object", "obj",   "o",       "target", "tgt",   "dst", "dest",
    "destination", "to", "end",    "node2", "entity2", "arg2",   "right", "rhs"};

// Lower-case letters and digits alone, without a final `id`, `name` or `label`: `head` of
// "Head_ID".
std::string plain(std::string_view title) {
  std::string text;
  for (const char c : title) {
    if (c >= 'A' && c <= 'Z') text += static_cast<char>(c + ('a' - 'A'));
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) text += c;
  }
  for (const std::string_view ending : {"id", "name", "label"}) {
    if (text.size() > ending.size() && text.ends_with(ending)) {
      text.resize(text.size() - ending.size());
      break;
    }
  }
  return text;
}

std::optional<Column> column_of(std::string_view title) {
  const std::string text = plain(title);
  const auto in = [&](std::span<const std::string_view> titles) {
    return std::ranges::find(titles, text) != titles.end();
  };
  if (in(kHeads)) return Column::kHead;
  if (in(kRelations)) return Column::kRelation;
  if (in(kTails)) return Column::kTail;
  return std::nullopt;
}

// The column that each title stands for.
using Columns = std::array<std::optional<Column>, 3>;

Columns columns_of(const TripleFields& fields) {
  return {column_of(fields[0]), column_of(fields[1]), column_of(fields[2])};
}

}  // namespace

// Letters go with letters, words with words: `node1 r node2` is likely to be a fact.
bool HeaderLine::looks_like(const TripleFields& fields) {
  const Columns columns = columns_of(fields);
  const auto letters =
      std::ranges::count_if(fields, [](auto title) { return plain(title).size() == 1; });
  return std::ranges::all_of(columns, [](const auto& column) { return column.has_value(); }) &&
         columns[0] != columns[1] && columns[1] != columns[2] && columns[0] != columns[2] &&
         (letters == 0 || letters == 3);
}

HeaderLine::HeaderLine(const TripleFields& fields, std::size_t line)
    : texts_{std::string(fields[0]), std::string(fields[1]), std::string(fields[2])}, line_(line) {}

void HeaderLine::compare(const TripleFields& fields) {
  const auto own = [&](std::string_view name) { return name == texts_[0] || name == texts_[2]; };
  repeated_ = repeated_ || own(fields[0]) || own(fields[2]);
}

void HeaderLine::reject(const std::filesystem::path& file) const {
  const Columns columns = columns_of(fields());
  const std::string titles = excerpt(fmt::format("{}, {}, {}", texts_[0], texts_[1], texts_[2]));
  if (columns != Columns{Column::kHead, Column::kRelation, Column::kTail}) {
    fail(
        "{}:{}: the columns are {}, by their titles; put them in the order head, relation, tail "
        "and remove the titles",
        file.string(), line_, titles);
  }
  fail_at(
      file, line_,
      "column titles ({}), where a fact is expected; remove the line (sed -i {}d FILE), or move "
      "it further down if it is a fact",
      titles, line_);
}

}  // namespace gntp
