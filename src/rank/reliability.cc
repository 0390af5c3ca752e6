#include "rank/reliability.h"

#include <algorithm>
#include <cmath>

namespace gntp {
namespace {

// Forecasts of one probability.
struct Group {
  double probability;
  std::size_t count;
  std::size_t correct;
};

std::vector<Group> groups_of(std::vector<Forecast> forecasts) {
  std::ranges::sort(forecasts, {}, &Forecast::probability);
  std::vector<Group> groups;
  for (const auto& [probability, correct] : forecasts) {
    if (groups.empty() || groups.back().probability != probability) {
      groups.push_back({probability, 0, 0});
    }
    ++groups.back().count;
    groups.back().correct += correct ? 1 : 0;
  }
  return groups;
}

}  // namespace

Reliability reliability_of(std::vector<Forecast> forecasts) {
  Reliability reliability;
  if (forecasts.empty()) return reliability;
  // Everything is counted in parts of a forecast, as many as there are bins: whole numbers.
  const std::size_t capacity = forecasts.size();  // of a bin, in parts
  const std::vector<Group> groups = groups_of(std::move(forecasts));
  std::size_t group = 0;
  std::size_t left = groups.front().count * kReliabilityBins;  // parts of the group
  reliability.bins.reserve(kReliabilityBins);
  for (std::size_t bin = 0; bin < kReliabilityBins; ++bin) {
    double probability = 0;
    double correct = 0;
    for (std::size_t filled = 0; filled < capacity;) {
      if (left == 0) left = groups[++group].count * kReliabilityBins;
      const std::size_t parts = std::min(left, capacity - filled);
      const auto& [value, count, true_ones] = groups[group];
      probability += static_cast<double>(parts) * value;
      correct +=
          static_cast<double>(parts) * static_cast<double>(true_ones) / static_cast<double>(count);
      filled += parts;
      left -= parts;
    }
    const auto all = static_cast<double>(capacity);
    reliability.bins.push_back({all / kReliabilityBins, probability / all, correct / all});
    reliability.error += std::abs(probability - correct) / all / kReliabilityBins;
  }
  return reliability;
}

}  // namespace gntp
