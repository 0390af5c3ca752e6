// How packing, opening, training and answering grow with the knowledge base: made-up ones like
// Freebase (freebase_like.h) of several sizes, each as a store. Every measurement runs in a process
// of its own and is kept (measurements.h): what was stopped goes on where it was.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gntp::bench {

struct GrowthOptions {
  // Sizes are the smallest, ten times as many, and so on, up to the largest, which is the last.
  std::size_t smallest = 1'000'000;
  std::size_t largest = 100'000'000;
  std::string time_limit = "1h";  // of a training, as gntp train takes it
  double epoch_seconds = 60;      // an epoch is measured for so long, then carried on
  std::filesystem::path work;     // for stores and runs, a folder a size
  std::filesystem::path records;  // for the measurements, likewise
};

// One object a size, smallest first, with a member for each measurement of growth_stages.h; sizes
// of which there are all records take part, too. Says on stderr what it does. Throws Error that
// names the size and the measurement that failed.
std::vector<nlohmann::json> measure_growth(const GrowthOptions& options);

// What follows from one size's measurements: the process with the highest resident memory.
struct HighestMemory {
  double bytes = 0;
  std::string process;
};
HighestMemory highest_memory(const nlohmann::json& size);

// A section of the document, and what bench/figures.py draws, as CSV.
std::string growth_text(const std::vector<nlohmann::json>& sizes);
std::string growth_data(const std::vector<nlohmann::json>& sizes);

}  // namespace gntp::bench
