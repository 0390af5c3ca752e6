// Durations and sizes as people write them: 90s, 10m, 2h, 1d; 512M, 4G.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gntp {

// In seconds: a number, not negative, and s, m, h or d. Nothing where the text is no duration.
std::optional<double> parse_duration(std::string_view text);

// In bytes: a whole number and K, M, G or T, which are powers of 1024. Nothing where the text is no
// size, or one of 2^63 bytes or more.
std::optional<std::uint64_t> parse_size(std::string_view text);

// "512.0 MiB", "1.5 GiB".
std::string size_text(std::uint64_t bytes);

// "8 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

}  // namespace gntp
