#include "kb/labels.h"

#include <xxhash.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/text.h"
#include "kb/pattern.h"

namespace gntp {
namespace {

std::uint64_t hash_of(std::string_view id) {
  return XXH3_64bits(id.data(), id.size());
}

// On one line and without tabs, so that a table can hold it.
std::string cleaned(std::string_view label) {
  std::string text(label);
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }, ' ');
  return std::string(trim(text));
}

}  // namespace

std::optional<std::string> LabelList::add(std::string_view id, std::string_view label) {
  std::string text = cleaned(label);
  if (text.empty()) return std::nullopt;
  if (const std::string* known = find(id)) {
    if (*known == text) return std::nullopt;
    return *known;
  }
  places_.insert(hash_of(id), static_cast<std::uint32_t>(items_.size()));
  items_.push_back({std::string(id), std::move(text)});
  return std::nullopt;
}

void LabelList::add_missing(const LabelList& others) {
  for (const Item& item : others.items_) add(item.id, item.label);
}

const std::string* LabelList::find(std::string_view id) const {
  const std::uint32_t place =
      places_.find(hash_of(id), [&](std::uint32_t position) { return items_[position].id == id; });
  return place == PositionSet::kNone ? nullptr : &items_[place].label;
}

template <typename Id>
Labels<Id>::Labels(const LabelList& list, const Vocabulary<Id>& names) {
  if (list.empty()) return;
  ends_.reserve(names.size());
  for (Id id{0}; id < names.size(); ++id) {
    const std::string* label = list.find(names.name(id));
    if constexpr (std::is_same_v<Id, RelationId>) {
      if (label != nullptr && is_pattern(*label)) label = nullptr;
    }
    if (label != nullptr) {
      text_ += *label;
      by_label_.push_back(id);
    }
    ends_.push_back(text_.size());
  }
  text_.shrink_to_fit();
  std::ranges::stable_sort(by_label_, {}, [this](Id id) { return (*this)[id]; });
}

template <typename Id>
std::string_view Labels<Id>::operator[](Id id) const {
  if (id >= ends_.size()) return {};  // a pattern that came later has none
  const std::uint64_t begin = id == Id{0} ? 0 : ends_[id - 1];
  return std::string_view(text_).substr(begin, ends_[id] - begin);
}

template <typename Id>
std::span<const Id> Labels<Id>::find(std::string_view label) const {
  if (label.empty()) return {};
  const auto label_of = [this](Id id) { return (*this)[id]; };
  const auto first = std::ranges::lower_bound(by_label_, label, {}, label_of);
  const auto last = std::ranges::upper_bound(first, by_label_.end(), label, {}, label_of);
  return {first, last};
}

template <typename Id>
std::vector<std::string> Labels<Id>::distinct() const {
  std::vector<std::string> labels;
  for (const Id id : by_label_) {
    if (labels.empty() || labels.back() != (*this)[id]) labels.emplace_back((*this)[id]);
  }
  return labels;
}

template class Labels<EntityId>;
template class Labels<RelationId>;
template class Labels<TypeId>;

}  // namespace gntp
