// Looking at a training from outside (gntp/live.h).
#include <gntp/live.h>

#include <map>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/new_folder.h"
#include "base/text.h"
#include "engine/live_log.h"
#include "engine/manifest.h"
#include "engine/run_folder.h"
#include "engine/run_in_progress.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Epoch = LiveTraining::Epoch;

// Empty where it is not there, or not any more.
std::string text_of(const fs::path& file) {
  try {
    return fs::is_regular_file(file) ? read_file(file) : std::string();
  } catch (const Error&) {
    return {};
  }
}

Json object_of(const std::string& text) {
  std::optional<Json> object = parse_json<Json>(text);
  return object && object->is_object() ? std::move(*object) : Json::object();
}

double number_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

std::string string_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// How many more than before, and no line for what was before the first epoch.
std::vector<Epoch> compared(std::vector<Epoch> epochs) {
  std::map<std::pair<Epoch::Part, std::size_t>, std::size_t> before;
  for (Epoch& epoch : epochs) {
    if (!epoch.proved) continue;
    const auto [place, is_first] = before.try_emplace({epoch.part, epoch.restart}, *epoch.proved);
    if (is_first) continue;
    epoch.newly_proved =
        static_cast<std::ptrdiff_t>(*epoch.proved) - static_cast<std::ptrdiff_t>(place->second);
    place->second = *epoch.proved;
  }
  std::erase_if(epochs, [](const Epoch& epoch) { return epoch.epoch == 0; });
  return epochs;
}

// Lines of trace.jsonl as lines of a log.
std::string as_log(const std::string& trace) {
  std::string log;
  for (const std::string_view line : split(trace, '\n')) {
    Json object = object_of(std::string(line));
    if (object.empty()) continue;
    const bool is_vectors = object.contains("vectors");
    object["part"] = is_vectors ? "vectors" : "rules";
    if (is_vectors && object.contains("start")) object["restart"] = object["start"];
    log += object.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  }
  return log;
}

LiveTraining finished(const fs::path& folder) {
  LiveTraining live;
  live.state = LiveTraining::State::kFinished;
  live.epochs = compared(read_live_lines(as_log(text_of(folder / "trace.jsonl"))).epochs);
  live.fraction = 1;
  live.seconds = number_of(object_of(text_of(folder / kTimesFile)), "training_seconds");
  return live;
}

}  // namespace

LiveTraining read_live(const fs::path& run) {
  const fs::path folder = without_final_slash(run);
  const bool is_at_work = is_being_trained(folder);
  if (!is_at_work && !is_in_progress(folder)) {
    require_run_folder(folder);
    return finished(folder);
  }
  LiveTraining live;
  live.state = is_at_work ? LiveTraining::State::kTraining : LiveTraining::State::kStopped;
  const fs::path files = checkpoints_of(folder);
  LiveLines lines = read_live_lines(text_of(files / kLiveFile));
  live.epochs = compared(std::move(lines.epochs));
  live.notes = std::move(lines.notes);
  const Json progress = object_of(text_of(files / kProgressFile));
  live.task = string_of(progress, "task");
  live.fraction = number_of(progress, "fraction");
  live.details = string_of(progress, "details");
  live.seconds = number_of(progress, "seconds");
  // It may have come to its end while it was read.
  return fs::exists(folder / kManifestFile) ? finished(folder) : live;
}

}  // namespace gntp
