// Textual patterns: `[XXX] is located in [YYY]` is what a sentence says between two entities, the
// head at [XXX] and the tail at [YYY]. A pattern is a predicate and this text is its name: words in
// lower case, one blank between them. Files and users may write ':' for the blanks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gntp {

inline constexpr std::string_view kHeadMark = "[XXX]";
inline constexpr std::string_view kTailMark = "[YYY]";

// The pattern's name for any way to write it. Throws Error unless the head and the tail are there
// once each.
std::string pattern_name(std::string_view text);

// Whether a predicate with this name, however written, is meant to be a pattern.
bool is_pattern(std::string_view name);

// The words and the two marks, in order. Requires: a pattern's name.
std::vector<std::string_view> pattern_tokens(std::string_view name);

}  // namespace gntp
