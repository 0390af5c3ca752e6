// The answers to queries, best first.
#pragma once

#include <gntp/engine.h>

#include <span>
#include <vector>

#include "base/parallel.h"
#include "engine/indexed_model.h"
#include "engine/names.h"
#include "rank/calibration.h"

namespace gntp {

// The best that score above the floor, by score, then name. On the calling thread.
std::vector<Answer> answer_query(const IndexedModel& model, const Calibration& calibration,
                                 const Query& query, std::size_t count, KnownFacts known);

// The same for each of many queries, shared out to the threads.
std::vector<std::vector<Answer>> answer_queries(const IndexedModel& model,
                                                const Calibration& calibration,
                                                std::span<const Query> queries, std::size_t count,
                                                KnownFacts known, ThreadPool& threads);

}  // namespace gntp
