#include "compare/quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gntp {

Spread spread_of(std::span<const double> values) {
  Spread spread;
  if (values.empty()) return spread;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) spread.mean += value / count;
  for (const double value : values) {
    const double off = value - spread.mean;
    spread.deviation += off * off / std::max(count - 1, 1.0);
  }
  spread.deviation = std::sqrt(spread.deviation);
  return spread;
}

std::string rough_duration(double seconds) {
  constexpr double kHour = 3600;
  constexpr double kDay = 24 * kHour;
  if (seconds < 0.00095) return fmt::format("{:.2g} ms", 1000 * seconds);
  if (seconds < 0.0095) return fmt::format("{:.1f} ms", 1000 * seconds);
  if (seconds < 0.095) return fmt::format("{:.0f} ms", 1000 * seconds);
  if (seconds < 100) return fmt::format("{:.1f} s", seconds);
  if (seconds < 2 * kHour) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 2 * kDay) return fmt::format("{:.0f} h", seconds / kHour);
  if (seconds < 1000 * kDay) return fmt::format("{:.0f} days", seconds / kDay);
  return fmt::format("{:.1f} years", seconds / (365.25 * kDay));
}

std::string rough_size(double bytes) {
  constexpr double kMiB = 1024.0 * 1024.0;
  if (bytes < 0.95 * kMiB) return fmt::format("{:.1f} KiB", bytes / 1024);
  if (bytes < 10 * kMiB) return fmt::format("{:.1f} MiB", bytes / kMiB);
  if (bytes < 1024 * kMiB) return fmt::format("{:.0f} MiB", bytes / kMiB);
  return fmt::format("{:.1f} GiB", bytes / (1024 * kMiB));
}

std::size_t letters_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace gntp
