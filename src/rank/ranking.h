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
#include "prover/answer_index.h"
#include "rank/known_triples.h"
#include "rank/metrics.h"

namespace gntp {

// Ranks of some triples, by what was asked for.
struct SideMetrics {
  RankMetrics both;
  RankMetrics head;
  RankMetrics tail;

  // The ranks of one triple.
  void add(const Rank& of_head, const Rank& of_tail);
};

// Filtered ranks of one split: known triples other than the one asked for do not compete.
struct RankReport : SideMetrics {
  std::map<RelationId, SideMetrics> by_relation;
  // Where a predictor has a say: both sides, by rules alone (if there are any) and by vectors
  // alone.
  std::optional<RankMetrics> by_rules;
  std::optional<RankMetrics> by_vectors;
  // How many triples have a proof, be it as an answer to one side only; nothing where a predictor
  // has a say.
  std::optional<std::size_t> proved;
};

// Called from the calling thread now and then; may throw to stop.
using RankProgress = std::function<void(std::size_t done, std::size_t total)>;

// Where candidates limit the answers to a question, no others compete.
RankReport rank_triples(const AnswerIndex& index, std::span<const Triple> triples,
                        const KnownTriples& known, ThreadPool& threads,
                        const RankProgress& progress = {}, const Candidates& candidates = {});

struct CandidateReport {
  double auc_pr = 0;
  std::optional<std::size_t> proved;  // as in RankReport, of triples whose tails are candidates
};

// AUC-PR over the triples' heads and relations with every candidate as the tail; the triples are
// the positives, and other known triples are left out.
CandidateReport rank_candidates(const AnswerIndex& index, std::span<const Triple> triples,
                                const Candidates& candidates, const KnownTriples& known,
                                ThreadPool& threads, const RankProgress& progress = {});

}  // namespace gntp
