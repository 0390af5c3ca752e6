// What the paper (Minervini et al., AAAI 2020) reports in its Table 1, and which data set and
// preset of ours each row stands for.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace gntp::bench {

enum class Measure { kAucPr, kMrr };

struct PaperRow {
  std::string_view folder;  // below the data folder
  std::string_view preset;
  std::string_view title;
  Measure measure;
  std::string_view ntp;  // the paper's figures, as printed
  std::string_view standard;
  std::string_view attention;
  std::vector<std::string_view> rules;  // learned ones that it shows
};

std::span<const PaperRow> paper_rows();

}  // namespace gntp::bench
