// Ranking: where the true answer stands among all entities, and what the answers to a query are.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "kb/dataset.h"
#include "prover/prover.h"
#include "rank/metrics.h"

namespace gntp {

// The argument that is asked for.
enum class Side : std::uint8_t { kHead, kTail };

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

// The best proof's distance of every goal, infinite where there is none.
std::vector<float> distances_of(const Reasoner& reasoner, std::span<const Goal> goals,
                                ThreadPool& threads, const RankProgress& progress = {});

// Every triple of the data set.
TripleSet known_triples(const Dataset& dataset);

}  // namespace gntp
