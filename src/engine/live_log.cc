#include "engine/live_log.h"

#include <fcntl.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Epoch = LiveTraining::Epoch;

constexpr std::string_view kRules = "rules";
constexpr std::string_view kVectors = "vectors";
constexpr double kSecondsBetween = 1;
// Progress may take a hundredth of the time.
constexpr double kShare = 100;

// Names need not be UTF-8.
std::string line_of(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

// Of a note of any length; a part of a character at its end is replaced.
std::string note_line(std::string_view text) {
  constexpr std::size_t kMostBytes = 2000;
  return line_of({{"note", text.substr(0, kMostBytes)}});
}

template <typename T>
std::optional<T> number(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  if constexpr (std::is_unsigned_v<T>) {
    if (!found->is_number_unsigned()) return std::nullopt;
  } else {
    if (!found->is_number()) return std::nullopt;
  }
  return found->get<T>();
}

std::optional<Epoch> epoch_of(const Json& object) {
  const auto part = object.find("part");
  const auto epoch = number<std::size_t>(object, "epoch");
  if (part == object.end() || !part->is_string() || !epoch) return std::nullopt;
  Epoch read;
  read.part = *part == kVectors ? Epoch::Part::kVectors : Epoch::Part::kRules;
  read.restart = number<std::size_t>(object, "restart").value_or(0);
  read.epoch = *epoch;
  read.loss = number<double>(object, "loss");
  read.valid = number<double>(object, "valid");
  read.proved = number<std::size_t>(object, "proved");
  return read;
}

}  // namespace

std::string to_line(const Epoch& epoch) {
  Json object{{"part", epoch.part == Epoch::Part::kRules ? kRules : kVectors}};
  if (epoch.restart > 0) object["restart"] = epoch.restart;
  object["epoch"] = epoch.epoch;
  if (epoch.loss && std::isfinite(*epoch.loss)) object["loss"] = *epoch.loss;
  if (epoch.valid) object["valid"] = *epoch.valid;
  if (epoch.proved) object["proved"] = *epoch.proved;
  return line_of(object);
}

LiveLines read_live_lines(std::string_view text) {
  LiveLines lines;
  std::map<std::tuple<Epoch::Part, std::size_t, std::size_t>, Epoch> epochs;
  for (const std::string_view line : split(text, '\n')) {
    const std::optional<Json> object = parse_json<Json>(line);
    if (!object || !object->is_object()) continue;
    if (const std::optional<Epoch> epoch = epoch_of(*object)) {
      epochs[{epoch->part, epoch->restart, epoch->epoch}] = *epoch;  // the last one knows most
    } else if (object->contains("note") && object->at("note").is_string()) {
      lines.notes.push_back(object->at("note").get<std::string>());
    }
  }
  if (lines.notes.size() > kNotesKept) {
    lines.notes.erase(lines.notes.begin(), lines.notes.end() - std::ptrdiff_t{kNotesKept});
  }
  for (const auto& [key, epoch] : epochs) lines.epochs.push_back(epoch);
  return lines;
}

LiveLog::LiveLog(fs::path folder, std::size_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {}

void LiveLog::append(const std::string& line) {
  if (!file_.is_open()) {
    const fs::path path = folder_ / kLiveFile;
    std::error_code is_missing;
    size_ = fs::file_size(path, is_missing);
    if (is_missing) size_ = 0;
    is_torn_ = size_ > 0;
    file_ = open_file(path, O_WRONLY | O_CREAT | O_APPEND);
    if (!file_.is_open()) return;
  }
  const std::string bytes = is_torn_ ? '\n' + line : line;
  is_torn_ = !file_.write(bytes);
  size_ += bytes.size();
  if (size_ > most_bytes_) thin_out();
}

// The whole file anew, much shorter. Where that fails, later epochs become rarer all the same.
void LiveLog::thin_out() {
  every_ *= 2;
  const LiveLines lines = read_live_lines(read_file(folder_ / kLiveFile));
  std::string text;
  for (const std::string& note : lines.notes) text += note_line(note);
  const std::size_t notes = text.size();
  do {
    text.resize(notes);
    for (const Epoch& epoch : lines.epochs) {
      if (epoch.epoch % every_ == 0) text += to_line(epoch);
    }
    if (text.size() <= most_bytes_ / 2 || text.size() == notes) break;
    every_ *= 2;
  } while (true);
  file_.close();
  write_file(folder_ / kLiveFile, text);
}

void LiveLog::add(const Epoch& epoch) noexcept {
  try {
    if (epoch.epoch % every_ == 0) append(to_line(epoch));
  } catch (...) {
    // It is for looking at only.
  }
}

void LiveLog::say(const std::string& text) noexcept {
  try {
    append(note_line(text));
  } catch (...) {
    // It is for looking at only.
  }
}

void LiveLog::show(const Progress& progress) noexcept {
  if (since_progress_ && since_progress_->seconds() < wait_) return;
  try {
    const Stopwatch writing;
    const Json object{{"task", progress.task},
                      {"fraction", progress.fraction},
                      {"details", progress.details},
                      {"seconds", since_start_.seconds()}};
    write_file(folder_ / kProgressFile, line_of(object));
    wait_ = std::max(kSecondsBetween, kShare * writing.seconds());
  } catch (...) {
    wait_ = kSecondsBetween;
  }
  since_progress_.emplace();
}

Observer LiveLog::watch(const Observer& observer) {
  Observer watched;
  watched.progress = [this, &observer](const Progress& progress) {
    show(progress);
    if (observer.progress) observer.progress(progress);
  };
  watched.note = [this, &observer](const std::string& text) {
    say(text);
    if (observer.note) observer.note(text);
  };
  watched.warning = [this, &observer](const std::string& text) {
    say(text);
    if (observer.warning) observer.warning(text);
  };
  watched.stop = observer.stop;
  return watched;
}

}  // namespace gntp
