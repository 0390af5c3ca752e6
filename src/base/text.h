// Small operations on names and lines that the standard library lacks.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gntp {

// Without the (ASCII) blanks at both ends.
std::string_view trim(std::string_view text);

// The fields between separators; an empty text has one empty field.
std::vector<std::string_view> split(std::string_view text, char separator);

// The texts with the separator between them.
std::string join(std::span<const std::string> texts, std::string_view separator);

// Insertions, deletions, substitutions and swaps of neighbours that turn one into the other,
// ignoring ASCII case; stops counting at `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// Up to three of `known` that a person who typed `name` may have meant, best first.
std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> known);

// "did you mean 'a', 'b' or 'c'?", or an empty text where nothing is near.
std::string suggestion(std::string_view name, std::span<const std::string> known);

// The beginning of a text as an error message can show it: short, on one line, and still UTF-8.
std::string excerpt(std::string_view text);

}  // namespace gntp
