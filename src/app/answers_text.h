// Answers for people and programs.
#pragma once

#include <gntp/engine.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace gntp {

nlohmann::ordered_json to_json(const ScoreParts& parts);

// A table.
std::string to_text(const std::vector<Answer>& answers);
nlohmann::ordered_json to_json(const std::vector<Answer>& answers);

}  // namespace gntp
