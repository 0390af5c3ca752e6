// What is behind the public Engine.
#pragma once

#include <gntp/engine.h>

#include <memory>
#include <optional>
#include <string_view>

#include "engine/checkpoints.h"
#include "engine/indexed_models.h"
#include "engine/run_folder.h"
#include "engine/settings.h"
#include "engine/shared_threads.h"
#include "engine/work_plan.h"

namespace gntp {

struct Engine::State {
  // `thread_count` as a ThreadPool takes it; null is the processor.
  State(std::shared_ptr<const KnowledgeBase> kb, std::shared_ptr<const Model> model,
        AllOptions settings, std::size_t thread_count, const Gpu* device);

  AllOptions options;
  Metadata metadata;
  Record record;
  Calibration calibration;
  std::filesystem::path folder;  // that it was opened from; empty: it was trained
  std::optional<TrainingSummary> training;
  mutable SharedThreads threads;
  mutable IndexedModels models;
};

// Trains on data that suits the settings, which have been checked; `checkpoints` and `live` as in
// learning.h. `planned_for` is what it was planned for where it was begun; nothing: it begins here.
Engine train_engine(std::shared_ptr<const LoadedDataset> data, const Settings& settings,
                    const RunOptions& options, const Observer& observer, Checkpoints* checkpoints,
                    LiveLog* live = nullptr, std::optional<PlannedFor> planned_for = std::nullopt);

// Writes the files of a run into an existing folder.
void write_engine(const Engine& engine, std::span<const Evaluation> evaluations,
                  const std::filesystem::path& folder);

}  // namespace gntp
