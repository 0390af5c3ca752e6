// A comparison as the numbers of its table: means over seeds, and for NTP what is projected.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/comparison.h"
#include "compare/quantities.h"

namespace gntp {

// Which place among its ties a true answer has, in tables and figure: the middle one.
inline constexpr std::string_view kHeadlineTies = "realistic";

struct SummaryMetric {
  std::string_view key;  // as metrics.json has it
  std::string_view title;
  int digits;
};
inline constexpr std::array<SummaryMetric, 6> kSummaryMetrics{{{"mrr", "MRR", 3},
                                                               {"hits_at_1", "Hits@1", 3},
                                                               {"hits_at_3", "Hits@3", 3},
                                                               {"hits_at_5", "Hits@5", 3},
                                                               {"hits_at_10", "Hits@10", 3},
                                                               {"mean_rank", "mean rank", 1}}};

struct ModelSummary {
  std::string name;
  std::string title;
  std::string error;       // empty: there are numbers
  std::size_t runs = 0;    // that the means are over
  bool projected = false;  // times and memory were not measured whole
  bool complete = true;    // false where a limit ended a training
  std::array<Spread, kSummaryMetrics.size()> metrics = {};
  std::optional<Spread> auc_pr = {};  // from 0 to 1
  Spread training_seconds = {};
  Spread ranking_seconds = {};
  std::optional<double> bytes = {};  // the highest
};

// One a model, in their order, with ranks on this split.
std::vector<ModelSummary> summarise(const Comparison& comparison, const std::string& split);

// What exhaustive proving was checked and measured with (ntp_check.h); null where it is not
// compared.
nlohmann::ordered_json ntp_check_of(const Comparison& comparison);

}  // namespace gntp
