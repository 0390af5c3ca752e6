// A run as one page of HTML to send to somebody: what the data hold, how training went, how good
// the model is, whether probabilities hold, its best rules, predictions with their proofs, and
// where all of it comes from. The page needs nothing else, neither files nor network nor scripts.
// The same run and data give the same bytes.
#pragma once

#include <gntp/engine.h>
#include <gntp/observer.h>

#include <filesystem>
#include <string>

#include "report/source.h"

namespace gntp {

// `run` is the folder that the engine was opened from. Throws Error where another data set cannot
// be read, Interrupted if the observer asks to stop. What is missing otherwise is said in its
// section.
std::string make_report(const Engine& engine, const std::filesystem::path& run,
                        const ReportOptions& options = {}, const Observer& observer = {});

}  // namespace gntp
