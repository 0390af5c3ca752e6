// The nearest proofs of each answer to a query, each by another rule: like SparseMinimum, but with
// room for more than one.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "prover/aggregation.h"

namespace gntp {

// Whether a rule may prove the same answer in more than one way.
enum class RuleRoutes : std::uint8_t { kOne, kSeveral };

class ProofLists {
 public:
  // One answer's, to be filled. Valid until another is opened.
  class List {
   public:
    // The nearer of two proofs by the same rule counts.
    void offer(const RuleProof& proof, RuleRoutes routes) {
      if (size_ == length_ && !comes_first(proof, items_[size_ - 1])) return;
      std::size_t at = size_;  // the proof that this one replaces
      if (routes == RuleRoutes::kSeveral) {
        at = 0;
        while (at < size_ && items_[at].rule != proof.rule) ++at;
        if (at < size_ && !comes_first(proof, items_[at])) return;
      }
      if (at == size_) at = size_ < length_ ? size_++ : length_ - 1;
      for (; at > 0 && comes_first(proof, items_[at - 1]); --at) items_[at] = items_[at - 1];
      items_[at] = proof;
    }

   private:
    friend class ProofLists;
    List(RuleProof* items, std::uint32_t& size, std::size_t length)
        : items_(items), size_(size), length_(length) {}
    RuleProof* items_;
    std::uint32_t& size_;
    std::size_t length_;
  };

  // The `length` nearest are kept. Requires: at least one.
  ProofLists(std::size_t entities, std::size_t length)
      : length_(length), slots_(entities, kNoSlot) {}

  std::size_t entities() const { return slots_.size(); }
  // The entities with a proof, in no particular order.
  std::span<const Id> reached() const { return reached_; }
  // Nearest first, then by rule; empty where there is none.
  std::span<const RuleProof> operator[](Id entity) const {
    const std::uint32_t slot = slots_[entity];
    if (slot == kNoSlot) return {};
    return std::span(proofs_).subspan(slot * length_, sizes_[slot]);
  }

  // Requires: something is offered to it.
  List open(Id entity) {
    std::uint32_t& slot = slots_[entity];
    if (slot == kNoSlot) slot = take_slot(entity);
    return {proofs_.data() + slot * length_, sizes_[slot], length_};
  }
  void offer(Id entity, const RuleProof& proof) { open(entity).offer(proof, RuleRoutes::kSeveral); }

  // Changes all proofs of an entity, in a way that keeps their order.
  template <typename Change>
  void change(Id entity, Change change) {
    const std::uint32_t slot = slots_[entity];
    for (RuleProof& proof : std::span(proofs_).subspan(slot * length_, sizes_[slot])) {
      change(proof);
    }
  }

  void clear() {
    for (const Id entity : reached_) slots_[entity] = kNoSlot;
    reached_.clear();
  }

 private:
  static constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

  static bool comes_first(const RuleProof& a, const RuleProof& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.rule < b.rule;
  }

  std::uint32_t take_slot(Id entity) {
    const auto slot = static_cast<std::uint32_t>(reached_.size());
    reached_.push_back(entity);
    if (sizes_.size() <= slot) {
      sizes_.push_back(0);
      proofs_.resize(proofs_.size() + length_);
    }
    sizes_[slot] = 0;
    return slot;
  }

  std::size_t length_;
  std::vector<std::uint32_t> slots_;  // by entity
  std::vector<Id> reached_;           // by slot
  std::vector<std::uint32_t> sizes_;  // by slot
  std::vector<RuleProof> proofs_;     // (slots, length)
};

}  // namespace gntp
