// Making engines: training, opening, saving.
#include <fmt/format.h>
#include <gntp/engine.h>
#include <gntp/version.h>

#include <utility>

#include "base/communicator.h"
#include "base/staged_folder.h"
#include "base/stop.h"
#include "engine/calibrating.h"
#include "engine/dataset_state.h"
#include "engine/device_choice.h"
#include "engine/engine_state.h"
#include "engine/estimate.h"
#include "engine/learning.h"
#include "engine/new_vector_penalty.h"
#include "engine/rule_mining.h"
#include "engine/settings_state.h"
#include "engine/watch.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

TrainingSummary summary_of(const Learned& learned) {
  const Training& training = learned.training;
  TrainingSummary summary;
  summary.steps = learned.steps;
  summary.complete = learned.complete;
  summary.seconds = training.seconds;
  summary.epochs = training.epochs.size();
  summary.kept_restart = training.kept_restart;
  summary.kept_epoch = training.kept_epoch;
  if (!training.epochs.empty()) {
    summary.first_loss = training.epochs.front().report.loss;
    summary.last_loss = training.epochs.back().report.loss;
  }
  summary.valid_before = training.valid_before;
  summary.valid_kept = training.valid_kept;
  if (learned.predictor) {
    summary.vector_epochs = learned.predictor->epochs.size();
    summary.seconds += learned.predictor->seconds;
  }
  if (learned.mixture) {
    summary.valid_by_rules = learned.mixture->rules;
    summary.valid_by_vectors = learned.mixture->predictor;
    summary.valid_by_both = learned.mixture->both;
  }
  return summary;
}

}  // namespace

Engine::State::State(std::shared_ptr<const KnowledgeBase> kb, std::shared_ptr<const Model> model,
                     AllOptions settings, std::size_t thread_count, const Gpu* device)
    : options(std::move(settings)),
      threads(thread_count, device),
      models(std::move(kb), std::move(model), options.prover, threads) {}

Engine::Engine(std::unique_ptr<const State> state) : state_(std::move(state)) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

Engine Engine::train(const Dataset& dataset, const Settings& settings, const RunOptions& options,
                     const Observer& observer) {
  std::shared_ptr<const LoadedDataset> data = data_for(dataset, settings);
  check_settings(settings, data->kb);
  require_same_device(training_device(options.device, settings.state().options));
  return train_engine(std::move(data), settings, options, observer, nullptr);
}

Engine train_engine(std::shared_ptr<const LoadedDataset> data, const Settings& settings,
                    const RunOptions& options, const Observer& observer, Checkpoints* checkpoints,
                    LiveLog* live, std::optional<PlannedFor> planned_for) {
  const StopScope stop(observer.stop);
  const AllOptions& all = settings.state().options;
  const Gpu* device = training_device(options.device, all);
  const DeviceScope scope(device);
  if (!planned_for) planned_for = device == nullptr ? PlannedFor::kCpu : PlannedFor::kGpu;
  const bool does_without = device == nullptr && options.device == "auto";
  if (does_without && all.predictor.kind != PredictorKind::kNone && !find_gpus().gpus.empty()) {
    note(observer, fmt::format("vectors are trained on the processor: {}", why_no_gpu()));
  }
  Learned learned;
  {
    ThreadPool threads(options.threads);
    learned =
        learn(std::move(data), all, options, *planned_for, threads, observer, checkpoints, live);
  }
  const LoadedDataset& used = *learned.data;
  const std::shared_ptr<const KnowledgeBase> kb(learned.data, &used.kb);
  Training& training = learned.training;
  auto state = std::make_unique<Engine::State>(
      kb, std::make_shared<Model>(std::move(training.model)), all, options.threads, device);
  state->metadata.version = GNTP_VERSION;
  state->metadata.seed = options.seed;
  state->metadata.preset = settings.preset_name();
  if (!learned.complete) state->metadata.steps = learned.steps;
  if (learned.predictor && learned.predictor->devices != kProcessor) {
    state->metadata.device = learned.predictor->devices;
  }
  state->metadata.data = place_of(used);
  state->metadata.sources = used.sources;
  state->metadata.on_error = used.on_error;
  state->metadata.reading = used.reading;
  state->record = record_of(learned, all);
  state->training = summary_of(learned);
  state->metadata.new_vector_penalty = new_vector_penalty(*state);
  const std::shared_ptr<const IndexedModel> model = state->models.own();
  state->calibration = state->threads.run([&](ThreadPool& threads) {
    return calibrate(model->index(), used, options.seed, threads, observer);
  });
  return Engine(std::move(state));
}

TrainingEstimate Engine::estimate(const Dataset& dataset, const Settings& settings,
                                  const RunOptions& options, const Observer& observer) {
  const AllOptions& all = settings.state().options;
  const StopScope stop(observer.stop);
  const DeviceScope device(training_device(options.device, all));
  LoadedDataset data = *data_for(dataset, settings);
  check_settings(settings, data.kb);
  ThreadPool threads(options.threads);
  propose_rules(data, all, threads, observer);
  if (!Communicator::current().is_first()) return {};
  return estimate_training(data, all, options.seed, threads, observer);
}

Engine Engine::open(const fs::path& folder, std::size_t threads) {
  return open(folder, OpenOptions{.threads = threads});
}

Engine Engine::open(const fs::path& folder, const OpenOptions& options) {
  check_device_name(options.device);
  Run run = load_run(folder, options.data);
  auto kb = std::make_shared<KnowledgeBase>(std::move(run.checkpoint.kb));
  auto model = std::make_shared<Model>(std::move(run.checkpoint.model));
  const Gpu* device = device_for(options.device, *model);
  auto state = std::make_unique<State>(std::move(kb), std::move(model), std::move(run.settings),
                                       options.threads, device);
  state->metadata = std::move(run.metadata);
  state->record = std::move(run.record);
  state->calibration = std::move(run.calibration);
  state->folder = std::move(run.folder);
  return Engine(std::move(state));
}

void write_engine(const Engine& engine, std::span<const Evaluation> evaluations,
                  const fs::path& folder) {
  const Engine::State& state = engine.state();
  write_run(folder, state.models.kb(), *state.models.model(), state.options, state.metadata,
            evaluations.empty() ? state.record : with_evaluations(state.record, evaluations),
            state.calibration);
}

void Engine::save(const fs::path& folder, std::span<const Evaluation> evaluations) const {
  StagedFolder staged(folder);
  write_engine(*this, evaluations, staged.path());
  staged.commit();
}

Settings Engine::settings() const {
  auto state = std::make_shared<Settings::State>();
  state->options = state_->options;
  state->preset = state_->metadata.preset;
  return Settings(std::move(state));
}

const std::optional<TrainingSummary>& Engine::training() const {
  return state_->training;
}

}  // namespace gntp
