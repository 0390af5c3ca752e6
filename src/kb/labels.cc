#include "kb/labels.h"

#include <xxhash.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/error.h"
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
  std::vector<char> text;
  std::vector<std::uint64_t> ends;
  std::vector<Id> by_label;
  ends.reserve(names.size());
  names.for_each([&](Id id, std::string_view name) {
    const std::string* label = list.find(name);
    if constexpr (std::is_same_v<Id, RelationId>) {
      if (label != nullptr && is_pattern(*label)) label = nullptr;
    }
    if (label != nullptr) {
      text.insert(text.end(), label->begin(), label->end());
      by_label.push_back(id);
    }
    ends.push_back(text.size());
  });
  text.shrink_to_fit();
  parts_.text = std::move(text);
  parts_.ends = std::move(ends);
  std::ranges::stable_sort(by_label, {}, [this](Id id) { return (*this)[id]; });
  parts_.by_label = std::move(by_label);
}

template <typename Id>
Labels<Id>::Labels(Parts parts) : parts_(std::move(parts)) {
  const std::uint64_t end = parts_.ends.empty() ? 0 : parts_.ends.back();
  if (end != parts_.text.size() || parts_.by_label.size() > parts_.ends.size()) {
    fail("the parts of labels do not go together");
  }
}

template <typename Id>
std::string_view Labels<Id>::operator[](Id id) const {
  if (id >= parts_.ends.size()) return {};  // a pattern that came later has none
  const std::uint64_t begin = id == Id{0} ? 0 : parts_.ends[id - 1];
  const std::uint64_t end = parts_.ends[id];
  if (begin > end || end > parts_.text.size()) return {};  // of a damaged file
  return {parts_.text.data() + begin, end - begin};
}

template <typename Id>
std::span<const Id> Labels<Id>::find(std::string_view label) const {
  if (label.empty()) return {};
  const auto label_of = [this](Id id) { return (*this)[id]; };
  const std::span<const Id> all = parts_.by_label.span();
  const auto first = std::ranges::lower_bound(all, label, {}, label_of);
  const auto last = std::ranges::upper_bound(first, all.end(), label, {}, label_of);
  return {first, last};
}

template <typename Id>
std::vector<std::string> Labels<Id>::distinct() const {
  std::vector<std::string> labels;
  for (const Id id : parts_.by_label) {
    if (labels.empty() || labels.back() != (*this)[id]) labels.emplace_back((*this)[id]);
  }
  return labels;
}

template class Labels<EntityId>;
template class Labels<RelationId>;
template class Labels<TypeId>;

}  // namespace gntp
