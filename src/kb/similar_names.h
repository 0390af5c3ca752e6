// Names that differ, but look the same: in Unicode normalisation (one accented letter, or a letter
// and its accent), in blanks (doubled, at an end, no-break), or in characters that are not seen.
// They are different names to gntp, and seldom meant to be.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// Names that look the same; at least two, sorted.
using SimilarNames = std::vector<std::string>;

// All such groups, sorted.
std::vector<SimilarNames> similar_names(std::span<const std::string> names);

// The name with \u{...} for every character beyond ASCII, so that it can be told from similar ones.
std::string spelled_out(std::string_view name);

}  // namespace gntp
