// Ranks where every entity has a score of its own, as a link predictor gives them.
#pragma once

#include <span>

#include "base/parallel.h"
#include "kb/candidates.h"
#include "kb/step_graph.h"
#include "model/predictor.h"
#include "prover/goal.h"
#include "rank/known_triples.h"
#include "rank/metrics.h"

namespace gntp {

// Where the answer stands among the entities by these scores, the higher the better. The known
// answers do not compete, and where candidates limit the answers, no others do.
Rank rank_by_scores(const AnswerQuery& query, EntityId answer, std::span<const float> scores,
                    std::span<const EntityId> known, const Candidates& candidates);

// The realistic mean reciprocal rank of the triples, by the predictor alone, heads and tails.
double mean_reciprocal_rank(const Predictor& predictor, std::span<const Triple> triples,
                            const KnownTriples& known, const Candidates& candidates,
                            ThreadPool& threads);

}  // namespace gntp
