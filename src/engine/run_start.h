// What a training was begun with: all that is needed to go on with it, in checkpoint/start.json,
// which holds a checksum of itself and of the settings beside it, in config.toml.
#pragma once

#include <gntp/dataset.h>
#include <gntp/run.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/checked_folder.h"
#include "device/device.h"
#include "kb/dataset.h"

namespace gntp {

struct RunStart {
  std::string version;
  FileDigest settings;         // of config.toml
  std::string processor;       // its kind, on which the last digits of numbers depend
  std::string device;          // that the plan is for (text_of in device_choice.h)
  std::filesystem::path data;  // the folder
  std::vector<SourceFile> sources;
  DatasetOptions read_as;  // with the preset's rules, if it has its own
  std::string preset;
  TrainRunOptions options;
};

// Of a training on this processor and this device with this version.
RunStart run_start(const Dataset& dataset, const Settings& settings, const TrainRunOptions& options,
                   const Gpu* device);

std::string to_json(const RunStart& start);
// Throws Error with the file where it is damaged or of another version.
RunStart read_run_start(const std::filesystem::path& file);

// Throws Error, with the reason, where this process cannot go on with the training as it was begun.
void require_same_processor(const RunStart& start, const std::filesystem::path& run);
void require_same_data(const RunStart& start, const LoadedDataset& data);

}  // namespace gntp
