#include "kb/vocabulary.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "base/error.h"

namespace gntp {
namespace {

constexpr Id kFree = std::numeric_limits<Id>::max();
constexpr std::size_t kFirstPlaces = 16;

}  // namespace

Id Vocabulary::add(std::string_view name) {
  if (2 * (names_.size() + 1) > table_.size()) grow();
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

void Vocabulary::grow() {
  table_.assign(std::max(kFirstPlaces, 2 * table_.size()), kFree);
  for (std::size_t id = 0; id < names_.size(); ++id)
    table_[place(names_[id])] = static_cast<Id>(id);
}

}  // namespace gntp
