// A map for scratch that is used again and again: it is emptied in no time, and its memory follows
// what is put in, not the number of possible keys. Where keys are few, each has a place of its own
// and no key meets another. For one thread at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gntp {

// The value of a map that is a set.
struct NoValue {};

template <typename Key, typename Value>
class ScratchMap {
 public:
  // Up to so many keys have places of their own.
  static constexpr std::size_t kFewKeys = std::size_t{1} << 20U;

  // Keys are below `keys`.
  explicit ScratchMap(std::size_t keys, std::size_t few = kFewKeys) {
    if (keys <= few) {
      slots_.resize(keys);
    } else {
      multiplier_ = kGoldenRatio;
      resize(kFirstSlots);
    }
  }

  std::size_t size() const { return size_; }
  // Bytes that are held.
  std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

  void clear() {
    size_ = 0;
    if (++token_ != 0) return;
    for (Slot& slot : slots_) slot.token = 0;
    token_ = 1;
  }

  // Where the key's value is, until the next insert, and whether it is new; a new one is Value().
  std::pair<Value*, bool> insert(Key key) {
    Slot* slot = &slots_[place_of(key)];
    if (slot->token == token_) return {&slot->value, false};
    if (multiplier_ != 1 && 2 * (size_ + 1) > slots_.size()) {
      grow();
      slot = &slots_[place_of(key)];
    }
    ++size_;
    *slot = {token_, key, Value()};
    return {&slot->value, true};
  }

  // Nothing where the key is not in the map.
  const Value* find(Key key) const {
    const Slot& slot = slots_[place_of(key)];
    return slot.token == token_ ? &slot.value : nullptr;
  }
  Value* find(Key key) {
    Slot& slot = slots_[place_of(key)];
    return slot.token == token_ ? &slot.value : nullptr;
  }
  bool contains(Key key) const { return find(key) != nullptr; }

 private:
  struct Slot {
    std::uint32_t token = 0;  // of the round in which it was filled
    Key key{};
    [[no_unique_address]] Value value{};
  };
  static constexpr std::size_t kFirstSlots = 1024;
  static constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;

  // The key's slot, or the one to put it into.
  std::size_t place_of(Key key) const {
    std::size_t place = (static_cast<std::uint64_t>(key) * multiplier_) >> shift_;
    while (slots_[place].token == token_ && slots_[place].key != key) place = (place + 1) & mask_;
    return place;
  }

  void resize(std::size_t slots) {
    slots_.assign(slots, {});
    mask_ = slots - 1;
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots));
  }

  void grow() {
    std::vector<Slot> old = std::move(slots_);
    resize(2 * old.size());
    for (const Slot& slot : old) {
      if (slot.token == token_) slots_[place_of(slot.key)] = slot;
    }
  }

  std::uint32_t token_ = 1;
  std::uint64_t multiplier_ = 1;  // with 1, a key is its place
  unsigned shift_ = 0;
  std::size_t mask_ = ~std::size_t{0};
  std::size_t size_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace gntp
