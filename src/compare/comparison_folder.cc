#include "compare/comparison_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gntp/version.h>
#include <sys/file.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/json.h"
#include "base/new_folder.h"
#include "base/units.h"
#include "engine/device_choice.h"
#include "kb/dataset_files.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kStartFile = "compare.json";
constexpr const char* kLockFile = "lock";
constexpr const char* kModelsFolder = "models";
constexpr const char* kRunsFolder = "runs";

Json to_json(const ComparisonStart& start) {
  Json object{{"version", start.version}, {"data", start.data.string()}};
  object["xxh64"] = Json::object();
  for (const auto& [name, hash] : start.files) object["xxh64"][name] = hash;
  object["threads"] = start.threads;
  object["time_limit"] = start.time_limit;
  if (!start.device.empty()) object["device"] = start.device;
  return object;
}

ComparisonStart read_start(const fs::path& file) {
  const std::optional<Json> object = parse_json<Json>(read_file(file));
  try {
    ComparisonStart start;
    const Json& json = object.value_or(Json());
    json.at("version").get_to(start.version);
    start.data = json.at("data").get<std::string>();
    for (const auto& [name, hash] : json.at("xxh64").items()) {
      start.files[name] = hash.get<std::string>();
    }
    json.at("threads").get_to(start.threads);
    json.at("time_limit").get_to(start.time_limit);
    start.device = json.value("device", "");
    return start;
  } catch (const Json::exception&) {
    fail("{}: is no start of a comparison; give another --out", file.string());
  }
}

// Both have the same files but for one that differs: its name.
std::string different_file(const ComparisonStart& a, const ComparisonStart& b) {
  for (const auto& [name, hash] : a.files) {
    const auto other = b.files.find(name);
    if (other == b.files.end() || other->second != hash) return name;
  }
  for (const auto& [name, hash] : b.files) {
    if (!a.files.contains(name)) return name;
  }
  return "";
}

std::string threads_text(std::size_t threads) {
  return threads == 0 ? "a thread for each core" : fmt::format("--threads {}", threads);
}

// What keeps the results of one from standing beside those of the other; empty: nothing.
std::string difference(const ComparisonStart& before, const ComparisonStart& now) {
  if (before.version != now.version) return fmt::format("was made by gntp {}", before.version);
  if (const std::string name = different_file(before, now); !name.empty()) {
    return fmt::format("compares models on other data ({} differs)", name);
  }
  if (before.threads != now.threads) {
    return fmt::format("was begun with {}, and times would not be comparable",
                       threads_text(before.threads));
  }
  if (before.time_limit != now.time_limit) {
    return fmt::format("was begun with --time-limit {:g}s", before.time_limit);
  }
  if (!before.device.empty() && !now.device.empty() && before.device != now.device) {
    return fmt::format(
        "was begun on the device '{}', and this is '{}'; times would not be "
        "comparable",
        before.device, now.device);
  }
  return "";
}

// Only files that a killed process has left before the start was written.
bool is_as_good_as_empty(const fs::path& folder) {
  return std::ranges::all_of(names_in(folder), [](const std::string& name) {
    return name == kLockFile || name == kModelsFolder || name == kRunsFolder ||
           (name.starts_with('.') && name.find(".part-") != std::string::npos);
  });
}

// Whether a comparison was begun and nothing came of it, e.g. because the data had to be mended.
bool has_nothing_yet(const fs::path& folder) {
  const auto is_empty = [](const fs::path& inner) {
    return !fs::exists(inner) || names_in(inner).empty();
  };
  return is_empty(folder / kModelsFolder) && is_empty(folder / kRunsFolder);
}

}  // namespace

ComparisonStart comparison_start(const fs::path& data, std::size_t threads, double time_limit,
                                 const std::string& device) {
  const DatasetFiles files = find_dataset_files(data);
  ComparisonStart start{GNTP_VERSION, without_final_slash(data), {}, threads, time_limit, device};
  const auto add = [&](const fs::path& file) {
    start.files[file.filename().string()] = file_hash(file);
  };
  add(files.train);
  bool has_test = false;
  for (const SplitFile& split : files.splits) {
    add(split.path);
    has_test = has_test || split.name.starts_with("test");
  }
  for (const auto* file : {&files.rules, &files.candidates, &files.mentions}) {
    if (*file) add(**file);
  }
  if (!has_test) fail("{}: has no test split, so there is nothing to compare by", data.string());
  return start;
}

ComparisonFolder::ComparisonFolder(const fs::path& folder, const ComparisonStart& start)
    : path_(without_final_slash(folder)), start_(start) {
  const fs::path file = path_ / kStartFile;
  if (is_taken(path_) && !fs::is_directory(path_)) {
    fail("{}: is no folder; give another --out", path_.string());
  }
  bool is_to_be_written = true;
  if (fs::exists(file)) {
    is_to_be_written = is_start_to_be_written();
  } else if (fs::exists(path_) && !is_as_good_as_empty(path_)) {
    fail("{}: is not empty and holds no comparison; give another --out", path_.string());
  }
  make_folders(path_ / kModelsFolder);
  lock_ = open_file(path_ / kLockFile, O_RDWR | O_CREAT);
  if (!lock_.is_open()) fail("{}: cannot be written: {}", path_.string(), last_reason());
  if (::flock(lock_.number(), LOCK_EX | LOCK_NB) != 0) {
    fail("{}: another process is comparing models there; wait for it, or give another --out",
         path_.string());
  }
  if (is_to_be_written) {
    write_file(file, to_json(start).dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
  }
}

bool ComparisonFolder::is_start_to_be_written() const {
  const ComparisonStart before = read_start(path_ / kStartFile);
  if (has_nothing_yet(path_)) return true;
  const std::string what = difference(before, start_);
  if (what.empty()) return before.device.empty() && !start_.device.empty();
  fail("{}: {}; do the same again, or give another --out", path_.string(), what);
}

ModelRun ComparisonFolder::run_of(const ComparedModel& model, std::uint64_t seed) const {
  const std::string name = fmt::format("{}-{}", model.name, seed);
  ModelRun run;
  run.model = model.name;
  run.seed = seed;
  run.data = start_.data;
  run.run = path_ / kRunsFolder / name;
  run.result = path_ / kModelsFolder / (name + ".json");
  run.threads = start_.threads;
  run.time_limit = start_.time_limit;
  return run;
}

}  // namespace gntp
