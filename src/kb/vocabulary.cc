#include "kb/vocabulary.h"

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace gntp {
namespace {

std::uint64_t hash_of(std::string_view name) {
  return XXH3_64bits(name.data(), name.size());
}

// How many bytes at the start all names share.
std::size_t common_prefix(std::span<const std::string> names) {
  std::size_t shared = names.empty() ? 0 : names[0].size();
  for (const std::string& name : names) {
    shared = std::min(shared, name.size());
    shared = static_cast<std::size_t>(
        std::mismatch(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(shared),
                      names[0].begin())
            .first -
        name.begin());
  }
  return shared;
}

// Appends the positions of the names, from `first` on, in the order of the names. The eight bytes
// behind the common prefix decide most comparisons, without access to the names.
void append_sorted(std::span<const std::string> names, std::size_t first,
                   std::vector<std::uint32_t>& ids) {
  struct Item {
    std::uint64_t bytes = 0;  // the first of them highest
    std::uint32_t position = 0;
  };
  const std::size_t prefix = common_prefix(names);
  std::vector<Item> items(names.size());
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    items[i].position = i;
    for (std::size_t j = prefix; j < prefix + sizeof(Item::bytes); ++j) {
      const char c = j < names[i].size() ? names[i][j] : '\0';
      items[i].bytes = (items[i].bytes << 8U) | static_cast<unsigned char>(c);
    }
  }
  std::ranges::sort(items, [&](const Item& a, const Item& b) {
    return a.bytes != b.bytes ? a.bytes < b.bytes : names[a.position] < names[b.position];
  });
  for (const Item& item : items) ids.push_back(static_cast<std::uint32_t>(first) + item.position);
}

}  // namespace

template <typename Id>
Vocabulary<Id>::Vocabulary(FrontCodedNames stored, std::shared_ptr<const void> owner)
    : stored_(std::move(stored)), owner_(std::move(owner)) {}

template <typename Id>
Id Vocabulary<Id>::add(std::string_view name) {
  if (const std::optional<std::uint32_t> id = stored_.find(name)) return Id(*id);
  const std::uint64_t hash = hash_of(name);
  const std::uint32_t known = find(name, hash);
  if (known != PositionSet::kNone) return Id(stored_.size() + known);
  if (size() == PositionSet::kNone) {
    fail("more than {} different names; ids cannot number them", PositionSet::kNone);
  }
  const Id id(size());
  ids_.insert(hash, static_cast<std::uint32_t>(names_.size()));
  names_.emplace_back(name);
  return id;
}

template <typename Id>
std::optional<Id> Vocabulary<Id>::find(std::string_view name) const {
  if (const std::optional<std::uint32_t> id = stored_.find(name)) return Id(*id);
  const std::uint32_t position = find(name, hash_of(name));
  if (position == PositionSet::kNone) return std::nullopt;
  return Id(stored_.size() + position);
}

template <typename Id>
std::vector<std::string> Vocabulary<Id>::names() const {
  std::vector<std::string> all;
  all.reserve(size());
  for_each([&](Id, std::string_view name) { all.emplace_back(name); });
  return all;
}

template <typename Id>
std::string Vocabulary<Id>::suggestion(std::string_view name) const {
  constexpr std::size_t kFew = 1'000'000;  // looking at all takes a second
  constexpr std::uint32_t kAround = 100'000;
  if (size() <= kFew) return gntp::suggestion(name, names());
  std::vector<std::string> some = names_;
  if (some.size() > kFew) some.resize(kFew);
  const std::uint32_t place = stored_.lower_bound(name);
  const std::uint32_t last = std::min(stored_.size() - place, kAround) + place;
  stored_.for_each(place - std::min(place, kAround), last,
                   [&](std::uint32_t, std::string_view near) { some.emplace_back(near); });
  return gntp::suggestion(name, some);
}

template <typename Id>
bool Vocabulary<Id>::operator==(const Vocabulary& other) const {
  if (size() != other.size()) return false;
  if (owner_ != nullptr && owner_ == other.owner_) return names_ == other.names_;
  for (Id id{0}; id < size(); ++id) {
    if (name(id) != other.name(id)) return false;
  }
  return true;
}

template <typename Id>
std::uint32_t Vocabulary<Id>::find(std::string_view name, std::uint64_t hash) const {
  return ids_.find(hash, [&](std::uint32_t position) { return names_[position] == name; });
}

template <typename Id>
std::vector<Id> Vocabulary<Id>::sort(std::size_t boundary) {
  assert(stored_.size() == 0);
  std::vector<std::uint32_t> old_ids;
  old_ids.reserve(names_.size());
  append_sorted(std::span(names_).first(boundary), 0, old_ids);
  append_sorted(std::span(names_).subspan(boundary), boundary, old_ids);
  std::vector<Id> new_ids(names_.size());
  for (Id id{0}; id < old_ids.size(); ++id) new_ids[old_ids[id]] = id;
  move_names(old_ids);
  ids_.clear();
  for (Id id{0}; id < names_.size(); ++id) ids_.insert(hash_of(names_[id]), id);
  return new_ids;
}

// Follows each cycle of the permutation, so that no second list of names is needed.
template <typename Id>
void Vocabulary<Id>::move_names(std::span<std::uint32_t> old_ids) {
  for (std::uint32_t start = 0; start < old_ids.size(); ++start) {
    if (old_ids[start] == start) continue;
    std::string first = std::move(names_[start]);
    std::uint32_t at = start;
    while (old_ids[at] != start) {
      const std::uint32_t from = old_ids[at];
      names_[at] = std::move(names_[from]);
      old_ids[at] = at;
      at = from;
    }
    names_[at] = std::move(first);
    old_ids[at] = at;
  }
}

template class Vocabulary<EntityId>;
template class Vocabulary<RelationId>;
template class Vocabulary<FeatureId>;
template class Vocabulary<TypeId>;

}  // namespace gntp
