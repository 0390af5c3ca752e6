// What all proofs and searches of a knowledge base and a model share: both, indexed for proving.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "index/fact_index.h"
#include "index/faiss_retrieval.h"
#include "index/goal_predicates.h"
#include "index/rule_index.h"
#include "index/symbol_distances.h"
#include "kb/knowledge_base.h"
#include "model/model.h"
#include "prover/functionality.h"
#include "prover/goal.h"
#include "prover/plan.h"
#include "prover/prover_options.h"
#include "prover/rules_by_shape.h"
#include "prover/subgoal_tables.h"

namespace gntp {

// The knowledge base and the model, indexed for proving. `refresh` or `update` after the model has
// changed; not thread-safe then, otherwise safe for any number of threads.
class Reasoner {
 public:
  // Keeps references to the knowledge base and the model. Up to `dense_limit` entities have a table
  // of all distances, and up to `few_patterns` patterns may be goals without being admitted.
  Reasoner(const KnowledgeBase& kb, const Model& model, const ProverOptions& options,
           std::size_t dense_limit = SymbolDistances::kDenseLimit,
           std::size_t few_patterns = GoalPredicates::kFewPatterns);
  Reasoner(const Reasoner&) = delete;
  Reasoner& operator=(const Reasoner&) = delete;

  // Takes the whole model as it is now.
  void refresh(ThreadPool& threads);
  // Takes these rows and the slope as they are now: the same answers for less work. Requires: no
  // other row has changed since the last refresh or update.
  void update(const MovedRows& moved, ThreadPool& threads);

  // What answers may depend on besides the model as it is now, e.g. which of two equally near
  // proofs is found (base/archive.h). After reading, as if after the writer's last update.
  template <typename Archive>
  void exchange(Archive& archive, ThreadPool& threads) {
    if constexpr (Archive::kReads) refresh(threads);
    symbols_.exchange(archive, threads);
    archive(updates_);
    if (faiss_) faiss_->exchange(archive);
  }

  const KnowledgeBase& kb() const { return kb_; }
  const Model& model() const { return model_; }
  const ProverOptions& options() const { return options_; }
  const StepGraph& graph() const { return kb_.facts.graph(); }
  // Made when it is first asked for; safe from several threads.
  const FactIndex& facts() const;
  // What goals may be about. `admit` a pattern before the refresh that it is proved after.
  const GoalPredicates& goals() const { return goals_; }
  void admit(PredicateId pattern) { goals_.admit(pattern); }
  const SymbolDistances& symbols() const { return symbols_; }
  const RuleIndex& rules() const { return rules_; }
  const RulesByShape& rules_by_shape() const { return rules_by_shape_; }
  // What plans have to know, for the best proof.
  const PlannedData& planned_data() const { return planned_; }
  // Null where they are not kept (plan.h).
  const SubgoalTables* tables() const { return tables_ ? &*tables_ : nullptr; }
  // Requires: greedy search with one of FAISS's kinds.
  const FaissRetrieval& faiss() const { return *faiss_; }
  // How proofs count for queries with this step (step_of): as was chosen for them, or as the
  // options say for all.
  AggregateOptions aggregation(Step step) const;
  // Where competing facts are weighed.
  const std::optional<Functionality>& functionality() const { return functionality_; }
  // Whether rules may prove p(a, a) for this predicate p. Facts always may.
  bool may_be_reflexive(PredicateId predicate) const {
    return options_.reflexive == Reflexive::kAny || predicate >= kb_.relations.size() ||
           has_loop(RelationId(predicate));
  }
  // How many rule applications the goal may take.
  std::size_t depth_of(const Goal& goal) const {
    return goal.head == goal.tail && !may_be_reflexive(goal.predicate) ? 0 : options_.depth;
  }
  // Proofs count up to this distance, itself included: the floor's.
  float radius() const { return radius_; }

 private:
  void plan();

  const KnowledgeBase& kb_;
  const Model& model_;
  ProverOptions options_;
  mutable std::once_flag facts_made_;
  mutable std::optional<FactIndex> facts_;
  GoalPredicates goals_;
  SymbolDistances symbols_;
  RuleIndex rules_;
  RulesByShape rules_by_shape_;
  PlannedData planned_;
  std::optional<SubgoalTables> tables_;
  std::optional<FaissRetrieval> faiss_;
  std::optional<Functionality> functionality_;
  // By relation, found when first asked: is there a fact p(a, a)? Two threads may find the same.
  enum class Loop : std::uint8_t { kUnknown, kNone, kSome };
  bool has_loop(RelationId relation) const;
  std::unique_ptr<std::atomic<Loop>[]> loops_;
  std::size_t updates_ = 0;  // since FAISS was refreshed
  float radius_ = 0;
};

}  // namespace gntp
