// The nearest proofs of each answer to a query, each by another rule: like SparseMinimum, but with
// room for more than one. First proofs are offered, then `finish` makes the lists that are read.
// Until then rules may go by other numbers than their ids, in the same order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/sparse_array.h"
#include "prover/aggregation.h"

namespace gntp {

// Whether a rule may prove the same answer in more than one way.
enum class RuleRoutes : std::uint8_t { kOne, kSeveral };

class ProofLists {
 public:
  // Whether proofs may count another distance than their own when they are offered.
  enum class OwnDistance : std::uint8_t { kTheSame, kKept };

  // One answer's, to be filled. Valid until another is opened.
  class List {
   public:
    // The nearer of two proofs by the same rule counts. Requires: no distance is negative.
    void offer(float distance, std::uint32_t rule, RuleRoutes routes) {
      offer(distance, rule, routes, distance);
    }
    void offer(float distance, std::uint32_t rule, RuleRoutes routes, float own) {
      const std::uint64_t key = key_of(distance, rule);
      if (size_ == length_ && key >= keys_[length_ - 1]) return;
      std::size_t from = size_;  // the proof that this one replaces
      if (routes == RuleRoutes::kSeveral) {
        from = 0;
        while (from < size_ && rule_of(keys_[from]) != rule) ++from;
        if (from < size_ && key >= keys_[from]) return;
      }
      if (from == size_) from = size_ < length_ ? size_++ : length_ - 1;
      std::size_t to = from;
      for (; to > 0 && key < keys_[to - 1]; --to) keys_[to] = keys_[to - 1];
      keys_[to] = key;
      if (owns_ == nullptr) return;
      std::move_backward(owns_ + to, owns_ + from, owns_ + from + 1);
      owns_[to] = own;
    }

   private:
    friend class ProofLists;
    List(std::uint64_t* keys, float* owns, std::uint32_t& size, std::uint32_t length)
        : keys_(keys), owns_(owns), size_(size), length_(length) {}
    std::uint64_t* keys_;
    float* owns_;  // may be null
    std::uint32_t& size_;
    std::uint32_t length_;
  };

  // The `length` nearest are kept. Requires: at least one.
  ProofLists(std::size_t entities, std::size_t length, OwnDistance own)
      : length_(length), own_(own), slots_(entities, Slot()) {}

  std::size_t entities() const { return slots_.size(); }
  // The entities with a proof, in no particular order.
  std::span<const EntityId> reached() const { return reached_; }
  bool is_reached(EntityId entity) const { return slots_[entity].size > 0; }
  // Nearest first, then by rule; empty where there is none. Requires: the lists are finished.
  std::span<const RuleProof> operator[](EntityId entity) const {
    const auto [number, size] = slots_[entity];
    return std::span(proofs_).subspan(number * length_, size);
  }

  // Requires: something is offered to it.
  List open(EntityId entity) {
    Slot& slot = slots_.touch(entity);
    if (slot.size == 0) take(slot, entity);
    const std::size_t first = slot.number * length_;
    return {keys_.data() + first, own_ == OwnDistance::kKept ? owns_.data() + first : nullptr,
            slot.size, static_cast<std::uint32_t>(length_)};
  }
  void offer(EntityId entity, float distance, std::uint32_t rule) {
    open(entity).offer(distance, rule, RuleRoutes::kSeveral);
  }

  // Makes the lists. `change(entity, proofs)` may change proofs in a way that keeps their order.
  template <typename Change>
  void finish(Change change) {
    proofs_.resize(keys_.size());
    for (std::size_t number = 0; number < reached_.size(); ++number) {
      const std::size_t first = number * length_;
      const std::size_t size = slots_[reached_[number]].size;
      for (std::size_t i = first; i < first + size; ++i) {
        const float distance = distance_of(keys_[i]);
        proofs_[i] = {distance, RuleId(rule_of(keys_[i])),
                      own_ == OwnDistance::kKept ? owns_[i] : distance};
      }
      change(reached_[number], std::span(proofs_).subspan(first, size));
    }
  }

  void clear() {
    slots_.clear(std::span<const EntityId>(reached_));
    reached_.clear();
  }

 private:
  // An entity's list: its place and how long it is; empty, it has no place.
  struct Slot {
    std::uint32_t number = 0;
    std::uint32_t size = 0;
  };

  // Orders proofs by distance, then by rule: floats from zero up are ordered as their bits are.
  static std::uint64_t key_of(float distance, std::uint32_t rule) {
    return std::uint64_t{std::bit_cast<std::uint32_t>(distance)} << 32 | rule;
  }
  static float distance_of(std::uint64_t key) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(key >> 32));
  }
  static std::uint32_t rule_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

  void take(Slot& slot, EntityId entity) {
    slot.number = static_cast<std::uint32_t>(reached_.size());
    reached_.push_back(entity);
    if (keys_.size() >= reached_.size() * length_) return;
    keys_.resize(keys_.size() + length_);
    if (own_ == OwnDistance::kKept) owns_.resize(keys_.size());
  }

  std::size_t length_;
  OwnDistance own_;
  SparseArray<Slot> slots_;          // by entity
  std::vector<EntityId> reached_;    // by slot
  std::vector<std::uint64_t> keys_;  // (slots, length): distance and rule
  std::vector<float> owns_;          // the same
  std::vector<RuleProof> proofs_;    // the same, finished
};

}  // namespace gntp
