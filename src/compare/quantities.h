// Numbers as tables show them, and their spread over seeds.
#pragma once

#include <span>
#include <string>

namespace gntp {

// Mean and sample deviation; the deviation of one value is 0.
struct Spread {
  double mean = 0;
  double deviation = 0;
};
Spread spread_of(std::span<const double> values);

// "4.1 ms", "50 ms", "3.2 s", "12 min", "5 h", "168 days", "3.1 years".
std::string rough_duration(double seconds);

// "5.2 KiB", "3.8 MiB", "387 MiB", "31.4 GiB".
std::string rough_size(double bytes);

// The number of letters, which a table is aligned by: of UTF-8, not bytes.
std::size_t letters_of(std::string_view text);

}  // namespace gntp
