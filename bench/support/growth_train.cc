// A training on the store by the program itself, and what it has found of what was planted.
#include <gntp/engine.h>

#include <regex>

#include "base/error.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/json.h"
#include "base/numbers.h"
#include "compare/child_process.h"
#include "support/growth_stages.h"
#include "support/planted_recall.h"
#include "support/program.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// The run folder itself does not say how long mining took.
std::optional<double> mining_seconds(const fs::path& log) {
  static const std::regex kMined(
      "mined [0-9]+ rules of [0-9]+ above the thresholds, in ([0-9.]+) s");
  const std::string text = read_file(log);
  std::smatch match;
  if (!std::regex_search(text, match, kMined)) return std::nullopt;
  return parse_number<double>(match[1].str());
}

nlohmann::ordered_json compare_with_planted(const GrowthFiles& files) {
  FoundRules found;
  const Engine engine = Engine::open(files.run(), 1);
  for (const LearnedRule& rule : engine.rules()) found.emplace(rule.text, std::nullopt);
  nlohmann::ordered_json result{{"rules", found.size()}};
  const PlantedRecall recall = planted_recall(read_file(files.planted()), found);
  for (const auto& [kind, count] : recall) {
    result["by_kind"][kind] = {{"wanted", count.wanted}, {"found", count.found}};
  }
  result["wanted"] = recall.at("all").wanted;
  result["found"] = recall.at("all").found;
  result["peak_bytes"] = peak_memory();
  return result;
}

}  // namespace

Json measure_train(const GrowthFiles& files, const std::string& time_limit) {
  remove_tree(files.run());  // of a training that was stopped: it is measured whole or not at all
  const fs::path summary = files.folder / "train.out";
  const fs::path log = files.folder / "train.log";
  const ProgramCost cost = run_program(gntp_program(),
                                       {"train", files.store().string(), "--out",
                                        files.run().string(), "--time-limit", time_limit, "--json"},
                                       {Descriptor(), summary, log});
  const std::optional<Json> training = parse_json<Json>(read_file(summary));
  if (!training) fail("{}: is no JSON", summary.string());
  Json result{{"seconds", cost.seconds},
              {"cpu_seconds", cost.cpu_seconds},
              {"peak_bytes", cost.peak_bytes},
              {"training_seconds", training->at("training_seconds")},
              {"complete", training->at("complete")}};
  if (const std::optional<double> mining = mining_seconds(log)) result["mining_seconds"] = *mining;
  return result;
}

Json measure_rules(const GrowthFiles& files) {
  return Json(run_in_child([&](const Observer&) { return compare_with_planted(files); }, {}));
}

}  // namespace gntp::bench
