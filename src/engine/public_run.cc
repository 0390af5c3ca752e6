#include <gntp/run.h>

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/stop.h"
#include "engine/dataset_state.h"
#include "engine/engine_state.h"
#include "engine/manifest.h"
#include "engine/run_in_progress.h"
#include "engine/settings_state.h"
#include "engine/watch.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// Trains from wherever the checkpoints are, evaluates, writes the files. `data` are the data set's
// as the settings want them.
TrainedRun train_to_the_end(RunInProgress& run, const Dataset& dataset,
                            std::shared_ptr<const LoadedDataset> data, const Settings& settings,
                            const TrainRunOptions& options, const Observer& observer) {
  const StopScope stop(observer.stop);
  Checkpoints checkpoints(run.checkpoints(), options.checkpoint_seconds, observer);
  try {
    Engine engine = train_engine(std::move(data), settings, options.run, observer, &checkpoints);
    std::vector<Evaluation> evaluations;
    if (options.evaluate && !dataset.splits().empty()) {
      evaluations = engine.evaluate(dataset, "all", observer);
    }
    throw_if_stopped(observer);
    write_engine(engine, evaluations, run.folder());
    run.finish();
    return {std::move(engine), std::move(evaluations)};
  } catch (const Interrupted&) {
    run.keep();
    throw Interrupted(
        fmt::format("stopped; go on with: gntp train --resume {}", run.folder().string()));
  } catch (...) {
    if (checkpoints.may_have_any()) run.keep();
    throw;
  }
}

Settings settings_of(const RunInProgress& run, const RunStart& start) {
  auto state = std::make_shared<Settings::State>();
  state->options = run.settings(start);
  state->preset = start.preset;
  return Settings(std::move(state));
}

}  // namespace

TrainedRun train_run(const fs::path& folder, const Dataset& dataset, const Settings& settings,
                     const TrainRunOptions& options, const Observer& observer) {
  std::shared_ptr<const LoadedDataset> data = data_for(dataset, settings);
  check_settings(settings, data->kb);
  RunInProgress run(folder, settings, run_start(dataset, settings, options));
  return train_to_the_end(run, dataset, std::move(data), settings, options, observer);
}

TrainedRun resume_run(const fs::path& folder, std::size_t threads, const Observer& observer) {
  RunInProgress run(folder);
  if (fs::exists(run.folder() / kManifestFile)) {  // all but the cleaning up was done
    Engine engine = Engine::open(run.folder(), threads);
    run.finish();
    return {std::move(engine), {}};
  }
  const RunStart start = run.start();
  require_same_processor(start, folder);
  const StopScope stop(observer.stop);
  const Settings settings = settings_of(run, start);
  const Dataset dataset = Dataset::load(start.data, settings, start.read_as);
  const std::shared_ptr<const LoadedDataset>& data = dataset.state().data;
  require_same_data(start, *data);
  TrainRunOptions options = start.options;
  options.run.threads = threads;
  return train_to_the_end(run, dataset, data, settings, options, observer);
}

}  // namespace gntp
