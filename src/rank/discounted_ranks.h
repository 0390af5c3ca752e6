// Where the true answers stand if further proofs are discounted in one way or another (noisy_or in
// prover/aggregation.h): the proofs are searched for once and counted once for each discount.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/parallel.h"
#include "kb/candidates.h"
#include "prover/answer_index.h"
#include "rank/known_triples.h"
#include "rank/ranking.h"

namespace gntp {

// What the ranked triples are: new, or facts that are asked about as if they were not known. Then
// each is asked about without itself, and a rule that leads to it has one case fewer that speaks
// for it; where answers are very many, its rank counts 0.
enum class RankedTriples : std::uint8_t { kNew, kFacts };

// Reciprocal ranks, ties in the middle: row 2 * i is the i-th triple as an answer to r(?, b), the
// next one as an answer to r(a, ?); a column for each discount. Requires: several proofs count.
Matrix reciprocal_ranks(const AnswerIndex& index, std::span<const Triple> triples,
                        RankedTriples kind, std::span<const double> discounts,
                        const KnownTriples& known, const Candidates& candidates,
                        ThreadPool& threads, const RankProgress& progress = {});

}  // namespace gntp
