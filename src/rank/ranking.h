// Ranking: where the true answer stands among all entities, and what the answers to a query are.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "kb/dataset.h"
#include "kb/triple_set.h"
#include "prover/goal.h"
#include "prover/prover.h"
#include "rank/metrics.h"

namespace gntp {

// Filtered ranks of one split: known triples other than the one asked for do not compete.
struct RankReport {
  RankMetrics both;
  RankMetrics head;
  RankMetrics tail;
  std::map<Id, RankMetrics> by_relation;  // both sides
};

// Called from the calling thread now and then; may throw to stop.
using RankProgress = std::function<void(std::size_t done, std::size_t total)>;

RankReport rank_triples(const Reasoner& reasoner, std::span<const Triple> triples,
                        const TripleSet& known, ThreadPool& threads,
                        const RankProgress& progress = {});

// AUC-PR over the triples' heads and relations with every candidate as the tail; the triples are
// the positives, and other known triples are left out.
double rank_candidates(const Reasoner& reasoner, std::span<const Triple> triples,
                       std::span<const Id> candidates, const TripleSet& known, ThreadPool& threads,
                       const RankProgress& progress = {});

// The proofs of every goal that count, nearest first; none where there is no proof. `hidden` is a
// fact that is not to be used.
std::vector<std::vector<RuleProof>> proofs_of(const Reasoner& reasoner, std::span<const Goal> goals,
                                              ThreadPool& threads, Id hidden = kNoFact);

// An entity, or another id that fills a goal's unknown, and how it stands.
struct RankedAnswer {
  Id id;
  double score;
  std::size_t rank;  // from 1; answers that are judged equal share one
};

// The entities that answer the query with a score above the floor, best first, then by id.
std::vector<RankedAnswer> answers_to(const Reasoner& reasoner, const AnswerQuery& query,
                                     ThreadPool& threads);
// The goals that have a proof, by their place in the list, best first.
std::vector<RankedAnswer> rank_goals(const Reasoner& reasoner, std::span<const Goal> goals,
                                     ThreadPool& threads);

// The best proof's distance of every goal, infinite where there is none.
std::vector<float> distances_of(const Reasoner& reasoner, std::span<const Goal> goals,
                                ThreadPool& threads, const RankProgress& progress = {});

// The entities that answer the query with a score above the floor, by id, with the distances that
// proving each gives.
std::vector<Candidate> candidates_of(const Reasoner& reasoner, const AnswerQuery& query,
                                     ThreadPool& threads);

// Every triple of the data set.
TripleSet known_triples(const LoadedDataset& dataset);

}  // namespace gntp
