#include "compare/comparison.h"

#include <fmt/format.h>
#include <gntp/settings.h>

#include <set>
#include <thread>

#include "base/error.h"
#include "compare/child_process.h"
#include "compare/comparison_folder.h"
#include "compare/quantities.h"
#include "engine/device_choice.h"
#include "engine/settings_state.h"
#include "engine/watch.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

// What a child reports, with the model's name; what several say is said once.
class Relay {
 public:
  Relay(const Observer& observer, std::size_t total) : observer_(observer), total_(total) {}

  Observer of(const std::string& model) {
    ++number_;
    Observer observer;
    observer.stop = observer_.stop;
    observer.progress = [this, model](const Progress& progress) {
      if (!observer_.progress) return;
      observer_.progress({fmt::format("{} ({}/{}), {}", model, number_, total_, progress.task),
                          progress.fraction, progress.details});
    };
    observer.warning = [this](const std::string& text) {
      if (said_.insert(text).second) warn(observer_, text);
    };
    return observer;
  }

 private:
  const Observer& observer_;
  std::size_t total_;
  std::size_t number_ = 0;
  std::set<std::string> said_;
};

std::string name_of(const ModelRun& run, const ComparisonPlan& plan) {
  return plan.seeds > 1 ? fmt::format("{}, seed {}", run.model, run.seed) : run.model;
}

// NTP is checked with the first seed: what a goal costs does not depend on it.
ModelRun::Check check_of(const ComparedModel& model, std::size_t number) {
  return model.name == kNtpModel && number == 0 ? ModelRun::Check::kNtp : ModelRun::Check::kNone;
}

std::vector<std::string> test_splits(const std::vector<ModelOutcome>& models) {
  std::vector<std::string> names;
  for (const ModelOutcome& model : models) {
    if (model.runs.empty()) continue;
    for (const auto& [name, split] : model.runs.front().at("splits").items()) {
      if (name.starts_with("test")) names.push_back(name);
    }
    return names;
  }
  return names;
}

void run_one(const ModelRun& run, const ComparisonPlan& plan, Relay& relay,
             const Observer& observer, ModelOutcome& outcome) {
  const std::string name = name_of(run, plan);
  const Observer inner = relay.of(name);
  Json result = read_result(run);
  try {
    throw_if_stopped(observer);
    if (!is_complete(result, run.check)) {
      result = run_in_child([&](const Observer& child) { return run_model(run, child); }, inner);
      note(observer, fmt::format("{}: done; training{} took {}", name,
                                 run.model == kNtpModel ? " by exact search" : "",
                                 rough_duration(result.at("training_seconds").get<double>())));
    }
    outcome.runs.push_back(std::move(result));
  } catch (const Interrupted&) {
    throw Interrupted(fmt::format("stopped; what is done is in {}, and the same command goes on",
                                  plan.out.string()));
  } catch (const Error& error) {
    if (outcome.error.empty()) outcome.error = error.what();
    warn(observer, fmt::format("{}: failed: {}", name, error.what()));
  }
}

bool any_has_vectors(std::span<const ComparedModel> models) {
  return std::ranges::any_of(models, [](const ComparedModel& model) {
    return has_vectors(Settings::preset(model.name).state().options);
  });
}

// Empty: no model has vectors, so that it does not matter. A GPU is looked for by a process of its
// own: what has used one cannot fork.
std::string device_of(const ComparisonPlan& plan) {
  const bool matters = any_has_vectors(plan.models);
  std::string device(kProcessor);
  if (plan.device != kProcessor && (matters || plan.device != "auto")) {
    const auto look = [&](const Observer&) { return Json(text_of(device_named(plan.device))); };
    device = run_in_child(look, {}).get<std::string>();
  }
  return matters ? device : "";
}

}  // namespace

std::size_t ComparisonPlan::thread_count() const {
  return threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

std::string Comparison::first_error() const {
  for (const ModelOutcome& outcome : models) {
    if (!outcome.error.empty()) return fmt::format("{}: {}", outcome.model.name, outcome.error);
  }
  return "";
}

Comparison compare_models(const ComparisonPlan& plan, const Observer& observer) {
  for (const ComparedModel& model : plan.models) Settings::preset(model.name).check();
  check_device_name(plan.device);
  const std::string device = device_of(plan);
  const ComparisonFolder folder(plan.out,
                                comparison_start(plan.data, plan.threads, plan.time_limit, device));
  Comparison comparison{plan, device == kProcessor ? "" : device, {}, {}};
  Relay relay(observer, plan.models.size() * plan.seeds);
  for (const ComparedModel& model : plan.models) {
    ModelOutcome& outcome = comparison.models.emplace_back(ModelOutcome{model, {}, {}});
    for (std::size_t number = 0; number < plan.seeds; ++number) {
      ModelRun run = folder.run_of(model, plan.seed + number);
      run.check = check_of(model, number);
      run.device = plan.device;
      run_one(run, plan, relay, observer, outcome);
    }
  }
  comparison.splits = test_splits(comparison.models);
  return comparison;
}

}  // namespace gntp
