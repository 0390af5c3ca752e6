#include "prover/answer_index.h"

#include "prover/search_pool.h"

namespace gntp {
namespace {

Plan plan_of(const Reasoner& reasoner) {
  PlannedData data;
  data.entities = reasoner.symbols().is_symbolic() ? SymbolKind::kSymbolic : SymbolKind::kSoft;
  const bool few = reasoner.symbols().is_dense();
  data.count = few ? PlannedData::Count::kFew : PlannedData::Count::kMany;
  for (RuleId rule = 0; few && rule < reasoner.kb().rules.size(); ++rule) {
    if (!RulePath::of(reasoner.kb().rules[rule])) data.rules = PlannedData::Rules::kAny;
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

void AnswerIndex::update(const MovedRows& moved, ThreadPool& threads) {
  ++version_;
  if (tree_) tree_->update(moved, threads);
}

}  // namespace gntp
