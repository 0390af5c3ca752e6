// An array for scratch of which a use touches few places: where there are many places, only those
// that were touched take memory. For one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/scratch_map.h"

namespace gntp {

template <typename T>
class SparseArray {
 public:
  // Up to so many places lie in memory side by side.
  static constexpr std::size_t kFewPlaces = std::size_t{1} << 22U;

  // No places.
  SparseArray() : SparseArray(0, T()) {}
  // Every place holds `none`.
  SparseArray(std::size_t size, T none, std::size_t few = kFewPlaces)
      : size_(size), none_(none), touched_(size <= few ? 0 : size, 0) {
    if (size <= few) values_.assign(size, none);
  }

  std::size_t size() const { return size_; }
  T operator[](std::uint32_t place) const {
    if (!values_.empty()) return values_[place];
    const T* value = touched_.find(place);
    return value == nullptr ? none_ : *value;
  }
  // To be changed; valid until another place is touched.
  T& touch(std::uint32_t place) {
    if (!values_.empty()) return values_[place];
    const auto [value, is_new] = touched_.insert(place);
    if (is_new) *value = none_;
    return *value;
  }
  // Every place holds `none` again. Requires: others than these do already.
  template <typename Place>
  void clear(std::span<const Place> places) {
    if (values_.empty()) return touched_.clear();
    for (const Place place : places) values_[place] = none_;
  }

 private:
  std::size_t size_;
  T none_;
  std::vector<T> values_;  // where places are few
  ScratchMap<std::uint32_t, T> touched_;
};

}  // namespace gntp
