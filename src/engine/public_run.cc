#include <gntp/run.h>

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/communicator.h"
#include "base/error.h"
#include "base/stop.h"
#include "engine/dataset_state.h"
#include "engine/device_choice.h"
#include "engine/engine_state.h"
#include "engine/manifest.h"
#include "engine/run_in_progress.h"
#include "engine/same_input.h"
#include "engine/settings_state.h"
#include "engine/watch.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// Trains from wherever the checkpoints are, evaluates, writes the files. `data` are the data set's
// as the settings want them; `planned_for` as train_engine takes it.
TrainedRun train_to_the_end(RunInProgress& run, const Dataset& dataset,
                            std::shared_ptr<const LoadedDataset> data, const Settings& settings,
                            const TrainRunOptions& options, const Observer& given,
                            std::optional<PlannedFor> planned_for = std::nullopt) {
  const StopScope stop(given.stop);
  LiveLog live(run.checkpoints());
  const Observer observer = live.watch(given);
  Checkpoints checkpoints(run.checkpoints(), options.checkpoint_seconds, observer);
  try {
    Engine engine = train_engine(std::move(data), settings, options.run, observer, &checkpoints,
                                 &live, planned_for);
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
  } catch (const DeviceError& error) {
    if (!checkpoints.may_have_any()) throw;
    run.keep();
    throw DeviceError(fmt::format("{}; go on with: gntp train --resume {}, or with --device cpu",
                                  error.what(), run.folder().string()));
  } catch (...) {
    if (checkpoints.may_have_any()) run.keep();
    throw;
  }
}

// The part of a process that writes nothing in a training that process 0 writes.
TrainedRun take_part(const Dataset& dataset, std::shared_ptr<const LoadedDataset> data,
                     const Settings& settings, const TrainRunOptions& options,
                     const Observer& observer,
                     std::optional<PlannedFor> planned_for = std::nullopt) {
  const StopScope stop(observer.stop);
  Engine engine =
      train_engine(std::move(data), settings, options.run, observer, nullptr, nullptr, planned_for);
  std::vector<Evaluation> evaluations;
  if (options.evaluate && !dataset.splits().empty()) {
    evaluations = engine.evaluate(dataset, "all", observer);
  }
  return {std::move(engine), std::move(evaluations)};
}

Settings settings_of(const RunInProgress& run, const RunStart& start) {
  auto state = std::make_shared<Settings::State>();
  state->options = run.settings(start);
  state->preset = start.preset;
  return Settings(std::move(state));
}

// Whether all but the cleaning up is done; process 0 looks before the others do.
bool is_finished(const fs::path& folder) {
  return Communicator::current().decide(fs::exists(folder / kManifestFile));
}

// Process 0 takes the folder first: what it finds there is what the others read.
std::unique_ptr<RunInProgress> open_run(const fs::path& folder) {
  Communicator& team = Communicator::current();
  std::unique_ptr<RunInProgress> run;
  team.broadcast([&] {
    run = std::make_unique<RunInProgress>(folder);
    return std::string();
  });
  if (!run) run = std::make_unique<RunInProgress>(folder, RunInProgress::Role::kTakesPart);
  return run;
}

// What decides about the model, besides the data.
std::string given_of(const Settings& settings, const RunOptions& options) {
  return fmt::format("{}\n{} {} {}", settings.to_toml(), options.seed,
                     options.limit.steps.value_or(0), options.limit.seconds.value_or(0));
}

}  // namespace

TrainedRun train_run(const fs::path& folder, const Dataset& dataset, const Settings& settings,
                     const TrainRunOptions& options, const Observer& observer) {
  std::shared_ptr<const LoadedDataset> data = data_for(dataset, settings);
  check_settings(settings, data->kb);
  require_same_input(*data, given_of(settings, options.run));
  const Gpu* device = training_device(options.run.device, settings.state().options);
  require_same_device(device);
  if (!Communicator::current().is_first()) {
    return take_part(dataset, std::move(data), settings, options, observer);
  }
  RunInProgress run(folder, settings, run_start(dataset, settings, options, device));
  return train_to_the_end(run, dataset, std::move(data), settings, options, observer);
}

TrainedRun resume_run(const fs::path& folder, std::size_t threads, const Observer& observer) {
  return resume_run(folder, ResumeOptions{.threads = threads}, observer);
}

TrainedRun resume_run(const fs::path& folder, const ResumeOptions& given,
                      const Observer& observer) {
  check_device_name(given.device);
  const std::unique_ptr<RunInProgress> run = open_run(folder);
  const bool is_first = Communicator::current().is_first();
  if (is_finished(run->folder())) {
    Engine engine =
        Engine::open(run->folder(), {.threads = given.threads, .data = {}, .device = given.device});
    if (is_first) run->finish();
    return {std::move(engine), {}};
  }
  const RunStart start = run->start();
  require_same_processor(start, folder);
  const StopScope stop(observer.stop);
  const Settings settings = settings_of(*run, start);
  // As it was begun: a GPU that is there by now would change what comes out.
  const bool began_on_processor = given.device == "auto" && start.device == kProcessor;
  const std::string device_name = began_on_processor ? std::string(kProcessor) : given.device;
  const Gpu* device = training_device(device_name, settings.state().options);
  require_same_device(device);
  const Dataset dataset = Dataset::load(start.data, settings, start.read_as);
  const std::shared_ptr<const LoadedDataset>& data = dataset.state().data;
  require_same_data(start, *data);
  TrainRunOptions options = start.options;
  options.run.threads = given.threads;
  options.run.device = device_name;
  const PlannedFor planned_for = start.device == kProcessor ? PlannedFor::kCpu : PlannedFor::kGpu;
  if (!is_first) return take_part(dataset, data, settings, options, observer, planned_for);
  return train_to_the_end(*run, dataset, data, settings, options, observer, planned_for);
}

}  // namespace gntp
