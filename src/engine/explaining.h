// Why a fact holds, as far as a model can tell (gntp/explanation.h).
#pragma once

#include <gntp/engine.h>

#include "engine/indexed_model.h"
#include "rank/calibration.h"

namespace gntp {

Explanation explain_fact(const IndexedModel& model, const Calibration& calibration,
                         const Triple& fact, const ExplainOptions& options);

}  // namespace gntp
