// An array that never changes: in memory of its own, or where it lies in a mapped file. Copies
// share it. Safe from several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace gntp {

template <typename T>
class SharedArray {
 public:
  using value_type = T;

  SharedArray() = default;
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): it is the same array
  SharedArray(std::vector<T> items) {
    if (items.empty()) return;
    const auto own = std::make_shared<const std::vector<T>>(std::move(items));
    items_ = *own;
    owner_ = own;
  }
  SharedArray(std::initializer_list<T> items) : SharedArray(std::vector<T>(items)) {}
  // Items that `owner` keeps where they are.
  SharedArray(std::span<const T> items, std::shared_ptr<const void> owner)
      : items_(items), owner_(std::move(owner)) {}

  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  const T* data() const { return items_.data(); }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + items_.size(); }
  const T& operator[](std::size_t i) const { return items_[i]; }
  const T& front() const { return items_.front(); }
  const T& back() const { return items_.back(); }
  std::span<const T> span() const { return items_; }
  std::vector<T> to_vector() const { return {begin(), end()}; }

  friend bool operator==(const SharedArray& a, const SharedArray& b) {
    return std::ranges::equal(a.items_, b.items_);
  }

 private:
  std::span<const T> items_;
  std::shared_ptr<const void> owner_;
};

}  // namespace gntp
