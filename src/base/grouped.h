// Items grouped by a key that counts from zero: the items of one key lie together, and a table of
// offsets says where. Made by a counting sort, which keeps the order in which items of one key
// come.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace gntp {

template <typename Item>
class Grouped {
 public:
  Grouped() = default;

  // `for_each(visit)` calls visit(key, item) for every item, and is called twice: to count and to
  // fill. Requires: both times the same, keys below `keys`.
  template <typename ForEach>
  Grouped(std::size_t keys, ForEach for_each) : begin_(keys + 1) {
    for_each([this](std::size_t key, const Item&) { ++begin_[key + 1]; });
    for (std::size_t key = 0; key < keys; ++key) begin_[key + 1] += begin_[key];
    items_.resize(begin_.back());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for_each([&](std::size_t key, const Item& item) { items_[next[key]++] = item; });
  }

  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  std::size_t keys() const { return begin_.empty() ? 0 : begin_.size() - 1; }

  std::span<const Item> operator[](std::size_t key) const {
    return {items_.data() + begin_[key], begin_[key + 1] - begin_[key]};
  }
  // The same, to be changed or put in another order.
  std::span<Item> group(std::size_t key) {
    return {items_.data() + begin_[key], begin_[key + 1] - begin_[key]};
  }

  // Tells the processor that a group will be asked for: first where it is, a little later the
  // items.
  void prefetch_place(std::size_t key) const { __builtin_prefetch(&begin_[key]); }
  void prefetch_items(std::size_t key) const { __builtin_prefetch(items_.data() + begin_[key]); }

 private:
  std::vector<std::size_t> begin_;  // of each key, and the end; empty if there is no key
  std::vector<Item> items_;
};

}  // namespace gntp
