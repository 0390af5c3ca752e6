#include "engine/data_cache.h"

#include <gntp/packing.h>
#include <gntp/version.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/file_calls.h"
#include "base/folder.h"
#include "base/json.h"
#include "base/parallel.h"
#include "base/units.h"
#include "engine/reading_json.h"
#include "kb/dataset_files.h"
#include "kb/packing.h"
#include "kb/stored_dataset.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kLarge = std::uint64_t{64} << 20U;
constexpr std::uint64_t kMemory = std::uint64_t{1} << 30U;
constexpr const char* kNotesExtension = ".json";

// A file as it was when it was hashed.
struct HashedFile {
  std::string name;
  std::uint64_t size = 0;
  // In nanoseconds: when its bytes were written and when the file was last touched at all, which
  // nobody can set.
  std::int64_t modified = 0;
  std::int64_t changed = 0;
  std::uint64_t inode = 0;
  std::uint64_t device = 0;
  std::string hash = {};  // empty: not yet known

  // Whether it is still the same file, as far as its folder says.
  bool is_same(const HashedFile& other) const {
    return name == other.name && size == other.size && modified == other.modified &&
           changed == other.changed && inode == other.inode && device == other.device;
  }
};

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Clocks of file systems are coarse: what has just changed may change again within the same tick.
bool is_old_enough(const HashedFile& file, std::int64_t hashed) {
  constexpr std::int64_t kTick = 3'000'000'000;
  return hashed - file.changed > kTick;
}

std::int64_t nanoseconds(const timespec& time) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return time.tv_sec * kSecond + time.tv_nsec;
}

// Nothing where one of the files is none on a disk.
std::optional<std::vector<HashedFile>> look_at(const fs::path& data) {
  const DatasetFiles files = find_dataset_files(data);
  std::vector<fs::path> paths{files.train};
  for (const SplitFile& split : files.splits) paths.push_back(split.path);
  for (const auto& file :
       {files.candidates, files.mentions, files.mention_sources, files.labels, files.types}) {
    if (file) paths.push_back(*file);
  }
  if (files.ids != nullptr) {
    paths.push_back(data / files.ids->entities);
    paths.push_back(data / files.ids->relations);
  }
  std::vector<HashedFile> found;
  for (const fs::path& path : paths) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    found.push_back({path.filename().string(), static_cast<std::uint64_t>(status.st_size),
                     nanoseconds(status.st_mtim), nanoseconds(status.st_ctim), status.st_ino,
                     status.st_dev});
  }
  return found;
}

class DataCache {
 public:
  DataCache(fs::path folder, const fs::path& data, OnError on_error, const ReadingOptions& reading,
            std::vector<HashedFile> files)
      : folder_(std::move(folder)),
        data_(data),
        place_(fs::canonical(data)),
        on_error_(on_error),
        reading_(reading),
        files_(std::move(files)) {
    given_ = Json{{"gntp", GNTP_VERSION},
                  {"format", kStoreFormat.version},
                  {"skips_bad_lines", on_error == OnError::kSkip},
                  {"reading", to_json(reading)}};
  }

  // The store, made if need be. Throws Error.
  Store open() {
    if (const std::optional<fs::path> known = find()) return Store(*known);
    hash_files();
    const fs::path path = folder_ / (key() + kStoreExtension);
    if (!fs::exists(path)) make(path);
    write_notes(path);
    return Store(path);
  }

  // What cannot be opened is made anew the next time.
  void forget() {
    if (last_.empty()) return;
    file_calls().remove_file(last_.c_str());
    file_calls().remove_file(notes_of(last_).c_str());
  }

 private:
  static fs::path notes_of(fs::path store) { return store.replace_extension(kNotesExtension); }

  // One that was made of these files as they still are.
  std::optional<fs::path> find() {
    std::error_code ignored;
    if (!fs::is_directory(folder_, ignored)) return std::nullopt;
    for (const std::string& name : names_in(folder_)) {
      if (fs::path(name).extension() != kNotesExtension) continue;
      fs::path store = folder_ / name;
      store.replace_extension(kStoreExtension);
      if (!fs::exists(store, ignored) || !is_of_these_files(folder_ / name)) continue;
      last_ = store;
      return store;
    }
    return std::nullopt;
  }

  bool is_of_these_files(const fs::path& notes) const {
    try {
      const std::optional<Json> json = parse_json<Json>(read_file(notes));
      if (!json || json->at("data") != place_.string() || json->at("given") != given_) return false;
      const auto hashed = json->at("hashed").get<std::int64_t>();
      const Json& list = json->at("files");
      if (list.size() != files_.size()) return false;
      for (std::size_t i = 0; i < files_.size(); ++i) {
        const HashedFile file = file_of(list[i]);
        if (!file.is_same(files_[i]) || !is_old_enough(file, hashed)) return false;
      }
      return true;
    } catch (const std::exception&) {
      return false;  // damaged, or of another version
    }
  }

  static HashedFile file_of(const Json& json) {
    return {.name = json.at("name").get<std::string>(),
            .size = json.at("size").get<std::uint64_t>(),
            .modified = json.at("modified").get<std::int64_t>(),
            .changed = json.at("changed").get<std::int64_t>(),
            .inode = json.at("inode").get<std::uint64_t>(),
            .device = json.at("device").get<std::uint64_t>(),
            .hash = json.at("xxh64").get<std::string>()};
  }

