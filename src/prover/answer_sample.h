// Some of all entities, at random, for questions with more answers than are worth listing. Each
// entity is as likely to be among them as any other, and one is chosen to be always there. They are
// whole blocks of neighbouring ids, so that those in a sorted list are found without reading all
// of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "kb/vocabulary.h"

namespace gntp {

class AnswerSample {
 public:
  // About `size` of the entities are drawn.
  AnswerSample(std::size_t entities, std::size_t size);

  // That one alone.
  explicit AnswerSample(EntityId only);

  void draw(Random& random, EntityId always);

  bool contains(EntityId entity) const {
    return entity == always_ || is_drawn_[entity >> bits_] != 0;
  }
  // That an entity is among them, whichever but the one that always is.
  double probability() const {
    return static_cast<double>(wanted_) / static_cast<double>(is_drawn_.size());
  }

  // About how many there are.
  std::size_t size() const { return wanted_ << bits_; }

  // visit(entity) for all.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const std::uint32_t block : drawn_) {
      const std::size_t last = std::min(entities_, std::size_t{block + 1} << bits_);
      for (std::size_t entity = std::size_t{block} << bits_; entity < last; ++entity) {
        visit(EntityId(static_cast<std::uint32_t>(entity)));
      }
    }
    if (is_drawn_[always_ >> bits_] == 0) visit(always_);
  }
  // visit(entity) for those that are in the list, by id. Requires: it is sorted.
  template <typename Visit>
  void for_each_in(std::span<const EntityId> sorted, Visit visit) const {
    if (sorted.size() <= kShort * (drawn_.size() + 1)) {
      for (const EntityId entity : sorted) {
        if (contains(entity)) visit(entity);
      }
      return;
    }
    auto from = sorted.begin();
    bool is_placed = false;  // the one that is always there
    const auto place = [&](std::uint64_t before) {
      if (is_placed || always_ >= before) return;
      is_placed = true;
      if (is_drawn_[always_ >> bits_] == 0 && std::ranges::binary_search(sorted, always_)) {
        visit(always_);
      }
    };
    for (const std::uint32_t block : drawn_) {
      const std::uint64_t first = std::uint64_t{block} << bits_;
      const std::uint64_t last = std::uint64_t{block + 1} << bits_;
      place(first);
      from = std::lower_bound(from, sorted.end(), first);
      for (; from != sorted.end() && *from < last; ++from) visit(*from);
    }
    place(UINT64_MAX);
  }

 private:
  static constexpr std::size_t kShort = 8;  // entities are read as fast as one is searched for

  std::size_t entities_;
  std::uint32_t bits_;                  // of an id, within a block
  std::vector<std::uint8_t> is_drawn_;  // by block
  std::vector<std::uint32_t> drawn_;    // blocks, sorted
  std::size_t wanted_;                  // blocks
  EntityId always_ = EntityId::none();
};

}  // namespace gntp
