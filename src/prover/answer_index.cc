#include "prover/answer_index.h"

#include "prover/answer_search.h"
#include "prover/prover.h"

namespace gntp {
namespace {

ProofsWanted proofs_that_count(const Reasoner& reasoner) {
  const bool one = reasoner.options().aggregation.one_proof_counts();
  return one ? ProofsWanted::kBest : ProofsWanted::kSeveral;
}

Plan plan_of(const Reasoner& reasoner, ProofsWanted proofs) {
  PlannedData data = reasoner.planned_data();
  data.proofs = proofs;
  return plan_for(reasoner.options(), data);
}

}  // namespace

AnswerIndex::AnswerIndex(const Reasoner& reasoner, ThreadPool& threads)
    : AnswerIndex(reasoner, proofs_that_count(reasoner), threads) {}

AnswerIndex::AnswerIndex(const Reasoner& reasoner, ProofsWanted proofs, ThreadPool& threads)
    : AnswerIndex(reasoner, proofs, plan_of(reasoner, proofs), threads) {}

AnswerIndex::AnswerIndex(const Reasoner& reasoner, ProofsWanted proofs, Plan plan,
                         ThreadPool& threads)
    : reasoner_(reasoner), proofs_(proofs), plan_(plan) {
  searches_ = std::make_unique<ScratchPool<AnswerSearch>>();
  provers_ = std::make_unique<ScratchPool<Prover>>();
  refresh(threads);
}

AnswerIndex::~AnswerIndex() = default;

ScratchPool<AnswerSearch>::Lease AnswerIndex::search() const {
  return searches_->take([this] { return AnswerSearch(*this); });
}

ScratchPool<Prover>::Lease AnswerIndex::prover() const {
  return provers_->take([this] { return Prover(reasoner_); });
}

std::shared_ptr<GpuTable> AnswerIndex::predictor_table() const {
  if (gpu_ == nullptr) return nullptr;
  const std::scoped_lock lock(table_mutex_);
  if (!table_) table_ = std::make_shared<GpuTable>(*gpu_, reasoner_.model().predictor);
  return table_;
}

void AnswerIndex::refresh(ThreadPool& threads) {
  ++version_;
  table_.reset();
  if (plan_ == Plan::kWalk && proofs_ == ProofsWanted::kSeveral) {
    tree_.emplace(reasoner_, threads);
  }
}

void AnswerIndex::update(const MovedRows& moved, ThreadPool& threads) {
  ++version_;
  if (tree_) tree_->update(moved, threads);
}

}  // namespace gntp
