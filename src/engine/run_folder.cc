#include "engine/run_folder.h"

#include <fmt/format.h>
#include <gntp/version.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/folder.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/calibration_file.h"
#include "engine/evaluation.h"
#include "engine/manifest.h"
#include "engine/reading_json.h"
#include "engine/run_in_progress.h"
#include "engine/settings_history.h"
#include "engine/settings_text.h"
#include "kb/store.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kSettingsFile = "config.toml";
constexpr const char* kMetadataFile = "metadata.json";
constexpr const char* kTraceFile = "trace.jsonl";
constexpr const char* kMetricsFile = "metrics.json";
constexpr std::string_view kStop = "stop";
constexpr std::string_view kSkip = "skip";

std::string to_line(const TrainedEpoch& epoch, std::size_t restarts) {
  const EpochReport& report = epoch.report;
  Json object;
  if (restarts > 1) object["restart"] = epoch.restart;
  object["epoch"] = report.epoch;
  object["loss"] = report.loss;
  object["positive_score"] = report.positive_score;
  object["negative_score"] = report.negative_score;
  object["positives"] = report.positives;
  object["unproved"] = report.unproved;
  object["goals"] = report.goals;
  if (epoch.valid) object["valid"] = *epoch.valid;
  if (epoch.proved) object["proved"] = *epoch.proved;
  return object.dump() + '\n';
}

std::string to_line(const PredictorEpoch& epoch) {
  Json object{{"vectors", true},
              {"start", epoch.start},
              {"epoch", epoch.report.epoch},
              {"loss", epoch.report.loss}};
  if (epoch.valid) object["valid"] = *epoch.valid;
  return object.dump() + '\n';
}

Json to_json(const FactHistory& changes) {
  Json object{{"added_facts", changes.added},
              {"removed_facts", changes.removed},
              {"added_entities", changes.entities}};
  if (!changes.fitted.empty()) {
    object["fitted_entities"] = Json::array();
    for (const EntityId id : changes.fitted) object["fitted_entities"].push_back(std::uint32_t{id});
  }
  return object;
}

FactHistory read_changes(const Json& object) {
  FactHistory changes{object.at("added_facts").get<std::size_t>(),
                      object.at("removed_facts").get<std::size_t>(),
                      object.at("added_entities").get<std::size_t>()};
  if (object.contains("fitted_entities")) {
    for (const Json& id : object.at("fitted_entities")) {
      changes.fitted.emplace_back(id.get<std::uint32_t>());
    }
  }
  return changes;
}

// Throws Error where they cannot be those of the model.
void check_changes(const FactHistory& changes, const KnowledgeBase& kb, const fs::path& file) {
  const std::size_t entities = kb.entities.size();
  const bool is_right =
      changes.entities <= entities && std::ranges::is_sorted(changes.fitted) &&
      (changes.fitted.empty() || changes.fitted.back() < entities - changes.entities);
  if (is_right) return;
  fail("{}: damaged (the changes are not of a model with {} entities); {}", file.string(), entities,
       kDamageRemedy);
}

Json to_json(const Metadata& metadata) {
  Json object;
  object["version"] = GNTP_VERSION;
  object["seed"] = metadata.seed;
  if (!metadata.preset.empty()) object["preset"] = metadata.preset;
  if (metadata.steps) object["steps"] = *metadata.steps;
  if (!metadata.device.empty()) object["device"] = metadata.device;
  object["data"]["folder"] = metadata.data.string();
  if (metadata.on_error == OnError::kSkip) object["data"]["on_error"] = kSkip;
  if (metadata.reading != ReadingOptions()) object["data"]["reading"] = to_json(metadata.reading);
  object["data"]["xxh64"] = Json::object();
  for (const SourceFile& source : metadata.sources) {
    object["data"]["xxh64"][source.name] = source.hash;
  }
  if (metadata.new_vector_penalty) object["new_vector_penalty"] = *metadata.new_vector_penalty;
  if (!metadata.changes.is_empty()) object["changes"] = to_json(metadata.changes);
  return object;
}

OnError read_on_error(std::string_view name, const fs::path& file) {
  if (name == kStop) return OnError::kStop;
  if (name == kSkip) return OnError::kSkip;
  fail("{}: damaged (on_error is '{}'); {}", file.string(), excerpt(name), kDamageRemedy);
}

