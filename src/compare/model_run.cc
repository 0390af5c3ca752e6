#include "compare/model_run.h"

#include <fmt/format.h>
#include <gntp/run.h>
#include <xxhash.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "compare/child_process.h"
#include "compare/compared_models.h"
#include "compare/ntp_check.h"
#include "engine/manifest.h"
#include "engine/run_folder.h"
#include "engine/run_in_progress.h"
#include "engine/watch.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string settings_hash(const std::string& preset) {
  const std::string text = Settings::preset(preset).to_toml();
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

enum class Made : std::uint8_t { kNow, kBefore };

Made make_run(const ModelRun& run, const Observer& observer) {
  if (fs::exists(run.run / kManifestFile)) return Made::kBefore;
  if (is_in_progress(run.run)) {
    resume_run(run.run, ResumeOptions{run.threads, run.device}, observer);
    return Made::kNow;
  }
  const Settings settings = Settings::preset(run.model);
  const Dataset dataset = load_for(find_model(run.model), settings, run.data);
  for (const std::string& text : dataset.warnings()) warn(observer, text);
  TrainRunOptions options;
  options.run = {run.seed, run.threads, {.steps = {}, .seconds = run.time_limit}, run.device};
  options.checkpoint_seconds = 30;
  train_run(run.run, dataset, settings, options, observer);
  return Made::kNow;
}

// The goals of all epochs; a model that proves none has none.
std::size_t training_goals(const std::string& trace) {
  std::size_t goals = 0;
  for (const std::string_view line : split(trace, '\n')) {
    if (line.empty()) continue;
    goals += parse_json<Json>(line).value_or(Json::object()).value("goals", std::size_t{0});
  }
  return goals;
}

Json ranking_goals(const Run& run, const Json& splits) {
  const KnowledgeBase& kb = run.checkpoint.kb;
  const std::size_t heads = kb.entities.size();
  const std::size_t tails = kb.candidates.entities.empty() ? heads : kb.candidates.entities.size();
  Json goals = Json::object();
  for (const auto& [name, split] : splits.items()) {
    goals[name] = split.value("triples", std::size_t{0}) * (heads + tails);
  }
  return goals;
}

Json describe(const ModelRun& asked, const Run& run, const Json& peak_bytes) {
  const Json metrics = parse_json<Json>(run.record.metrics).value_or(Json::object());
  const Json times = parse_json<Json>(run.record.times).value_or(Json::object());
  Json result{{"model", asked.model}, {"seed", asked.seed}};
  result["settings"] = settings_hash(asked.model);
  result["complete"] = !run.metadata.steps.has_value();
  result["training_seconds"] = times.value("training_seconds", 0.0);
  result["evaluation_seconds"] = times.value("evaluation_seconds", Json::object());
  result["peak_bytes"] = peak_bytes;
  result["training_goals"] = training_goals(run.record.trace);
  result["splits"] = metrics.value("splits", Json::object());
  result["ranking_goals"] = ranking_goals(run, result["splits"]);
  return result;
}

void write_result(const ModelRun& run, const Json& result) {
  write_file(run.result, result.dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
}

void add_check(const Run& run, const Observer& observer, Json& result) {
  result["ntp"] = check_ntp(run.checkpoint.kb, run.checkpoint.model, run.settings, {}, observer);
  const auto different = result["ntp"].at("disagreements").get<std::size_t>();
  if (different > 0) {
    fail("exhaustive and exact search disagree about {} of {} goals, which is a fault of gntp",
         different, result["ntp"].at("goals").get<std::size_t>());
  }
}

}  // namespace

Json run_model(const ModelRun& asked, const Observer& observer) {
  Json result = read_result(asked);
  std::optional<Run> run;
  if (result.is_null()) {
    const Made made = make_run(asked, observer);
    const Json peak = made == Made::kNow ? Json(peak_memory()) : Json();  // before it is read again
    run = load_run(asked.run);
    result = describe(asked, *run, peak);
    write_result(asked, result);
  }
  if (!is_complete(result, asked.check)) {
    if (!run) run = load_run(asked.run);
    add_check(*run, observer, result);
    write_result(asked, result);
  }
  return result;
}

bool is_complete(const Json& result, ModelRun::Check check) {
  return !result.is_null() && (check == ModelRun::Check::kNone || result.contains("ntp"));
}

Json read_result(const ModelRun& run) {
  if (!fs::exists(run.result)) return {};
  const std::optional<Json> result = parse_json<Json>(read_file(run.result));
  if (!result || !result->is_object() || !result->contains("splits")) {
    fail("{}: is damaged; remove it, and the same command makes it anew", run.result.string());
  }
  if (result->value("settings", "") != settings_hash(run.model)) {
    fail("{}: is from other settings than the preset {} has now; give another --out",
         run.result.string(), run.model);
  }
  return *result;
}

}  // namespace gntp
