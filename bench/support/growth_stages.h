// The measurements of one size (growth.h), in the order in which they are taken: each needs what
// those before it have left in the folder. Each returns an object; `peak_bytes` in it is the
// highest resident memory of the process that was measured, pages of mapped files included.
// Throw Error.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace gntp::bench {

struct GrowthFiles {
  std::filesystem::path folder;

  std::filesystem::path store() const { return folder / "kb.gntp"; }
  std::filesystem::path run() const { return folder / "run"; }
  std::filesystem::path planted() const { return folder / "planted.tsv"; }
  std::filesystem::path templates() const { return folder / "templates.pl"; }
};

// Makes up facts and packs them from a pipe, while they are made: facts, entities, relations,
// seconds, cpu_seconds, store_bytes. The planted rules go to a table.
nlohmann::json measure_pack(const GrowthFiles& files, std::size_t facts);

// Loads the store, several times, each in a new process: cold_seconds and warm_seconds are medians;
// cached_share is what the system had kept of the file in spite of all, at most; read_ahead_bytes
// is how much it reads around a page, where it says so.
nlohmann::json measure_open(const GrowthFiles& files);

// Trains as a user does who gives no settings: seconds, cpu_seconds, training_seconds, and
// mining_seconds where the log has them; whether it is `complete`.
nlohmann::json measure_train(const GrowthFiles& files, const std::string& time_limit);

// What the run has learned: rules, how many planted ones were wanted and found, by_kind.
nlohmann::json measure_rules(const GrowthFiles& files);

// An epoch of templates with learned predicates: facts of the epoch, seconds, the share of it that
// was measured, index_seconds before it.
nlohmann::json measure_epoch_on_store(const GrowthFiles& files, double limit);

// Asks the run what random facts answer, one question after the other on one thread: a list
// Questions about `entities` and about `facts`, and the times of cold and warm ones in
// milliseconds.
nlohmann::json choose_questions(const GrowthFiles& files);
nlohmann::json measure_queries(const GrowthFiles& files, const nlohmann::json& questions);

}  // namespace gntp::bench
