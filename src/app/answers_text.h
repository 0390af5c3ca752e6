// Answers for people and programs.
#pragma once

#include <gntp/engine.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// A table.
std::string to_text(const std::vector<Answer>& answers);
nlohmann::ordered_json to_json(const std::vector<Answer>& answers);
// `{"query": ..., "answers": [...]}`; docs/answers.schema.json describes it.
nlohmann::ordered_json to_json(std::string_view query, const std::vector<Answer>& answers);

}  // namespace gntp
