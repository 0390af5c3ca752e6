// A model out of a data set and settings.
#pragma once

#include <gntp/live.h>
#include <gntp/observer.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/archive.h"
#include "base/parallel.h"
#include "engine/settings.h"
#include "kb/dataset.h"

namespace gntp {

struct TrainedEpoch {
  EpochReport report;
  std::size_t restart = 0;
  std::optional<double> valid;  // the score on the valid split, where it was used
  // Valid triples that have a proof, where it was counted.
  std::optional<std::size_t> proved = {};
};

struct Training {
  Model model;
  std::vector<TrainedEpoch> epochs;
  // On the valid split, where it was used: with rules' confidences as they were given or
  // counted, and of `model`.
  std::optional<double> valid_before;
  std::optional<double> valid_kept;
  std::size_t kept_restart = 0;  // the random start and the epoch that `model` is from
  std::size_t kept_epoch = 0;
  double seconds = 0;
  bool complete = true;  // false where it was ended before the last step

  // All of it (base/archive.h), for a model of the same shape.
  template <typename Archive>
  void exchange(Archive& archive) {
    model.exchange(archive);
    archive(epochs);
    archive(valid_before);
    archive(valid_kept);
    archive(kept_restart);
    archive(kept_epoch);
    archive(seconds);
    archive(complete);
  }
};

// The options of learning, with what other sections say about it.
LearnOptions learn_options(const AllOptions& settings);

// Training is a fixed sequence of steps, each a batch: where it begins and how it is watched. All
// parts are optional.
struct TrainingSteps {
  using Save = std::function<void(ArchiveWriter&)>;  // writes the state as it is
  ArchiveReader* start = nullptr;                    // the state of an earlier training
  std::function<bool()> may_go_on;                   // asked before each step
  std::function<void(const Save&)> after_step;
  std::function<void(const Save&)> when_stopped;  // after the last whole step
  // An epoch that is over, and again once it is ranked on valid; number 0: before the first.
  std::function<void(const LiveTraining::Epoch&)> after_epoch = {};
};

// Trains as the settings say: all epochs, or, where the valid split is used, up to the best one,
// from as many random starts as wanted. Throws Interrupted if the observer asks to stop.
Training train_model(const LoadedDataset& dataset, const AllOptions& settings, std::uint64_t seed,
                     ThreadPool& threads, const Observer& observer,
                     const TrainingSteps& steps = {});

}  // namespace gntp
