// What a training would cost, for people and programs.
#pragma once

#include <gntp/settings.h>
#include <gntp/training.h>

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gntp {

std::string to_text(const TrainingEstimate& estimate, const Settings& settings);
nlohmann::ordered_json to_json(const TrainingEstimate& estimate);

}  // namespace gntp
