// The nearest proofs of each answer to a query, each by another rule: like SparseMinimum, but with
// room for more than one.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "prover/aggregation.h"

namespace gntp {

class ProofLists {
 public:
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

  // The nearer of two proofs by the same rule counts.
  void offer(Id entity, const RuleProof& proof) {
    std::uint32_t& slot = slots_[entity];
    if (slot == kNoSlot) slot = open(entity);
    const std::span<RuleProof> all = std::span(proofs_).subspan(slot * length_, length_);
    std::uint32_t& size = sizes_[slot];
    if (size == length_ && !comes_first(proof, all.back())) return;
    std::size_t at = 0;  // the proof that this one replaces
    while (at < size && all[at].rule != proof.rule) ++at;
    if (at < size && !comes_first(proof, all[at])) return;
    if (at == size) at = size < length_ ? size++ : length_ - 1;
    for (; at > 0 && comes_first(proof, all[at - 1]); --at) all[at] = all[at - 1];
    all[at] = proof;
  }

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

  std::uint32_t open(Id entity) {
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
