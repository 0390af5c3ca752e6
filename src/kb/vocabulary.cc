#include "kb/vocabulary.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.h"

namespace gntp {
namespace {

constexpr Id kFree = std::numeric_limits<Id>::max();
constexpr std::size_t kFirstPlaces = 16;

}  // namespace

Id Vocabulary::add(std::string_view name) {
  if (2 * (names_.size() + 1) > table_.size()) {
    make_table(std::max(kFirstPlaces, 2 * table_.size()));
  }
  Id& id = table_[place(name)];
  if (id != kFree) return id;
  if (names_.size() == kFree) fail("more than {} different names; ids cannot number them", kFree);
  id = static_cast<Id>(names_.size());
  names_.emplace_back(name);
  return id;
}

std::optional<Id> Vocabulary::find(std::string_view name) const {
  if (names_.empty()) return std::nullopt;
  const Id id = table_[place(name)];
  if (id == kFree) return std::nullopt;
  return id;
}

std::size_t Vocabulary::place(std::string_view name) const {
  const std::size_t mask = table_.size() - 1;  // the size is a power of two
  std::size_t at = std::hash<std::string_view>{}(name)&mask;
  while (table_[at] != kFree && names_[table_[at]] != name) at = (at + 1) & mask;
  return at;
}

std::vector<Id> Vocabulary::sort(std::size_t boundary) {
  std::vector<Id> old_ids(names_.size());
  std::iota(old_ids.begin(), old_ids.end(), Id{0});
  const auto name_of = [this](Id id) -> const std::string& { return names_[id]; };
  const auto middle = old_ids.begin() + static_cast<std::ptrdiff_t>(boundary);
  std::ranges::sort(old_ids.begin(), middle, {}, name_of);
  std::ranges::sort(middle, old_ids.end(), {}, name_of);
  std::vector<Id> new_ids(names_.size());
  for (std::size_t id = 0; id < old_ids.size(); ++id) new_ids[old_ids[id]] = static_cast<Id>(id);
  move_names(old_ids);
  make_table(table_.size());
  return new_ids;
}

// Follows each cycle of the permutation, so that no second list of names is needed.
void Vocabulary::move_names(std::span<Id> old_ids) {
  for (std::size_t start = 0; start < old_ids.size(); ++start) {
    if (old_ids[start] == start) continue;
    std::string first = std::move(names_[start]);
    std::size_t at = start;
    while (old_ids[at] != start) {
      const Id from = old_ids[at];
      names_[at] = std::move(names_[from]);
      old_ids[at] = static_cast<Id>(at);
      at = from;
    }
    names_[at] = std::move(first);
    old_ids[at] = static_cast<Id>(at);
  }
}

void Vocabulary::make_table(std::size_t places) {
  table_.assign(places, kFree);
  for (std::size_t id = 0; id < names_.size(); ++id) {
    table_[place(names_[id])] = static_cast<Id>(id);
  }
}

}  // namespace gntp
