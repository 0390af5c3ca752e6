// What exhaustive proving finds and costs, on a trained model: it must find the proofs that the
// exact search over every fact and rule finds, so that the accuracy of the one is that of the
// other; and the seconds that a goal takes say how long a whole training would.
#pragma once

#include <gntp/observer.h>

#include <cstddef>
#include <nlohmann/json_fwd.hpp>

#include "engine/settings.h"
#include "kb/knowledge_base.h"
#include "model/model.h"

namespace gntp {

// A check ends after so many goals, or as soon as they have taken so many seconds.
struct NtpCheckLimits {
  double seconds = 60;
  std::size_t most_goals = 1000;
  std::size_t most_bytes = std::size_t{1} << 30U;  // of states that lie in memory together
};

// The settings with every fact and every rule.
ProverOptions every_fact_and_rule(const AllOptions& settings);

// Goals of a training batch, proved by TensorNtp on one thread: `goals` that were proved to the
// end, `proved` by exact search, `disagreements` with it, `seconds` a goal, `paths` and `bytes` of
// states a goal, and whether the bytes were `allocated` together or, being too many, counted. Where
// not one goal ends in time, `goals` is 0 and `seconds` are projected from the paths that were
// followed. Throws Interrupted where the observer asks to stop.
nlohmann::ordered_json check_ntp(const KnowledgeBase& kb, const Model& model,
                                 const AllOptions& settings, const NtpCheckLimits& limits,
                                 const Observer& observer = {});

}  // namespace gntp
