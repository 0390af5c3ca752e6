// The folder of a comparison: compare.json says what is compared, runs/ holds a run folder for each
// model and seed, models/ what each of them gave. One process at a time. A folder that holds a
// comparison of something else, or anything but a comparison, is refused.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "base/descriptor.h"
#include "compare/compared_models.h"
#include "compare/model_run.h"

namespace gntp {

// What all models of a comparison have in common. Results by another version, on other data or
// with another limit are not comparable; nor are times with other threads or on another device.
struct ComparisonStart {
  std::string version;
  std::filesystem::path data;                // the folder
  std::map<std::string, std::string> files;  // hashes by name
  std::size_t threads = 0;                   // 0: one for each core
  double time_limit = 0;                     // of each training, in seconds
  std::string device;  // text_of in engine/device_choice.h; empty: no model has vectors so far
};

// Of this version, with the hashes of the files as they are. Throws Error where the data have no
// test split.
ComparisonStart comparison_start(const std::filesystem::path& data, std::size_t threads,
                                 double time_limit, const std::string& device);

class ComparisonFolder {
 public:
  // Makes the folder, or goes on with what is there. Throws Error where that is something else.
  ComparisonFolder(const std::filesystem::path& folder, const ComparisonStart& start);

  const std::filesystem::path& path() const { return path_; }
  // Where the run and its result go.
  ModelRun run_of(const ComparedModel& model, std::uint64_t seed) const;

 private:
  // Throws where what is there is the start of something else. Whether it is to be written anew:
  // nothing came of it, or it says less.
  bool is_start_to_be_written() const;

  std::filesystem::path path_;
  ComparisonStart start_;
  Descriptor lock_;
};

}  // namespace gntp
