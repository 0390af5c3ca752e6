// From data to a model: rules are mined where the settings ask for it, then the model is trained,
// then a link predictor, and what each of them weighs is chosen. One fixed sequence of steps, which
// can end after any of them and go on from a checkpoint.
#pragma once

#include <gntp/observer.h>
#include <gntp/training.h>

#include <memory>
#include <optional>

#include "base/parallel.h"
#include "engine/checkpoints.h"
#include "engine/live_log.h"
#include "engine/mixture_choice.h"
#include "engine/predictor_training.h"
#include "engine/settings.h"
#include "engine/training.h"
#include "engine/work_plan.h"
#include "kb/dataset.h"

namespace gntp {

struct Learned {
  std::shared_ptr<const LoadedDataset> data;   // with the rules that were mined
  Training training;                           // its model has the predictor
  std::optional<PredictorTraining> predictor;  // how it was trained, without the vectors
  std::optional<MixtureChoice> mixture;
  std::size_t steps = 0;
  bool complete = true;  // false where the limit ended it before the last step
};

// Goes on from the newest of the checkpoints, if there are any, and writes further ones; null: it
// does neither. Epochs are told to `live`, if it is there. Throws Interrupted if the observer asks
// to stop, after a last checkpoint. The plan is that for `planned_for`, wherever it is carried out:
// a training that goes on elsewhere keeps the one it was begun with. Of several processes
// (base/communicator.h), process 0 alone has checkpoints; the others are told what it read.
Learned learn(std::shared_ptr<const LoadedDataset> data, const AllOptions& settings,
              const RunOptions& options, PlannedFor planned_for, ThreadPool& threads,
              const Observer& observer, Checkpoints* checkpoints = nullptr,
              LiveLog* live = nullptr);

}  // namespace gntp
