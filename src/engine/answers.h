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

// The best that score above the floor, by score, then name. On the calling thread. Throws
// UsageError where the options' filter is for entities and the query for a relation.
std::vector<Answer> answer_query(const IndexedModel& model, const Calibration& calibration,
                                 const Query& query, const AnswerOptions& options);

// The same for each of many queries, shared out to the threads.
std::vector<std::vector<Answer>> answer_queries(const IndexedModel& model,
                                                const Calibration& calibration,
                                                std::span<const Query> queries,
                                                const AnswerOptions& options, ThreadPool& threads);

}  // namespace gntp
