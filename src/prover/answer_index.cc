#include "prover/answer_index.h"

#include <algorithm>

#include "prover/search_pool.h"

namespace gntp {
namespace {

Plan plan_of(const Reasoner& reasoner) {
  PlannedData data;
  data.entities = reasoner.symbols().is_symbolic() ? Entities::kSymbolic : Entities::kSoft;
  const bool few = reasoner.symbols().is_dense();
  data.count = few ? PlannedData::Count::kFew : PlannedData::Count::kMany;
  const auto is_path = [](const Rule& rule) { return RulePath::of(rule).has_value(); };
  if (few && !std::ranges::all_of(reasoner.kb().rules.rules, is_path)) {
    data.rules = PlannedData::Rules::kAny;
  }
  return plan_for(reasoner.options(), data);
}

}  // namespace

AnswerIndex::AnswerIndex(const Reasoner& reasoner, ThreadPool& threads)
    : AnswerIndex(reasoner, plan_of(reasoner), threads) {}

AnswerIndex::AnswerIndex(const Reasoner& reasoner, Plan plan, ThreadPool& threads)
    : reasoner_(reasoner),
      plan_(plan),
      graph_(reasoner.kb().facts, reasoner.kb().entities.size(), reasoner.kb().relations.size()) {
  searches_ = std::make_unique<SearchPool>(*this);
  refresh(threads);
}

AnswerIndex::~AnswerIndex() = default;

void AnswerIndex::refresh(ThreadPool& threads) {
  ++version_;
  const bool one_counts = reasoner_.options().aggregation.one_proof_counts();
  if (plan_ == Plan::kWalk && !one_counts) tree_.emplace(reasoner_, threads);
}

void AnswerIndex::update(std::span<const std::uint32_t> moved, ThreadPool& threads) {
  ++version_;
  if (tree_) tree_->update(moved, threads);
}

}  // namespace gntp
