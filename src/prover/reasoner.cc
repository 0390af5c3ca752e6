#include "prover/reasoner.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "model/answer_choice.h"
#include "model/kernel.h"
#include "prover/start_sample.h"

namespace gntp {
namespace {

constexpr std::size_t kFaissUpdates = 10;  // between refreshes, as in the paper

}  // namespace

Reasoner::Reasoner(const KnowledgeBase& kb, const Model& model, const ProverOptions& options,
                   std::size_t dense_limit, std::size_t few_patterns)
    : kb_(kb),
      model_(model),
      options_(options),
      goals_(kb, few_patterns),
      symbols_(model, dense_limit, &goals_),
      rules_(kb.rules, model,
             options.depth > 1 ? RuleIndex::Goals::kAllPredicates : RuleIndex::Goals::kRelations,
             options.k_rules, options.tnorm, &goals_),
      rules_by_shape_(kb.rules, rules_, symbols_,
                      options.depth > 1 ? kb.predicate_count() : kb.relations.size(),
                      kb.predicate_count()),
      loops_(std::make_unique<std::atomic<Loop>[]>(kb.relations.size())) {
  assert(graph().entities() == kb.entities.size() && graph().relations() == kb.relations.size());
  plan();
  const bool all_ignored = options.aggregation.competing_facts == CompetingFactsUse::kIgnore &&
                           options.aggregation.competing_pairs == CompetingFactsUse::kIgnore;
  if (!all_ignored || model.predictor.is_used()) {
    functionality_.emplace(graph(), kb.first_pattern());
  }
  if (options.k_facts > 0 && is_faiss(options.index)) {
    faiss_.emplace(options.index, kb.facts, model);
  }
}

bool Reasoner::has_loop(RelationId relation) const {
  Loop loop = loops_[relation].load(std::memory_order_relaxed);
  if (loop == Loop::kUnknown) {
    const Step step = forwards(relation);
    bool found = false;
    for_each_start(graph(), step, {}, [&](EntityId entity) {
      found = std::ranges::binary_search(graph().targets(entity, step), entity);
      return !found;
    });
    loop = found ? Loop::kSome : Loop::kNone;
    loops_[relation].store(loop, std::memory_order_relaxed);
  }
  return loop == Loop::kSome;
}

void Reasoner::plan() {
  planned_.proofs = ProofsWanted::kBest;
  planned_.entities = symbols_.is_symbolic() ? SymbolKind::kSymbolic : SymbolKind::kSoft;
  const bool few = symbols_.is_dense();
  planned_.count = few ? PlannedData::Count::kFew : PlannedData::Count::kMany;
  if (!few && options_.depth < 2) return;
  auto paths = TablePaths::of(kb_.rules);
  planned_.rules = paths ? PlannedData::Rules::kAllPaths : PlannedData::Rules::kAny;
  if (!paths) return;
  planned_.tables = paths->cost(kb_.entities.size(), planned_.entities, options_.depth);
  if (!keeps_tables(options_, planned_)) return;
  tables_.emplace(std::move(*paths), kb_, symbols_, rules_, options_.depth);
}

const FactIndex& Reasoner::facts() const {
  std::call_once(facts_made_, [this] { facts_.emplace(graph()); });
  return *facts_;
}

AggregateOptions Reasoner::aggregation(Step step) const {
  AggregateOptions options = options_.aggregation;
  if (step >= model_.answer_choices.rows()) return options;
  const AnswerChoice choice = AnswerChoice::read(model_.answer_choices.row(step));
  const auto used = [](CompetingFactsUse& use, bool chosen) {
    if (!chosen) use = CompetingFactsUse::kIgnore;
  };
  used(options.competing_facts, choice.weighs_facts);
  used(options.competing_pairs, choice.weighs_pairs);
  if (!choice.counts_share) options.groundings = Groundings::kBest;
  options.paths_first = choice.paths_first;
  options.discount = choice.discount;
  return options;
}

void Reasoner::refresh(ThreadPool& threads) {
  radius_ = static_cast<float>(distance_of(options_.floor, model_.slope));
  symbols_.refresh(radius_, threads);
  rules_.refresh(radius_, threads);
  rules_by_shape_.refresh(threads);
  if (tables_) tables_->refresh(radius_, threads);
  if (faiss_) faiss_->refresh();
  updates_ = 0;
}

void Reasoner::update(const MovedRows& moved, ThreadPool& threads) {
  const float radius_before = radius_;
  radius_ = static_cast<float>(distance_of(options_.floor, model_.slope));
  symbols_.update(radius_, moved, threads);
  if (faiss_ && ++updates_ == kFaissUpdates) {
    faiss_->refresh();
    updates_ = 0;
  }
  if (!moved.predicates.empty() || !moved.rules.empty() || radius_ != radius_before) {
    rules_.update(radius_, moved, threads);
    rules_by_shape_.update(moved.predicates, threads);
  }
  if (tables_) tables_->refresh(radius_, threads);
}

}  // namespace gntp