Metadata read_metadata(CheckedFolder& folder) {
  const fs::path file = folder.path() / kMetadataFile;
  const std::optional<Json> object = parse_json<Json>(folder.read(kMetadataFile));
  if (!object) fail("{}: damaged (not JSON); {}", file.string(), kDamageRemedy);
  try {
    Metadata metadata;
    metadata.version = object->at("version").get<std::string>();
    metadata.seed = object->at("seed").get<std::uint64_t>();
    metadata.preset = object->value("preset", "");
    if (object->contains("steps")) metadata.steps = object->at("steps").get<std::size_t>();
    metadata.device = object->value("device", "");
    metadata.data = object->at("data").at("folder").get<std::string>();
    metadata.on_error = read_on_error(object->at("data").value("on_error", kStop), file);
    metadata.reading = reading_from_json(object->at("data").value("reading", Json::object()));
    for (const auto& [name, hash] : object->at("data").at("xxh64").items()) {
      metadata.sources.push_back({name, hash.get<std::string>()});
    }
    if (object->contains("new_vector_penalty")) {
      metadata.new_vector_penalty = object->at("new_vector_penalty").get<double>();
      const double penalty = *metadata.new_vector_penalty;
      if (!(penalty > 0) || !std::isfinite(penalty)) {
        fail("{}: damaged (new_vector_penalty is {}); {}", file.string(), penalty, kDamageRemedy);
      }
    }
    if (object->contains("changes")) metadata.changes = read_changes(object->at("changes"));
    return metadata;
  } catch (const Json::exception& error) {
    fail("{}: damaged ({}); {}", file.string(), error.what(), kDamageRemedy);
  }
}

// Without a manifest a model can be asked without the file.
std::string read_if_there(CheckedFolder& folder, const std::string& name) {
  return folder.has(name) ? folder.read(name) : std::string();
}

// No answer depends on the file, and no manifest lists it.
std::string read_times(const fs::path& folder) {
  const fs::path file = folder / kTimesFile;
  if (!fs::exists(file)) return {};
  std::string text = CheckedFolder(folder).read(kTimesFile);
  const std::optional<Json> json = parse_json<Json>(text);
  if (!json || !json->is_object()) {
    fail("{}: is damaged; remove it: it only says how long training took", file.string());
  }
  return text;
}

// Of a text that was checked when it was read; an old run may lack it.
Json object_of(const std::string& text) {
  return parse_json<Json>(text).value_or(Json::object());
}

}  // namespace

fs::path place_of(const LoadedDataset& dataset) {
  const bool is_nowhere = dataset.folder == "-" || dataset.folder == kInMemory;
  return is_nowhere ? dataset.folder : fs::canonical(dataset.folder);
}

Record record_of(const Learned& learned, const AllOptions& settings) {
  const Training& training = learned.training;
  Record record;
  for (const TrainedEpoch& epoch : training.epochs) {
    record.trace += to_line(epoch, settings.learn.restarts);
  }
  Json metrics{{"kept_restart", training.kept_restart}, {"kept_epoch", training.kept_epoch}};
  const double vector_seconds = learned.predictor ? learned.predictor->seconds : 0;
  Json times{{"training_seconds", training.seconds + vector_seconds},
             {"epoch_seconds", Json::array()}};
  for (const TrainedEpoch& epoch : training.epochs) {
    times["epoch_seconds"].push_back(epoch.report.seconds);
  }
  if (learned.predictor) {
    const PredictorTraining& vectors = *learned.predictor;
    metrics["vectors"]["kept_epoch"] = vectors.kept_epoch;
    if (vectors.valid_kept) metrics["vectors"]["valid"] = *vectors.valid_kept;
    times["vector_seconds"] = vector_seconds;
    times["vector_epoch_seconds"] = Json::array();
    for (const PredictorEpoch& epoch : vectors.epochs) {
      record.trace += to_line(epoch);
      times["vector_epoch_seconds"].push_back(epoch.report.seconds);
    }
  }
  if (learned.mixture) {
    metrics["mixture"] = {{"valid_by_rules", learned.mixture->rules},
                          {"valid_by_vectors", learned.mixture->predictor},
                          {"valid_by_both", learned.mixture->both}};
  }
  metrics["splits"] = Json::object();
  record.metrics = metrics.dump(2) + '\n';
  record.times = times.dump(2) + '\n';
  return record;
}

Record with_evaluations(Record record, std::span<const Evaluation> evaluations) {
  Json metrics = object_of(record.metrics);
  Json times = object_of(record.times);
  metrics["splits"] = Json::object();
  times["evaluation_seconds"] = Json::object();
  for (const Evaluation& evaluation : evaluations) {
    Json& split = metrics["splits"][evaluation.split];
    split = to_json(evaluation);
    split.erase("seconds");
    times["evaluation_seconds"][evaluation.split] = evaluation.seconds;
  }
  record.metrics = metrics.dump(2) + '\n';
  record.times = times.dump(2) + '\n';
  return record;
}

