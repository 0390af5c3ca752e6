#include "prover/search_index.h"

namespace gntp {

SearchIndex::SearchIndex(const Reasoner& reasoner, ThreadPool& threads)
    : reasoner_(reasoner),
      graph_(reasoner.kb().facts, reasoner.kb().entities.size(), reasoner.kb().relations.size()) {
  if (RuleWalks::possible(reasoner)) walks_.emplace(reasoner, threads);
}

ProofSearch SearchIndex::make_search() const {
  return {reasoner_, graph_, walks_ ? &*walks_ : nullptr, reasoner_.options().aggregation.proofs};
}

std::vector<ProofSearch> SearchIndex::make_searches(const ThreadPool& threads) const {
  std::vector<ProofSearch> searches;
  searches.reserve(threads.size());
  for (std::size_t i = 0; i < threads.size(); ++i) searches.push_back(make_search());
  return searches;
}

}  // namespace gntp
