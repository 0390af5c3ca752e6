// Settings as a short file: without what would be the same if nobody said it.
#pragma once

#include <span>
#include <string>

#include "engine/setting_needs.h"
#include "engine/settings.h"

namespace gntp {

// A TOML file that makes `settings` of the defaults, and of each of the `starts` (a preset's
// settings): what differs from one of them. What has no effect on any of these data is left out, so
// that training does not refuse it; in all else what is read is equal to `settings`. Requires: some
// data.
std::string to_short_toml(const AllOptions& settings, std::span<const AllOptions> starts,
                          std::span<const DataTraits> data);

}  // namespace gntp
