#include "kb/columns.h"

#include <algorithm>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"

namespace gntp {
namespace {

constexpr std::size_t kWeight = 3;  // after head, relation and tail

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
constexpr std::array<std::string_view, 5> kWeights{"weight", "w", "confidence", "probability",
                                                   "score"};

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

// Letters go with letters, words with words: `node1 r node2` is likely to be a fact.
bool are_alike(std::span<const std::string_view> titles) {
  const auto letters =
      std::ranges::count_if(titles, [](auto title) { return plain(title).size() == 1; });
  return letters == 0 || static_cast<std::size_t>(letters) == titles.size();
}

}  // namespace

std::size_t ColumnPlaces::least() const {
  const std::size_t last = *std::ranges::max_element(triple);
  return std::max(last, weight.value_or(0)) + 1;
}

std::optional<std::size_t> column_of(std::string_view title) {
  const std::string text = plain(title);
  const auto in = [&](std::span<const std::string_view> titles) {
    return std::ranges::find(titles, text) != titles.end();
  };
  if (in(kHeads)) return 0;
  if (in(kRelations)) return 1;
  if (in(kTails)) return 2;
  if (in(kWeights)) return kWeight;
  return std::nullopt;
}

std::optional<ColumnPlaces> places_by_titles(std::span<const std::string_view> fields) {
  std::array<std::optional<std::size_t>, 4> found;
  Fields titles;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::optional<std::size_t> column = column_of(fields[i]);
    if (!column) continue;
    if (found[*column]) return std::nullopt;
    found[*column] = i;
    titles.push_back(fields[i]);
  }
  if (!found[0] || !found[1] || !found[2] || !are_alike(titles)) return std::nullopt;
  return ColumnPlaces{{*found[0], *found[1], *found[2]}, found[kWeight]};
}

bool are_titles_of(std::span<const std::string_view> fields, const ColumnPlaces& places) {
  if (fields.size() < places.least()) return false;
  const Fields titles{fields[places.triple[0]], fields[places.triple[1]], fields[places.triple[2]]};
  for (std::size_t i = 0; i < titles.size(); ++i) {
    if (column_of(titles[i]) != i) return false;
  }
  return are_alike(titles);
}

GivenColumns::GivenColumns(std::span<const std::string> columns) {
  if (columns.empty()) return;
  if (columns.size() < 3 || columns.size() > 4) {
    throw UsageError(
        fmt::format("columns must be three or four, head, relation, tail and perhaps weight, by "
                    "title or number, as in 1,2,3, not {}",
                    columns.size()));
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (std::ranges::count(columns, columns[i]) == 1) continue;
    throw UsageError(fmt::format("the column '{}' is named twice", excerpt(columns[i])));
  }
  std::vector<std::size_t> numbers;
  for (const std::string& column : columns) {
    const std::optional<std::size_t> number = parse_number<std::size_t>(column);
    if (number && *number > 0) numbers.push_back(*number - 1);
  }
  if (numbers.empty()) {
    titles_.assign(columns.begin(), columns.end());
    return;
  }
  if (numbers.size() != columns.size()) {
    throw UsageError("columns must be all titles or all numbers from 1");
  }
  by_number_ = ColumnPlaces{{numbers[0], numbers[1], numbers[2]}, {}};
  if (numbers.size() > kWeight) by_number_->weight = numbers[kWeight];
}

bool GivenColumns::have_weight() const {
  return titles_.size() > kWeight || (by_number_ && by_number_->weight);
}

std::optional<ColumnPlaces> GivenColumns::find_in(std::span<const std::string_view> fields) const {
  std::vector<std::size_t> places;
  places.reserve(titles_.size());
  for (const std::string& title : titles_) {
    const auto found = std::ranges::find(fields, std::string_view(title));
    if (found == fields.end()) return std::nullopt;
    places.push_back(static_cast<std::size_t>(found - fields.begin()));
  }
  ColumnPlaces columns{{places[0], places[1], places[2]}, {}};
  if (places.size() > kWeight) columns.weight = places[kWeight];
  return columns;
}

}  // namespace gntp
