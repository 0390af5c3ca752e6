#include "prover/candidate_search.h"

#include <algorithm>

#include "base/floats.h"

namespace gntp {

bool CandidateSearch::pays(const Reasoner& reasoner) {
  const ProverOptions& options = reasoner.options();
  if (!covers(options)) return false;
  if (!reasoner.symbols().is_dense()) return true;
  if (!is_exact(options) || options.depth > 1) return false;
  for (Id relation = 0; relation < reasoner.kb().relations.size(); ++relation) {
    if (!reasoner.rules_by_shape().others(relation).empty()) return false;
  }
  return true;
}

CandidateSearch::CandidateSearch(const Reasoner& reasoner, const StepGraph& graph)
    : reasoner_(reasoner),
      merges_(is_exact(reasoner.options()) && reasoner.options().depth <= 1),
      paths_(reasoner, graph),
      join_(reasoner),
      answers_(reasoner.kb().entities.size()) {}

const SparseMinimum& CandidateSearch::distances(const AnswerQuery& query, float limit) {
  answers_.clear();
  limit = std::min(limit, reasoner_.radius());
  if (merges_) {
    const PathTables& tables = tables_for(query);
    const bool symbolic = reasoner_.symbols().is_symbolic();
    paths_.run(tables, query.known, limit, symbolic ? SymbolKind::kSymbolic : SymbolKind::kSoft,
               answers_);
    join_.run_rules(query, tables.other_rules(), limit, answers_);
  } else {
    const bool exact = is_exact(reasoner_.options());
    if (!exact) limit += kRounding * limit;
    join_.run(query, limit, answers_);
  }
  if (!reasoner_.may_be_reflexive(query.predicate)) keep_facts_only(query, limit);
  return answers_;
}

// What is known answers the query by facts alone.
void CandidateSearch::keep_facts_only(const AnswerQuery& query, float limit) {
  const FactSearch facts(reasoner_.facts(), reasoner_.symbols(), reasoner_.options().unification);
  const auto match = facts.nearest({query.predicate, query.known, query.known, false, kNoFact},
                                   next_above(limit), 0);
  answers_.replace(query.known, match ? match->distance : SparseMinimum::kNone);
}

std::optional<float> CandidateSearch::estimate(const AnswerQuery& query, Id answer) {
  if (!merges_) return std::nullopt;
  if (answer == query.known && !reasoner_.may_be_reflexive(query.predicate)) return std::nullopt;
  answers_.clear();
  paths_.run(tables_for(query), query.known, reasoner_.radius(), SymbolKind::kSymbolic, answers_);
  return answers_[answer];
}

// Queries come sorted by predicate, so the last tables are likely the ones.
const PathTables& CandidateSearch::tables_for(const AnswerQuery& query) {
  Tables& last = tables_[query.asked == AskedSide::kHead ? 0 : 1];
  if (!last.tables || last.predicate != query.predicate) {
    last.predicate = query.predicate;
    last.tables.emplace(reasoner_, query.predicate, query.asked);
  }
  return *last.tables;
}

}  // namespace gntp
