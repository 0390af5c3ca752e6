// Evaluations for people and programs.
#pragma once

#include <gntp/evaluation.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace gntp {

enum class Detail { kSummary, kByRelation };
// A table.
std::string to_text(const Evaluation& evaluation, Detail detail);
// The bins behind the calibration error, a table for each side.
std::string calibration_text(const Evaluation& evaluation);

// One object: the first evaluation, and the others by name under `splits`. Requires: not empty.
nlohmann::ordered_json to_json(const std::vector<Evaluation>& evaluations);
// Each by its split's name.
nlohmann::ordered_json by_split(const std::vector<Evaluation>& evaluations);

}  // namespace gntp
