// The counts of bodies that differ in their last step, by that step and the relation of the head.
// With few relations it is a table; with many only those are kept that occur. One thread's scratch.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/scratch_map.h"
#include "kb/step_graph.h"

namespace gntp {

class CountTable {
 public:
  // A table has at most so many cells.
  static constexpr std::size_t kFewCells = std::size_t{1} << 20U;

  CountTable(std::size_t steps, std::size_t relations)
      : relations_(relations),
        is_dense_(steps * relations <= kFewCells),
        bodies_(steps),
        sparse_(is_dense_ ? 0 : steps * relations) {
    if (is_dense_) dense_.resize(steps * relations);
  }

  bool is_dense() const { return is_dense_; }
  std::size_t body(Step last) const { return bodies_[last]; }

  void add_support(Step last, RelationId relation) { ++cell(last, relation).support; }
  // Requires: pairs > 0.
  void add_body(Step last, std::size_t pairs) {
    if (bodies_[last] == 0) lasts_.push_back(last);
    bodies_[last] += pairs;
  }
  // Pairs of the body whose start has facts of these relations.
  void add_known(Step last, std::span<const RelationId> relations, std::size_t pairs) {
    for (const RelationId relation : relations) cell(last, relation).known += pairs;
  }

  // Calls visit(last, relation, support, known) for all with support.
  template <typename Visit>
  void for_each(Visit visit) const {
    if (!is_dense_) {
      for (const std::uint64_t key : keys_) {
        const Cell& cell = *sparse_.find(key);
        if (cell.support == 0) continue;
        visit(static_cast<Step>(key / relations_), RelationId(key % relations_), cell.support,
              cell.known);
      }
      return;
    }
    for (const Step last : lasts_) {
      for (RelationId relation{0}; relation < relations_; ++relation) {
        const Cell& cell = dense_[last * relations_ + relation];
        if (cell.support > 0) visit(last, relation, cell.support, cell.known);
      }
    }
  }

  void clear() {
    for (const Step last : lasts_) {
      bodies_[last] = 0;
      if (is_dense_) std::fill_n(dense_.begin() + row_begin(last), relations_, Cell());
    }
    lasts_.clear();
    sparse_.clear();
    keys_.clear();
  }

 private:
  struct Cell {
    std::uint64_t known = 0;
    std::uint32_t support = 0;
  };

  std::ptrdiff_t row_begin(Step last) const {
    return static_cast<std::ptrdiff_t>(last * relations_);
  }

  Cell& cell(Step last, RelationId relation) {
    const std::uint64_t key = last * relations_ + relation;
    if (is_dense_) return dense_[key];
    const auto [found, is_new] = sparse_.insert(key);
    if (is_new) keys_.push_back(key);
    return *found;
  }

  std::size_t relations_;
  bool is_dense_;
  std::vector<std::size_t> bodies_;  // by last step
  std::vector<Step> lasts_;          // with a body
  std::vector<Cell> dense_;
  ScratchMap<std::uint64_t, Cell> sparse_;
  std::vector<std::uint64_t> keys_;  // of sparse_
};

}  // namespace gntp
