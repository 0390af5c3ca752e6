#include "engine/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "engine/evaluation.h"
#include "engine/settings_text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

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
  object["seconds"] = report.seconds;
  if (epoch.valid) object["valid"] = *epoch.valid;
  return object.dump() + '\n';
}

Json to_json(const Metadata& metadata) {
  Json object;
  object["version"] = metadata.version;
  object["seed"] = metadata.seed;
  if (!metadata.preset.empty()) object["preset"] = metadata.preset;
  object["data"]["folder"] = metadata.data.string();
  object["data"]["xxh64"] = Json::object();
  for (const SourceFile& source : metadata.sources) {
    object["data"]["xxh64"][source.name] = source.hash;
  }
  return object;
}

Metadata read_metadata(const fs::path& file) {
  const std::string text = read_file(file);
  try {
    const Json object = Json::parse(text);
    Metadata metadata;
    metadata.version = object.at("version").get<std::string>();
    metadata.seed = object.at("seed").get<std::uint64_t>();
    metadata.preset = object.value("preset", "");
    metadata.data = object.at("data").at("folder").get<std::string>();
    for (const auto& [name, hash] : object.at("data").at("xxh64").items()) {
      metadata.sources.push_back({name, hash.get<std::string>()});
    }
    return metadata;
  } catch (const Json::exception& error) {
    fail("{}: damaged ({}); train the model again", file.string(), error.what());
  }
}

// A model can be asked without the file.
std::string read_if_there(const fs::path& file) {
  return fs::exists(file) ? read_file(file) : std::string();
}

// The outermost folder that is missing above `target`, or nothing.
fs::path first_missing_parent(const fs::path& target) {
  fs::path missing;
  for (fs::path folder = target.parent_path(); !folder.empty() && !fs::exists(folder);
       folder = folder.parent_path()) {
    missing = folder;
  }
  return missing;
}

// `runs/a/` is `runs/a`.
fs::path without_final_slash(const fs::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

Record record_of(const Training& training, const AllOptions& settings) {
  Record record;
  for (const TrainedEpoch& epoch : training.epochs) {
    record.trace += to_line(epoch, settings.learn.restarts);
  }
  const Json metrics{{"training_seconds", training.seconds},
                     {"kept_restart", training.kept_restart},
                     {"kept_epoch", training.kept_epoch},
                     {"splits", Json::object()}};
  record.metrics = metrics.dump(2) + '\n';
  return record;
}

Record with_evaluations(Record record, std::span<const Evaluation> evaluations) {
  Json metrics = Json::parse(record.metrics);
  metrics["splits"] = Json::object();
  for (const Evaluation& evaluation : evaluations) {
    metrics["splits"][evaluation.split] = to_json(evaluation);
  }
  record.metrics = metrics.dump(2) + '\n';
  return record;
}

RunWriter::RunWriter(const fs::path& target)
    : first_new_parent_(first_missing_parent(without_final_slash(target))) {
  const fs::path parent = without_final_slash(target).parent_path();
  if (!first_new_parent_.empty()) {
    std::error_code error;
    fs::create_directories(parent, error);
    if (error) fail("{}: cannot create: {}", parent.string(), error.message());
  }
  staged_.emplace(target);
}

RunWriter::~RunWriter() {
  staged_.reset();
  std::error_code ignored;
  if (!first_new_parent_.empty()) fs::remove_all(first_new_parent_, ignored);
}

void RunWriter::write(const KnowledgeBase& kb, const Model& model, const AllOptions& settings,
                      const Metadata& metadata, const Record& record) {
  const fs::path& folder = staged_->path();
  save_checkpoint(folder, kb, model);
  write_file(folder / "config.toml", to_toml(settings));
  write_file(folder / "metadata.json",
             to_json(metadata).dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
  write_file(folder / "trace.jsonl", record.trace);
  write_file(folder / "metrics.json", record.metrics);
}

void RunWriter::commit() {
  staged_->commit();
  first_new_parent_.clear();
}

namespace {

// Runs of 0.1 keep rules and their confidences in another way.
void refuse_old_format(const fs::path& folder, const Metadata& metadata) {
  if (!metadata.version.starts_with("0.1.")) return;
  const std::string settings =
      metadata.preset.empty() ? "" : fmt::format(" --preset {}", metadata.preset);
  fail(
      "{}: a run of gntp {}, which this version does not read; make it anew: gntp train {}{} "
      "--seed {} --out NEW_RUN{}",
      folder.string(), metadata.version, metadata.data.string(), settings, metadata.seed,
      metadata.preset.empty() ? ", with the settings of its config.toml" : "");
}

}  // namespace

Run load_run(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    fail("{}: no such run folder; 'gntp train DATA --out {}' makes one", folder.string(),
         folder.string());
  }
  if (!fs::exists(folder / "model.safetensors")) {
    fail("{}: not a run folder (it has no model.safetensors); 'gntp train' makes one",
         folder.string());
  }
  Run run{folder, {}, {}, read_metadata(folder / "metadata.json"), {}};
  refuse_old_format(folder, run.metadata);
  run.record = {read_if_there(folder / "trace.jsonl"), read_if_there(folder / "metrics.json")};
  read_settings(folder / "config.toml", run.settings);
  run.checkpoint = load_checkpoint(folder, run.settings.model.slope);
  return run;
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
  const auto changed = std::ranges::find_if_not(dataset.sources, same);
  if (changed == dataset.sources.end()) return std::nullopt;
  return fmt::format("{} is not the file that the model was trained with",
                     (dataset.folder / changed->name).string());
}

}  // namespace gntp
