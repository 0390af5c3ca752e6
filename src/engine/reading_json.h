// How data were read, as JSON: part of what a run folder and a checkpoint say of themselves.
#pragma once

#include <gntp/reading.h>

#include <nlohmann/json.hpp>

namespace gntp {

// What differs from the defaults; an empty object where nothing does.
nlohmann::ordered_json to_json(const ReadingOptions& options);
// Throws nlohmann::json::exception or Error where it is none.
ReadingOptions reading_from_json(const nlohmann::ordered_json& object);

}  // namespace gntp
