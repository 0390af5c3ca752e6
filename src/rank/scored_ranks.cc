#include "rank/scored_ranks.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/share_out.h"
#include "predict/predictor_scores.h"
#include "prover/answer_search.h"
#include "rank/shared_queries.h"

namespace gntp {

Rank rank_by_scores(const AnswerQuery& query, EntityId answer, std::span<const float> scores,
                    std::span<const EntityId> known, const Candidates& candidates) {
  const float own = scores[answer];
  Rank rank;
  const auto count = [&](EntityId entity, std::size_t times) {
    rank.nearer += scores[entity] > own ? times : 0;
    rank.equal += scores[entity] == own ? times : 0;
  };
  if (query.asked == AskedSide::kTail && candidates.limit_tails_of(RelationId(query.predicate))) {
    for (const EntityId entity : candidates.entities) {
      if (entity == answer || std::ranges::binary_search(known, entity)) continue;
      count(entity, 1);
    }
    return rank;
  }
  // All, then without those that do not compete: a plain loop is quickest.
  std::uint32_t nearer = 0;
  std::uint32_t equal = 0;
  for (const float score : scores) {
    nearer += score > own ? 1 : 0;
    equal += score == own ? 1 : 0;
  }
  for (const EntityId entity : known) {
    if (entity == answer) continue;
    nearer -= scores[entity] > own ? 1 : 0;
    equal -= scores[entity] == own ? 1 : 0;
  }
  return {nearer, equal - 1};
}

double mean_reciprocal_rank(const Predictor& predictor, std::span<const Triple> triples,
                            const KnownTriples& known, const Candidates& candidates,
                            ThreadPool& threads) {
  const std::vector<SharedQuery> queries = shared_queries(triples);
  const PredictorScores predicted(predictor);
  const std::size_t together = PredictorScores::together(predictor.entities.rows());
  const std::size_t chunks = (queries.size() + together - 1) / together;
  std::vector<double> sums(chunks);
  std::vector<Matrix> scores(threads.size());
  const auto rank = [&](std::size_t chunk, std::size_t worker) {
    const std::size_t first = chunk * together;
    const std::size_t count = std::min(together, queries.size() - first);
    std::vector<PredictorQuery> questions;
    for (std::size_t i = first; i < first + count; ++i) {
      questions.push_back({queries[i].query.known, step_of(queries[i].query)});
    }
    Matrix& own = scores[worker];
    if (own.rows() == 0) own = Matrix(together, predictor.entities.rows());
    predicted.find(questions, own);
    for (std::size_t i = 0; i < count; ++i) {
      const SharedQuery& shared = queries[first + i];
      for (const EntityId answer : shared.answers) {
        sums[chunk] +=
            rank_by_scores(shared.query, answer, own.row(i),
                           known.targets(questions[i].entity, questions[i].step), candidates)
                .reciprocal();
      }
    }
  };
  share_out(threads, chunks, rank, [&](std::size_t chunk, auto& archive) { archive(sums[chunk]); });
  return std::reduce(sums.begin(), sums.end()) / static_cast<double>(2 * triples.size());
}

}  // namespace gntp
