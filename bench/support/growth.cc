#include "support/growth.h"

#include <fmt/format.h>

#include "base/units.h"
#include "support/growth_stages.h"
#include "support/measurements.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kStep = 10;

Json measure_size(std::size_t facts, const GrowthOptions& options) {
  const GrowthFiles files{fs::absolute(options.work) / fmt::to_string(facts)};
  const std::string subject = fmt::format("{} facts", facts);
  const Measurements made(files.folder, subject);
  const Measurements kept(options.records / fmt::to_string(facts), subject);
  const Json nothing = Json::object();
  const Json limit{{"seconds", options.epoch_seconds}};
  Json size{{"asked_for", facts}};
  size["pack"] = kept.take("pack", nothing, [&] { return measure_pack(files, facts); });
  size["open"] = kept.take("open", nothing, [&] { return measure_open(files); });
  size["train"] = kept.take("train", {{"time_limit", options.time_limit}},
                            [&] { return measure_train(files, options.time_limit); });
  size["rules"] = kept.take("rules", nothing, [&] { return measure_rules(files); });
  size["epoch"] =
      kept.take("epoch", limit, [&] { return measure_epoch_on_store(files, limit.at("seconds")); });
  size["queries"] = kept.take("queries", nothing, [&] {
    return measure_queries(
        files, made.take("questions", nothing, [&] { return choose_questions(files); }));
  });
  return size;
}

}  // namespace

std::vector<std::size_t> growth_sizes(const GrowthOptions& options) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = options.smallest; size < options.largest; size *= kStep) {
    sizes.push_back(size);
  }
  sizes.push_back(options.largest);
  return sizes;
}

std::vector<Json> measure_growth(const GrowthOptions& options) {
  std::vector<Json> sizes;
  for (const std::size_t facts : growth_sizes(options)) {
    sizes.push_back(measure_size(facts, options));
  }
  return sizes;
}

HighestMemory highest_memory(const Json& size) {
  HighestMemory highest;
  for (const char* process : {"pack", "open", "train", "epoch", "queries"}) {
    const auto bytes = size.at(process).at("peak_bytes").get<double>();
    if (bytes > highest.bytes) highest = {bytes, process};
  }
  return highest;
}

}  // namespace gntp::bench
