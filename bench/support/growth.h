// How loading, training and answering grow with the knowledge base: parts of one large made-up data
// set, each measured in a process of its own, and the growth's exponents.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/large_kb.h"

namespace gntp::bench {

struct GrowthOptions {
  LargeKb largest;
  double epoch_seconds = 60;  // an epoch is measured for so long, then extrapolated
};

// One object a size, smallest first: facts, entities, load_seconds, index_seconds, epoch_seconds,
// epoch_share, query_microseconds, peak_bytes.
std::vector<nlohmann::json> measure_growth(const GrowthOptions& options);

// y = factor * x^exponent, fitted to the logarithms.
struct PowerLaw {
  double factor = 0;
  double exponent = 0;
  double at(double x) const;
};
PowerLaw fit_power_law(const std::vector<double>& x, const std::vector<double>& y);

// A section of the document, and what bench/figures.py draws, as CSV.
std::string growth_text(const std::vector<nlohmann::json>& sizes);
std::string growth_data(const std::vector<nlohmann::json>& sizes);

}  // namespace gntp::bench
