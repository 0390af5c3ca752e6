// What the searches for answers of all threads share: the facts as a graph of steps and, where
// several proofs of an answer count, the tree of rules. Made once and kept: it follows the
// reasoner.
//
// `refresh` and `update` are for one thread, everything else for any number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "base/parallel.h"
#include "index/step_graph.h"
#include "prover/plan.h"
#include "prover/reasoner.h"
#include "prover/rule_tree.h"

namespace gntp {

class SearchPool;

class AnswerIndex {
 public:
  // Keeps a reference. Requires: the reasoner is refreshed. Throws Error if the options ask for
  // what the rules do not allow (RuleTree).
  AnswerIndex(const Reasoner& reasoner, ThreadPool& threads);
  // For another plan than the one that suits the data best. Requires: the options allow it.
  AnswerIndex(const Reasoner& reasoner, Plan plan, ThreadPool& threads);
  AnswerIndex(const AnswerIndex&) = delete;
  AnswerIndex& operator=(const AnswerIndex&) = delete;
  ~AnswerIndex();

  // After the reasoner's refresh; and after its update with these rows. Searches stay valid.
  // Both throw as the constructor does.
  void refresh(ThreadPool& threads);
  void update(const MovedRows& moved, ThreadPool& threads);

  const Reasoner& reasoner() const { return reasoner_; }
  Plan plan() const { return plan_; }
  const StepGraph& graph() const { return graph_; }
  // Null where rules are not walked, or only the best proof counts.
  const RuleTree* tree() const { return tree_ ? &*tree_ : nullptr; }
  // How often it was refreshed or updated.
  std::uint64_t version() const { return version_; }
  // For queries of any thread.
  SearchPool& searches() const { return *searches_; }
  Aggregation aggregation() const {
    return {reasoner_.options().aggregation, reasoner_.model().slope};
  }

 private:
  const Reasoner& reasoner_;
  Plan plan_;
  StepGraph graph_;
  std::optional<RuleTree> tree_;
  std::uint64_t version_ = 0;
  std::unique_ptr<SearchPool> searches_;
};

}  // namespace gntp
