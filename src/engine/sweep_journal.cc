#include "engine/sweep_journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gntp/version.h>
#include <sys/file.h>
#include <xxhash.h>

#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/file_calls.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/device_choice.h"
#include "engine/settings_text.h"

namespace gntp {
namespace {

nlohmann::ordered_json to_json(const SweepRun& run) {
  nlohmann::ordered_json object;
  object["key"] = run.key;
  object["data"] = run.data;
  object["seed"] = run.seed;
  object["settings"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : run.settings) object["settings"][name] = value;
  if (run.valid) object["valid"] = *run.valid;
  if (!run.error.empty()) object["error"] = run.error;
  object["epoch"] = run.epoch;
  object["seconds"] = run.seconds;
  return object;
}

SweepRun from_json(const nlohmann::ordered_json& object) {
  SweepRun run;
  object.at("key").get_to(run.key);
  object.at("data").get_to(run.data);
  object.at("seed").get_to(run.seed);
  for (const auto& [name, value] : object.at("settings").items()) {
    run.settings.emplace_back(name, value.get<std::string>());
  }
  if (object.contains("valid")) run.valid = object.at("valid").get<double>();
  run.error = object.value("error", "");
  object.at("epoch").get_to(run.epoch);
  object.at("seconds").get_to(run.seconds);
  return run;
}

}  // namespace

std::string key_of(const LoadedDataset& dataset, const AllOptions& settings, std::uint64_t seed,
                   std::string_view device) {
  std::string text = fmt::format("{}\n{}\n{}", GNTP_VERSION, seed, to_toml(settings));
  const bool has_predictor = settings.predictor.kind != PredictorKind::kNone;
  if (has_predictor && device != kProcessor) text += fmt::format("{}\n", device);
  for (const SourceFile& source : dataset.sources) {
    text += fmt::format("{} {}\n", source.name, source.hash);
  }
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

SweepJournal::SweepJournal(const std::filesystem::path& path) : path_(path) {
  file_ = open_file(path, O_RDWR | O_CREAT | O_APPEND);
  if (!file_.is_open() || !synchronise_folder(parent_of(path))) fail_to_write();
  if (::flock(file_.number(), LOCK_EX | LOCK_NB) != 0) {
    fail("{}: another sweep is writing to it; give this one its own --out", path.string());
  }
  read_lines();
}

SweepJournal::SweepJournal(std::vector<SweepRun> runs) {
  for (SweepRun& run : runs) {
    std::string key = run.key;
    runs_.insert_or_assign(std::move(key), std::move(run));
  }
}

std::vector<SweepRun> SweepJournal::runs() const {
  const std::scoped_lock lock(mutex_);
  std::vector<SweepRun> all;
  all.reserve(runs_.size());
  for (const auto& [key, run] : runs_) all.push_back(run);
  return all;
}

void SweepJournal::read_lines() {
  const std::string text = read_file(path_);
  const std::size_t complete = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  std::size_t line = 0;
  for (const std::string_view content : split(std::string_view(text).substr(0, complete), '\n')) {
    ++line;
    if (content.empty()) continue;
    const auto object = parse_json<nlohmann::ordered_json>(content);
    try {
      SweepRun run = from_json(object.value_or(nlohmann::ordered_json()));
      runs_[run.key] = std::move(run);
    } catch (const nlohmann::json::exception&) {
      fail_at(path_, line, "is no line of a sweep's journal; give another --out");
    }
  }
  size_ = complete;
  if (complete == text.size()) return;
  // What was cut off may be ours only if there is a journal before it, or nothing at all.
  if (complete == 0 && !text.starts_with("{\"key\":")) {
    fail("{}: is no journal of a sweep; give another --out", path_.string());
  }
  if (file_calls().truncate(file_.number(), static_cast<off_t>(size_)) != 0) fail_to_write();
}

std::optional<SweepRun> SweepJournal::find(const std::string& key) const {
  const std::scoped_lock lock(mutex_);
  const auto found = runs_.find(key);
  if (found == runs_.end()) return std::nullopt;
  return found->second;
}

void SweepJournal::add(const SweepRun& run) {
  const std::scoped_lock lock(mutex_);
  if (!file_.is_open()) {
    runs_[run.key] = run;
    return;
  }
  // A folder's name need not be UTF-8.
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  const std::string line = to_json(run).dump(-1, ' ', false, kReplace) + '\n';
  if (!file_.write(line) || !file_.synchronise()) {
    const std::string reason = last_reason();
    // Half a line must not stand before the next one.
    file_calls().truncate(file_.number(), static_cast<off_t>(size_));
    fail("{}: cannot be written: {}", path_.string(), reason);
  }
  size_ += line.size();
  runs_[run.key] = run;
}

void SweepJournal::fail_to_write() const {
  fail("{}: cannot be written: {}", path_.string(), last_reason());
}

}  // namespace gntp
