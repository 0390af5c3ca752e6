// What a data set holds, for people and as JSON.
#pragma once

#include <gntp/dataset.h>

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gntp {

nlohmann::ordered_json to_json(const Dataset& dataset, const DatasetStatistics& counted);
std::string to_text(const Dataset& dataset, const DatasetStatistics& counted);

}  // namespace gntp
