// A comparison for people and programs: a table as text and as Markdown, JSON, and a figure.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "compare/comparison.h"

namespace gntp {

// A table for each test split, with notes below.
std::string to_text(const Comparison& comparison);
// The same as a page with the figure.
std::string to_markdown(const Comparison& comparison);
// Every metric of every split and run, and what the tables show.
nlohmann::ordered_json to_json(const Comparison& comparison);
// MRR as bars and time on a logarithmic scale, as SVG.
std::string to_svg(const Comparison& comparison);

// Writes comparison.md, comparison.json and comparison.svg into the comparison's folder, in place
// of older ones.
void write_reports(const Comparison& comparison);

}  // namespace gntp
