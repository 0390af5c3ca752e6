// How good a model is on a split: ranks of the true answers and, where the data set has candidates,
// AUC-PR.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/console.h"
#include "app/progress.h"
#include "kb/dataset.h"
#include "rank/ranking.h"

namespace gntp {

struct SplitReport {
  std::string split;
  std::size_t triples = 0;
  double seconds = 0;
  RankReport ranks;
  std::optional<double> auc_pr;  // from 0 to 1
};

// The splits that a name stands for: `test` with every test-*, `all`, or one by its own name.
// Throws UsageError for a name that the data set lacks.
std::vector<const Split*> select_splits(const Dataset& dataset, std::string_view name);

// Ranks the splits one after the other. Triples of the data set and facts of the model do not
// compete. Throws Interrupted if the user asked to stop.
std::vector<SplitReport> evaluate(const Reasoner& reasoner, const Dataset& dataset,
                                  const std::vector<const Split*>& splits, ThreadPool& threads,
                                  const Console& console, Progress::Style style);

nlohmann::ordered_json to_json(const SplitReport& report, const Vocabulary& relations);
// One object: the first report, and the others by name under `splits`. Requires: not empty.
nlohmann::ordered_json to_json(const std::vector<SplitReport>& reports,
                               const Vocabulary& relations);

enum class Detail { kSummary, kByRelation };
// A table for people.
std::string to_text(const SplitReport& report, const Vocabulary& relations, Detail detail);

}  // namespace gntp
