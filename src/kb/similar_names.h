// Names that differ, but look the same: in Unicode normalisation (one accented letter, or a letter
// and its accent), in blanks (doubled, at an end, no-break), or in characters that are not seen.
// They are different names to gntp, and seldom meant to be.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// Names that look the same; at least two, sorted.
using SimilarNames = std::vector<std::string>;

// All such groups, sorted.
std::vector<SimilarNames> similar_names(std::span<const std::string> names);
// The same for names that are not all in memory: `for_each(visit)` calls visit(name) for each, and
// is called twice. Those beyond plain ASCII are kept.
using NameVisit = std::function<void(std::string_view name)>;
std::vector<SimilarNames> similar_names(const std::function<void(const NameVisit&)>& for_each);

// The name with \u{...} for every character beyond ASCII, so that it can be told from similar ones.
std::string spelled_out(std::string_view name);

}  // namespace gntp
