#include "rank/scored_ranks.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/share_out.h"
#include "device/gpu_table.h"
#include "predict/predictor_scores.h"
#include "prover/answer_search.h"
#include "rank/shared_queries.h"

namespace gntp {

namespace {

// Whether no other answers compete than the candidates.
bool limits(const AnswerQuery& query, const Candidates& candidates) {
  return query.asked == AskedSide::kTail && candidates.limit_tails_of(RelationId(query.predicate));
}

}  // namespace

Rank rank_by_scores(const AnswerQuery& query, EntityId answer, std::span<const float> scores,
                    std::span<const EntityId> known, const Candidates& candidates) {
  const float own = scores[answer];
  // An answer whose score is no number comes last, and nothing comes after such a one.
  const auto is_nearer = [own](float score) { return !(score <= own); };
  if (limits(query, candidates)) {
    Rank rank;
    for (const EntityId entity : candidates.entities) {
      if (entity == answer || std::ranges::binary_search(known, entity)) continue;
      rank.nearer += is_nearer(scores[entity]) ? 1 : 0;
      rank.equal += scores[entity] == own ? 1 : 0;
    }
    return rank;
  }
  // All, then without those that do not compete: a plain loop is quickest.
  std::uint32_t nearer = 0;
  std::uint32_t equal = 0;
  for (const float score : scores) {
    nearer += is_nearer(score) ? 1 : 0;
    equal += score == own ? 1 : 0;
  }
  const auto leave_out = [&](float score) {
    nearer -= is_nearer(score) ? 1 : 0;
    equal -= score == own ? 1 : 0;
  };
  leave_out(own);
  for (const EntityId entity : known) {
    if (entity != answer) leave_out(scores[entity]);
  }
  return {nearer, equal};
}

namespace {

// Some of the queries, asked of a GPU: the sum of the reciprocal ranks of their answers.
double sum_on_gpu(std::span<const SharedQuery> queries, GpuTable& table, const KnownTriples& known,
                  const Candidates& candidates, std::span<const std::uint8_t> is_candidate) {
  std::vector<std::uint32_t> entities;
  std::vector<std::uint32_t> steps;
  std::vector<std::uint32_t> first_answer{0};
  std::vector<std::uint32_t> answers;
  std::vector<std::uint32_t> first_known{0};
  std::vector<std::uint32_t> competing;
  std::vector<std::uint8_t> limited;
  for (const SharedQuery& shared : queries) {
    const Step step = step_of(shared.query);
    entities.push_back(shared.query.known);
    steps.push_back(step);
    answers.insert(answers.end(), shared.answers.begin(), shared.answers.end());
    first_answer.push_back(static_cast<std::uint32_t>(answers.size()));
    const std::span<const EntityId> targets = known.targets(shared.query.known, step);
    competing.insert(competing.end(), targets.begin(), targets.end());
    first_known.push_back(static_cast<std::uint32_t>(competing.size()));
    if (!is_candidate.empty()) limited.push_back(limits(shared.query, candidates) ? 1 : 0);
  }
  std::vector<std::uint32_t> nearer(answers.size());
  std::vector<std::uint32_t> equal(answers.size());
  table.find_ranks({entities, steps}, {.first_answer = first_answer,
                                       .answers = answers,
                                       .first_known = first_known,
                                       .known = competing,
                                       .limited = limited,
                                       .candidates = is_candidate,
                                       .nearer = nearer,
                                       .equal = equal});
  double sum = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) sum += Rank{nearer[i], equal[i]}.reciprocal();
  return sum;
}

}  // namespace

double mean_reciprocal_rank(const Predictor& predictor, std::span<const Triple> triples,
                            const KnownTriples& known, const Candidates& candidates,
                            ThreadPool& threads) {
  constexpr std::size_t kTogetherOnGpu = 2048;
  const std::vector<SharedQuery> queries = shared_queries(triples);
  const auto table = table_on_device(predictor);
  const PredictorScores predicted(predictor, table);
  const std::size_t rows = PredictorScores::together(predictor.entities.rows());
  const std::size_t together = table ? kTogetherOnGpu : rows;
  const std::size_t chunks = (queries.size() + together - 1) / together;
  const auto queries_of = [&](std::size_t chunk) {
    const std::size_t first = chunk * together;
    return std::span(queries).subspan(first, std::min(together, queries.size() - first));
  };
  std::vector<std::uint8_t> is_candidate;
  if (table && !candidates.entities.empty()) {
    is_candidate.resize(predictor.entities.rows());
    for (const EntityId entity : candidates.entities) is_candidate[entity] = 1;
  }
  std::vector<double> sums(chunks);
  std::vector<Matrix> scores(threads.size());
  const auto rank = [&](std::size_t chunk, std::size_t worker) {
    const std::span<const SharedQuery> own_queries = queries_of(chunk);
    if (table) {
      sums[chunk] = sum_on_gpu(own_queries, *table, known, candidates, is_candidate);
      return;
    }
    std::vector<PredictorQuery> questions;
    for (const SharedQuery& shared : own_queries) {
      questions.push_back({shared.query.known, step_of(shared.query)});
    }
    Matrix& own = scores[worker];
    if (own.rows() == 0) own = Matrix(rows, predictor.entities.rows());
    predicted.find(questions, own);
    for (std::size_t i = 0; i < own_queries.size(); ++i) {
      const SharedQuery& shared = own_queries[i];
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
