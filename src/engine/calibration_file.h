// A calibration as the text of a run folder's file, calibration.json (docs/formats.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "rank/calibration.h"

namespace gntp {

inline constexpr const char* kCalibrationFile = "calibration.json";

std::string to_text(const Calibration& calibration);

// Throws Error that names the file where the text is no calibration of so many relations.
Calibration parse_calibration(std::string_view text, std::size_t relations,
                              const std::filesystem::path& file);

}  // namespace gntp
