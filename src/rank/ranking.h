// Filtered ranking: where the true answers stand, and the answers to queries, best first. All
// functions search through an index that is made once and kept (AnswerIndex).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "kb/dataset.h"
#include "kb/triple_set.h"
#include "prover/answer_index.h"
#include "rank/metrics.h"

namespace gntp {

// Filtered ranks of one split: known triples other than the one asked for do not compete.
struct RankReport {
  RankMetrics both;
  RankMetrics head;
  RankMetrics tail;
  std::map<RelationId, RankMetrics> by_relation;  // both sides
  // Where a predictor has a say: both sides, by rules alone (if there are any) and by vectors
  // alone.
  std::optional<RankMetrics> by_rules;
  std::optional<RankMetrics> by_vectors;
};

// Called from the calling thread now and then; may throw to stop.
using RankProgress = std::function<void(std::size_t done, std::size_t total)>;

// Where candidates limit the answers to a question, no others compete.
RankReport rank_triples(const AnswerIndex& index, std::span<const Triple> triples,
                        const StepGraph& known, ThreadPool& threads,
                        const RankProgress& progress = {}, const Candidates& candidates = {});

// AUC-PR over the triples' heads and relations with every candidate as the tail; the triples are
// the positives, and other known triples are left out.
double rank_candidates(const AnswerIndex& index, std::span<const Triple> triples,
                       const Candidates& candidates, const StepGraph& known, ThreadPool& threads,
                       const RankProgress& progress = {});

// The known triples as the ranking functions look them up.
StepGraph known_graph(const KnowledgeBase& kb, const TripleSet& known);
// Every triple of the data set.
TripleSet known_triples(const LoadedDataset& dataset);

}  // namespace gntp
