#include "engine/run_start.h"

#include <gntp/version.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/dataset_state.h"
#include "engine/device_choice.h"
#include "engine/reading_json.h"
#include "engine/run_folder.h"
#include "model/kernel.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

template <typename T>
void put(Json& object, const std::string& name, const std::optional<T>& value) {
  if (value) object[name] = *value;
}

template <typename T>
void take(const Json& object, const std::string& name, std::optional<T>& value) {
  if (object.contains(name)) value = object.at(name).get<T>();
}

constexpr const char* kChecksum = "xxh64";

std::string text_of(const Json& object) {
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

// Without the checksum, whether it is the right one.
bool take_checksum(Json& object) {
  const std::string expected = object.at(kChecksum).get<std::string>();
  object.erase(kChecksum);
  return digest_of(text_of(object)).xxh64 == expected;
}

void require_own_version(const std::string& version, const fs::path& file) {
  if (version == GNTP_VERSION) return;
  fail(
      "{}: the training was begun by gntp {}, and this is {}; go on with that version, or train "
      "anew",
      file.string(), excerpt(version), GNTP_VERSION);
}

RunStart from_json(const Json& object) {
  RunStart start;
  start.version = object.at("version").get<std::string>();
  start.settings.bytes = object.at("settings").at("bytes").get<std::uint64_t>();
  start.settings.xxh64 = object.at("settings").at("xxh64").get<std::string>();
  start.processor = object.at("processor").get<std::string>();
  start.device = object.value("device", kProcessor);
  start.data = object.at("data").at("folder").get<std::string>();
  for (const auto& [name, hash] : object.at("data").at("xxh64").items()) {
    start.sources.push_back({name, hash.get<std::string>()});
  }
  for (const Json& file : object.at("rules"))
    start.read_as.rules.emplace_back(file.get<std::string>());
  take(object, "rule_confidence", start.read_as.rule_confidence);
  const bool skips = object.value("skips_bad_lines", false);
  start.read_as.on_error = skips ? OnError::kSkip : OnError::kStop;
  start.read_as.reading = reading_from_json(object.value("reading", Json::object()));
  start.preset = object.at("preset").get<std::string>();
  start.options.run.seed = object.at("seed").get<std::uint64_t>();
  take(object, "steps", start.options.run.limit.steps);
  take(object, "seconds", start.options.run.limit.seconds);
  start.options.checkpoint_seconds = object.at("checkpoint_seconds").get<double>();
  start.options.evaluate = object.at("evaluate").get<bool>();
  return start;
}

}  // namespace

RunStart run_start(const Dataset& dataset, const Settings& settings, const TrainRunOptions& options,
                   const Gpu* device) {
  RunStart start;
  start.version = GNTP_VERSION;
  start.processor = processor_kind();
  start.device = text_of(device);
  start.data = place_of(*dataset.state().data);
  start.sources = dataset.state().data->sources;
  start.read_as = dataset.state().given;
  start.read_as.rules = dataset.state().rules;
  for (fs::path& file : start.read_as.rules) file = fs::canonical(file);
  start.preset = settings.preset_name();
  start.options = options;
  return start;
}

std::string to_json(const RunStart& start) {
  Json object;
  object["version"] = start.version;
  object["settings"] = {{"bytes", start.settings.bytes}, {"xxh64", start.settings.xxh64}};
  object["processor"] = start.processor;
  if (start.device != kProcessor) object["device"] = start.device;
  object["data"]["folder"] = start.data.string();
  object["data"]["xxh64"] = Json::object();
  for (const SourceFile& source : start.sources) object["data"]["xxh64"][source.name] = source.hash;
  object["rules"] = Json::array();
  for (const fs::path& file : start.read_as.rules) object["rules"].push_back(file.string());
  put(object, "rule_confidence", start.read_as.rule_confidence);
  if (start.read_as.on_error == OnError::kSkip) object["skips_bad_lines"] = true;
  if (start.read_as.reading != ReadingOptions()) {
    object["reading"] = to_json(start.read_as.reading);
  }
  object["preset"] = start.preset;
  object["seed"] = start.options.run.seed;
  put(object, "steps", start.options.run.limit.steps);
  put(object, "seconds", start.options.run.limit.seconds);
  object["checkpoint_seconds"] = start.options.checkpoint_seconds;
  object["evaluate"] = start.options.evaluate;
  object[kChecksum] = digest_of(text_of(object)).xxh64;
  return text_of(object);
}

RunStart read_run_start(const fs::path& file) {
  std::optional<Json> object = parse_json<Json>(read_file(file));
  try {
    if (object) {
      require_own_version(object->at("version").get<std::string>(), file);
      if (take_checksum(*object)) return from_json(*object);
    }
  } catch (const Json::exception&) {
    // Told below.
  }
  fail("{}: is damaged; train anew", file.string());
}

void require_same_processor(const RunStart& start, const fs::path& run) {
  if (start.processor != processor_kind()) {
    fail(
        "{}: its training was begun on a processor with {}, and this one has {}, which rounds "
        "otherwise; go on on such a machine, or train anew",
        run.string(), start.processor, processor_kind());
  }
}

void require_same_data(const RunStart& start, const LoadedDataset& data) {
  for (const SourceFile& source : start.sources) {
    const auto now = std::ranges::find(data.sources, source.name, &SourceFile::name);
    if (now != data.sources.end() && now->hash == source.hash) continue;
    fail("{}: has changed since the training was begun; put it back as it was, or train anew",
         path_of(data, source).string());
  }
  if (data.sources.size() != start.sources.size()) {
    fail(
        "{}: has other files than when the training was begun; put it back as it was, or train "
        "anew",
        data.folder.string());
  }
}

}  // namespace gntp
