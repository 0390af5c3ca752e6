// Training into a run folder, which exists from the start: a training that is stopped, killed or
// cut off by a power failure goes on from its last checkpoint and ends with the same bytes as if
// nothing had happened.
#pragma once

#include <gntp/dataset.h>
#include <gntp/engine.h>
#include <gntp/evaluation.h>
#include <gntp/export.h>
#include <gntp/observer.h>
#include <gntp/settings.h>
#include <gntp/training.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace gntp {

struct TrainRunOptions {
  RunOptions run = {};
  double checkpoint_seconds = 120;  // between two checkpoints
  bool evaluate = true;             // on every split, after the training
};

struct TrainedRun {
  Engine engine;
  std::vector<Evaluation> evaluations;
};

// Throws Error if `folder` exists; an unfinished training in it is named as such.
GNTP_API void require_new_run(const std::filesystem::path& folder);

// Trains and writes the run folder, which must not exist. If the observer asks to stop, a last
// checkpoint is written and Interrupted says how to go on; where the training fails and has no
// checkpoint, the folder is removed. Only one process writes to a folder at a time; another one
// gets an Error.
GNTP_API TrainedRun train_run(const std::filesystem::path& folder, const Dataset& dataset,
                              const Settings& settings = {}, const TrainRunOptions& options = {},
                              const Observer& observer = {});

// Goes on with a training that `train_run` began, with everything as it was given then. Throws
// Error where that cannot give the same bytes: the data have changed, or another version or another
// kind of processor began it.
GNTP_API TrainedRun resume_run(const std::filesystem::path& folder, std::size_t threads = 0,
                               const Observer& observer = {});

struct ResumeOptions {
  std::size_t threads = 0;  // as for training
  std::string device = "auto";
};

// The same. On another device than the one that began it, a training ends with other bytes, which
// a note says.
GNTP_API TrainedRun resume_run(const std::filesystem::path& folder, const ResumeOptions& options,
                               const Observer& observer = {});

}  // namespace gntp
