// What the proof searches of all threads share, made for a reasoner as it is.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "prover/proof_search.h"

namespace gntp {

class SearchIndex {
 public:
  // Keeps a reference. Requires: the reasoner is refreshed.
  SearchIndex(const Reasoner& reasoner, ThreadPool& threads);
  SearchIndex(const SearchIndex&) = delete;
  SearchIndex& operator=(const SearchIndex&) = delete;

  // After the reasoner's update with these rows; searches stay valid.
  void update(const MovedRows& moved, ThreadPool& threads) {
    if (walks_) walks_->update(moved, threads);
  }

  // For one thread: as many proofs of each answer as the options say. Keeps references.
  ProofSearch make_search() const;
  std::vector<ProofSearch> make_searches(const ThreadPool& threads) const;

  Aggregation aggregation() const {
    return {reasoner_.options().aggregation, reasoner_.model().slope};
  }

 private:
  const Reasoner& reasoner_;
  StepGraph graph_;
  std::optional<RuleWalks> walks_;  // where the options allow them
};

}  // namespace gntp
