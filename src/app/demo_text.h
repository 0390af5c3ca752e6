// The second act of `gntp demo`: a text about places whose facts are missing from the knowledge
// base is read, learned from and quoted in a proof.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/console.h"
#include "app/progress.h"
#include "base/parallel.h"

namespace gntp {

// Writes the run folder `run` and, beside it, `run`-data: the data with what was read. Tells the
// story through `say` and returns what --json prints of it.
nlohmann::ordered_json guide_through_text(const std::filesystem::path& run, ThreadPool& threads,
                                          const Console& console, Progress::Style style,
                                          const std::function<void(const std::string&)>& say);

// The text, set in as both acts show it.
std::string indented(std::string_view text);

}  // namespace gntp
