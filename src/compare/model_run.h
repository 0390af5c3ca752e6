// One model of a comparison, with one seed: trained into a run folder, evaluated on every split,
// and what that took. A run that was stopped goes on from its last checkpoint.
#pragma once

#include <gntp/observer.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gntp {

struct ModelRun {
  std::string model;  // a preset
  std::uint64_t seed = 0;
  std::filesystem::path data;
  std::filesystem::path run;     // the run folder
  std::filesystem::path result;  // the file for what is returned
  std::size_t threads = 0;
  std::string device = "auto";
  double time_limit = 0;  // of the training, in seconds
  enum class Check : std::uint8_t { kNone, kNtp } check = Check::kNone;
};

// Trains and evaluates what is not done yet, and writes the result file. The object holds `model`,
// `seed`, `settings` (a hash), `complete` (no limit ended it), `training_seconds`,
// `evaluation_seconds` (by split), `peak_bytes` (of the process; null where nobody has seen the
// whole training), `training_goals`, `ranking_goals` (by split: every entity on each side) and
// `splits` (as metrics.json has them); with the check also `ntp` (ntp_check.h). Throws Error where
// exhaustive and exact search disagree, Interrupted where the observer asks to stop. To be called
// in a process of its own, because of the memory.
nlohmann::ordered_json run_model(const ModelRun& run, const Observer& observer);

// Whether a result has all that the run asks for.
bool is_complete(const nlohmann::ordered_json& result, ModelRun::Check check);

// The result that was written; null where there is none. Throws Error where it is damaged, or the
// preset has changed since.
nlohmann::ordered_json read_result(const ModelRun& run);

}  // namespace gntp