void write_run(const fs::path& folder, const KnowledgeBase& kb, const Model& model,
               const AllOptions& settings, const Metadata& metadata, const Record& record,
               const Calibration& calibration) {
  save_checkpoint(folder, kb, model);
  if (calibration.is_fitted()) write_file(folder / kCalibrationFile, to_text(calibration));
  write_file(folder / kSettingsFile, to_toml(settings));
  write_file(folder / kMetadataFile,
             to_json(metadata).dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
  write_file(folder / kTraceFile, record.trace);
  write_file(folder / kMetricsFile, record.metrics);
  if (!record.times.empty()) write_file(folder / kTimesFile, record.times);
  write_manifest(folder);
}

namespace {

// The command that makes the run anew.
std::string training_command(const Metadata& metadata) {
  const std::string settings =
      metadata.preset.empty() ? "" : fmt::format(" --preset {}", metadata.preset);
  return fmt::format("gntp train {}{} --seed {} --out NEW_RUN{}{}", metadata.data.string(),
                     settings, metadata.seed,
                     metadata.preset.empty() ? ", with the settings of its config.toml" : "",
                     metadata.changes.is_empty() ? "" : ", and 'gntp add' what was added to it");
}

// Runs of 0.1 keep rules and their confidences in another way.
void refuse_old_format(const fs::path& folder, const Metadata& metadata) {
  if (!metadata.version.starts_with("0.1.")) return;
  fail("{}: a run of gntp {}, which this version does not read; make it anew: {}", folder.string(),
       metadata.version, training_command(metadata));
}

// The version that wrote the run. Throws Error where the two files do not say the same, or the one
// is missing that must be there.
VersionNumber check_versions(const fs::path& folder, const std::optional<Manifest>& manifest,
                             const Metadata& metadata) {
  const VersionNumber version = check_version(metadata.version, folder / kMetadataFile);
  if (manifest && manifest->version != version) {
    fail("{}: is damaged: it says gntp {}, where metadata.json says {}; {}",
         (folder / kManifestFile).string(), to_text(manifest->version), metadata.version,
         kDamageRemedy);
  }
  if (!manifest && version >= kFirstWithManifest) {
    fail(
        "{}: is missing, so that the other files cannot be checked; restore a copy, or make the "
        "run anew: {}",
        (folder / kManifestFile).string(), training_command(metadata));
  }
  return version;
}

// With the files' digests, where the folder has them.
CheckedFolder checked_folder(const fs::path& folder, const std::optional<Manifest>& manifest) {
  return manifest ? CheckedFolder(folder, manifest->files) : CheckedFolder(folder);
}

}  // namespace

void require_run_folder(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    fail("{}: no such run folder; 'gntp train DATA --out {}' makes one", folder.string(),
         folder.string());
  }
  if (is_in_progress(folder)) {
    fail("{}: its training is not finished; go on with: gntp train --resume {}", folder.string(),
         folder.string());
  }
  if (!fs::exists(folder / kManifestFile) && !fs::exists(folder / "model.safetensors")) {
    fail("{}: not a run folder (it has no model.safetensors); 'gntp train' makes one",
         folder.string());
  }
}

Run load_run(const fs::path& folder, const fs::path& store) {
  require_run_folder(folder);
  const std::optional<Manifest> manifest = read_manifest(folder);
  CheckedFolder files = checked_folder(folder, manifest);
  Run run;  // member by member: g++ 12 destroys parts of an aggregate twice if a later one throws
  run.folder = folder;
  run.metadata = read_metadata(files);
  refuse_old_format(folder, run.metadata);
  const VersionNumber version = check_versions(folder, manifest, run.metadata);
  files.set_remedy(fmt::format("copy it again from a backup, or make the run anew: {}",
                               training_command(run.metadata)));
  run.record = {read_if_there(files, kTraceFile), read_if_there(files, kMetricsFile),
                read_times(folder)};
  run.settings = read_run_settings(files.file(kSettingsFile), version);
  run.checkpoint = load_checkpoint(files, store);
  if (const auto& origin = run.checkpoint.kb.store) run.metadata.data = origin->path;
  check_changes(run.metadata.changes, run.checkpoint.kb, folder / kMetadataFile);
  if (files.has(kCalibrationFile)) {
    run.calibration =
        parse_calibration(files.read(kCalibrationFile), run.checkpoint.kb.relations.size(),
                          folder / kCalibrationFile);
  }
  files.check_rest();
  return run;
}

bool is_store_of(const fs::path& folder, const fs::path& data) {
  std::error_code ignored;
  if (data.empty() || !fs::exists(data, ignored) || !is_store(data)) return false;
  require_run_folder(folder);
  CheckedFolder files(folder);
  const std::optional<StoreOrigin> origin = store_of(files);
  return origin && Store(data).digest() == origin->digest;
}

std::optional<std::string> difference(const Metadata& metadata, const LoadedDataset& dataset) {
  // A model has its own rules.
  const auto holds_rules = [&](const SourceFile& source) {
    return std::ranges::any_of(dataset.rule_files, [&](const RuleFile& file) {
      return fs::path(file.path).filename() == source.name;
    });
  };
  const auto same = [&](const SourceFile& source) {
    if (holds_rules(source)) return true;
    const auto found = std::ranges::find(metadata.sources, source.name, &SourceFile::name);
    return found != metadata.sources.end() && found->hash == source.hash;
  };
  // A store is the same whatever it is called.
  const auto is_trained_on = [&](const SourceFile& source) {
    return std::ranges::any_of(metadata.sources,
                               [&](const SourceFile& each) { return each.hash == source.hash; });
  };
  if (dataset.kb.store && std::ranges::all_of(dataset.sources, is_trained_on)) return std::nullopt;
  const auto changed = std::ranges::find_if_not(dataset.sources, same);
  if (changed == dataset.sources.end()) return std::nullopt;
  return fmt::format("{} is not the file that the model was trained with",
                     path_of(dataset, *changed).string());
}

}  // namespace gntp
