#include "base/units.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/numbers.h"

namespace gntp {
namespace {

constexpr std::array<std::pair<char, double>, 4> kSeconds{
    {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}}};
constexpr std::string_view kSizes = "KMGT";

}  // namespace

std::optional<double> parse_duration(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const auto number = parse_number<double>(text.substr(0, text.size() - 1));
  if (!number || !std::isfinite(*number) || *number < 0) return std::nullopt;
  for (const auto& [unit, seconds] : kSeconds) {
    if (text.back() == unit) return *number * seconds;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const std::size_t unit = kSizes.find(text.back());
  const auto number = parse_number<std::uint64_t>(text.substr(0, text.size() - 1));
  if (!number || unit == std::string_view::npos) return std::nullopt;
  const auto shift = static_cast<unsigned>(10 * (unit + 1));
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (*number > kMost >> shift) return std::nullopt;
  return *number << shift;
}

std::string size_text(std::uint64_t bytes) {
  constexpr double kMebi = 1024.0 * 1024.0;
  const double mebi = static_cast<double>(bytes) / kMebi;
  return mebi < 1024 ? fmt::format("{:.1f} MiB", mebi) : fmt::format("{:.1f} GiB", mebi / 1024);
}

std::string duration_text(double seconds) {
  constexpr long kMinute = 60;
  constexpr long kHour = 60 * kMinute;
  const long whole = std::lround(seconds);
  if (whole < kMinute) return fmt::format("{} s", whole);
  if (whole < kHour) return fmt::format("{} min {} s", whole / kMinute, whole % kMinute);
  return fmt::format("{} h {} min", whole / kHour, whole % kHour / kMinute);
}

}  // namespace gntp
