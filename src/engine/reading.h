// Reading texts for the mentions of a data set's entities (text/text_reading.h), watched by an
// Observer.
#pragma once

#include <gntp/observer.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "text/text_reading.h"

namespace gntp {

// Finds the entities of the data set folder `data` in the texts and writes their mentions to `out`.
// Warnings are about the names and about what was odd in the texts. Throws Interrupted if the
// observer asks to stop; nothing is written then.
ReadingSummary read_mentions_of(const std::filesystem::path& data,
                                const std::vector<std::string>& texts,
                                const std::filesystem::path& out, const TextOptions& options,
                                ThreadPool& threads, const Observer& observer);

}  // namespace gntp