  void hash_files() {
    hashed_ = now();
    std::error_code ignored;
    const bool is_folder = fs::is_directory(data_, ignored);
    for (HashedFile& file : files_) {
      file.hash = file_hash(is_folder ? data_ / file.name : data_);
    }
  }

  std::string key() const {
    Json all = given_;
    for (const HashedFile& file : files_) all["files"].push_back({file.name, file.hash});
    const std::string text = all.dump(-1, ' ', false, Json::error_handler_t::replace);
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  }

  void make(const fs::path& path) {
    make_folders(folder_);
    PackingOptions options;
    options.reading = reading_;
    options.on_error = on_error_;
    options.store = {.memory = kMemory, .if_exists = IfExists::kReplace};
    ThreadPool threads(0);
    pack_dataset(data_, path, options, threads);
  }

  void write_notes(const fs::path& store) {
    last_ = store;
    Json json{{"data", place_.string()}, {"given", given_}, {"hashed", hashed_}};
    json["files"] = Json::array();
    for (const HashedFile& file : files_) {
      json["files"].push_back({{"name", file.name},
                               {"size", file.size},
                               {"modified", file.modified},
                               {"changed", file.changed},
                               {"inode", file.inode},
                               {"device", file.device},
                               {"xxh64", file.hash}});
    }
    write_file(notes_of(store), json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
  }

  fs::path folder_;
  fs::path data_;   // as it was given
  fs::path place_;  // whatever the working folder
  OnError on_error_;
  ReadingOptions reading_;
  std::vector<HashedFile> files_;
  Json given_;
  std::int64_t hashed_ = 0;  // when
  fs::path last_;            // the store that was found or made
};

std::optional<DataCache> cache_for(const fs::path& data, OnError on_error,
                                   const ReadingOptions& reading) {
  const std::optional<std::uint64_t> least = cached_from();
  const std::optional<fs::path> folder = cache_folder();
  if (!least || !folder || data == "-" || is_store(data)) return std::nullopt;
  std::optional<std::vector<HashedFile>> files = look_at(data);
  if (!files) return std::nullopt;
  std::uint64_t size = 0;
  for (const HashedFile& file : *files) size += file.size;
  if (size < *least) return std::nullopt;
  return DataCache(*folder, data, on_error, reading, std::move(*files));
}

}  // namespace

std::optional<fs::path> cache_folder() {
  const auto given = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  if (const fs::path own = given("XDG_CACHE_HOME"); own.is_absolute()) return own / "gntp";
  if (const fs::path home = given("HOME"); home.is_absolute()) return home / ".cache/gntp";
  return std::nullopt;
}

std::optional<std::uint64_t> cached_from() {
  const char* given = std::getenv("GNTP_CACHE");
  if (given == nullptr || *given == '\0') return kLarge;
  return parse_size(given);  // nothing for what is no size, such as off
}

LoadedDataset load_by_cache(const fs::path& data, const RuleSources& rules, Mentions mentions,
                            OnError on_error, const ReadingOptions& reading) {
  std::optional<DataCache> cache;
  std::string fault;
  try {
    cache = cache_for(data, on_error, reading);
    if (cache) return load_cached(cache->open(), data, rules, mentions, on_error, reading);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    fault = error.what();
  }
  // What is wrong with the data or the rules is said by those who read them; the cache stays then.
  LoadedDataset dataset = load_dataset(data, rules, mentions, on_error, reading);
  if (cache && !fault.empty()) {
    cache->forget();
    dataset.warnings.push_back(
        fmt::format("the cache is of no use: {}; GNTP_CACHE=off does without", fault));
  }
  return dataset;
}

std::vector<CachedStore> cached_stores() {
  std::vector<CachedStore> stores;
  const std::optional<fs::path> folder = cache_folder();
  std::error_code ignored;
  if (!folder || !fs::is_directory(*folder, ignored)) return stores;
  for (const std::string& name : names_in(*folder)) {
    CachedStore store{*folder / name, {}, 0};
    if (store.path.extension() != kStoreExtension) continue;
    store.bytes = fs::file_size(store.path, ignored);
    fs::path notes = store.path;
    notes.replace_extension(kNotesExtension);
    if (fs::exists(notes, ignored)) {
      const std::optional<Json> json = parse_json<Json>(read_file(notes));
      if (json && json->is_object()) store.data = json->value("data", "");
    }
    stores.push_back(std::move(store));
  }
  return stores;
}

void clear_cached_stores() {
  const std::optional<fs::path> folder = cache_folder();
  std::error_code ignored;
  if (!folder || !fs::is_directory(*folder, ignored)) return;
  for (const std::string& name : names_in(*folder)) {
    const fs::path path = *folder / name;
    const fs::path extension = path.extension();
    if (extension != kStoreExtension && extension != kNotesExtension) continue;
    if (file_calls().remove_file(path.c_str()) != 0) {
      fail("{}: cannot be removed: {}", path.string(), last_reason());
    }
  }
  remove_empty_folders(*folder, *folder);
}

}  // namespace gntp
