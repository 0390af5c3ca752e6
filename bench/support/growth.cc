#include "support/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/error.h"
#include "base/numbers.h"
#include "base/units.h"
#include "support/growth_stages.h"
#include "support/measurements.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kStep = 10;
constexpr std::array kKept{"pack", "open", "train", "rules", "epoch", "queries"};

// A measurement that needs the store, which may be gone since it was packed.
auto on_store(const GrowthFiles& files, std::size_t facts, std::function<Json()> measure) {
  return [&files, facts, measure = std::move(measure)] {
    if (!fs::exists(files.store())) measure_pack(files, facts);
    return measure();
  };
}

auto on_run(const GrowthFiles& files, std::size_t facts, std::function<Json()> measure) {
  return on_store(files, facts, [&files, measure = std::move(measure)] {
    if (fs::exists(files.run())) return measure();
    fail("{}: is gone; remove the record of its training, too", files.run().string());
  });
}

Json measure_size(std::size_t facts, const GrowthOptions& options) {
  const GrowthFiles files{fs::absolute(options.work) / fmt::to_string(facts)};
  const std::string subject = fmt::format("{} facts", facts);
  const Measurements made(files.folder, subject);
  const Measurements kept(options.records / fmt::to_string(facts), subject);
  const Json nothing = Json::object();
  const Json limit{{"seconds", options.epoch_seconds}};
  Json size{{"asked_for", facts}};
  size["pack"] = kept.take("pack", nothing, [&] { return measure_pack(files, facts); });
  size["open"] =
      kept.take("open", nothing, on_store(files, facts, [&] { return measure_open(files); }));
  size["train"] =
      kept.take("train", {{"time_limit", options.time_limit}},
                on_store(files, facts, [&] { return measure_train(files, options.time_limit); }));
  size["rules"] =
      kept.take("rules", nothing, on_run(files, facts, [&] { return measure_rules(files); }));
  size["epoch"] = kept.take("epoch", limit, on_store(files, facts, [&] {
                              return measure_epoch_on_store(files, limit.at("seconds"));
                            }));
  size["queries"] = kept.take("queries", nothing, on_run(files, facts, [&] {
                                return measure_queries(files, made.take("questions", nothing, [&] {
                                  return choose_questions(files);
                                }));
                              }));
  return size;
}

// What was asked for, and what there are all records of.
std::set<std::size_t> sizes_of(const GrowthOptions& options) {
  std::set<std::size_t> sizes{options.largest};
  for (std::size_t size = options.smallest; size < options.largest; size *= kStep) {
    sizes.insert(size);
  }
  if (!fs::exists(options.records)) return sizes;
  for (const fs::path& folder : fs::directory_iterator(options.records)) {
    const auto size = parse_number<std::size_t>(folder.filename().string());
    const bool is_whole = std::ranges::all_of(
        kKept, [&](const char* name) { return fs::exists(folder / fmt::format("{}.json", name)); });
    if (size && is_whole) sizes.insert(*size);
  }
  return sizes;
}

}  // namespace

std::vector<Json> measure_growth(const GrowthOptions& options) {
  std::vector<Json> sizes;
  for (const std::size_t facts : sizes_of(options)) {
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
