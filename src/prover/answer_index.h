// What the searches for answers of all threads share: the facts as a graph of steps and, where
// several proofs of an answer count, the tree of rules. Made once and kept: it follows the
// reasoner.
//
// `refresh` and `update` are for one thread, everything else for any number.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "base/parallel.h"
#include "base/scratch_pool.h"
#include "device/device.h"
#include "device/gpu_table.h"
#include "kb/step_graph.h"
#include "prover/plan.h"
#include "prover/reasoner.h"
#include "prover/rule_tree.h"

namespace gntp {

class AnswerSearch;
class Prover;

class AnswerIndex {
 public:
  // For as many proofs of an answer as count where answers are ranked. Keeps a reference. Requires:
  // the reasoner is refreshed. Throws Error if the options ask for what the rules do not allow
  // (RuleTree).
  AnswerIndex(const Reasoner& reasoner, ThreadPool& threads);
  AnswerIndex(const Reasoner& reasoner, ProofsWanted proofs, ThreadPool& threads);
  // For another plan than the one that suits the data best. Requires: the options allow it.
  AnswerIndex(const Reasoner& reasoner, ProofsWanted proofs, Plan plan, ThreadPool& threads);
  AnswerIndex(const AnswerIndex&) = delete;
  AnswerIndex& operator=(const AnswerIndex&) = delete;
  ~AnswerIndex();

  // After the reasoner's refresh; and after its update with these rows. Searches stay valid.
  // Both throw as the constructor does.
  void refresh(ThreadPool& threads);
  void update(const MovedRows& moved, ThreadPool& threads);

  const Reasoner& reasoner() const { return reasoner_; }
  Plan plan() const { return plan_; }
  const StepGraph& graph() const { return reasoner_.graph(); }
  // Null where rules are not walked, or only the best proof is asked for.
  const RuleTree* tree() const { return tree_ ? &*tree_ : nullptr; }
  // How often it was refreshed or updated.
  std::uint64_t version() const { return version_; }
  // The predictor's vectors on the device of the thread that made the index, for all threads; null:
  // that is the processor. Made when somebody first asks for it.
  std::shared_ptr<GpuTable> predictor_table() const;
  // For the calling thread, until it is let go. Requires, of a search: the plan is not kProveEach.
  ScratchPool<AnswerSearch>::Lease search() const;
  ScratchPool<Prover>::Lease prover() const;
  // How answers are judged: those of queries with this step, and what all queries have in common.
  Aggregation aggregation(Step step) const {
    return {reasoner_.aggregation(step), reasoner_.model().slope};
  }
  Aggregation aggregation() const {
    return {reasoner_.options().aggregation, reasoner_.model().slope};
  }

 private:
  const Reasoner& reasoner_;
  ProofsWanted proofs_;
  Plan plan_;
  std::optional<RuleTree> tree_;
  std::uint64_t version_ = 0;
  std::unique_ptr<ScratchPool<AnswerSearch>> searches_;
  std::unique_ptr<ScratchPool<Prover>> provers_;
  const Gpu* gpu_ = DeviceScope::current();
  mutable std::mutex table_mutex_;
  mutable std::shared_ptr<GpuTable> table_;
};

}  // namespace gntp
