// The answers to a query, best first.
#pragma once

#include <gntp/engine.h>

#include <vector>

#include "engine/indexed_model.h"
#include "engine/names.h"
#include "rank/calibration.h"

namespace gntp {

// Everything that scores above the floor, by score, then name.
std::vector<Answer> answer_query(const IndexedModel& model, const Calibration& calibration,
                                 const Query& query, KnownFacts known);

}  // namespace gntp
