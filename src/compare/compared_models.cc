#include "compare/compared_models.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "engine/dataset_state.h"
#include "engine/resources.h"
#include "kb/dataset_files.h"

namespace gntp {

std::vector<ComparedModel> usual_models() {
  constexpr auto kNeeded = ComparedModel::Templates::kNeeded;
  return {{std::string(kNtpModel), "NTP", kNeeded},
          {"gntp", "GNTP", kNeeded},
          {"gntp-attention", "GNTP, attention", kNeeded},
          {"rules", "rules"},
          {"transe", "TransE"},
          {"distmult", "DistMult"},
          {"complex", "ComplEx"},
          {"hybrid", "hybrid"}};
}

ComparedModel find_model(std::string_view name) {
  std::vector<std::string> usual;
  for (ComparedModel& model : usual_models()) {
    if (model.name == name) return std::move(model);
    usual.push_back(model.name);
  }
  std::vector<std::string> known = usual;
  for (const PresetFile& preset : all_presets()) {
    if (preset.name == name) return {preset.name, preset.name};
    if (std::ranges::find(usual, preset.name) == usual.end()) known.push_back(preset.name);
  }
  const std::string hint = suggestion(name, known);
  throw UsageError(fmt::format(
      "--models: there is no model '{}'; {}{}there are {}, and every preset ('gntp help presets')",
      excerpt(name), hint, hint.empty() ? "" : " ", join(usual, ", ")));
}

std::vector<ComparedModel> parse_models(std::string_view text) {
  if (trim(text).empty()) return usual_models();
  std::vector<ComparedModel> models;
  for (const std::string_view field : split(text, ',')) {
    ComparedModel model = find_model(trim(field));
    if (std::ranges::find(models, model.name, &ComparedModel::name) != models.end()) {
      throw UsageError(fmt::format("--models: '{}' is there twice; leave one out", model.name));
    }
    models.push_back(std::move(model));
  }
  return models;
}

Dataset load_for(const ComparedModel& model, const Settings& settings,
                 const std::filesystem::path& data) {
  const DatasetFiles files = find_dataset_files(data);
  DatasetOptions options;
  if (files.rules) {
    Dataset dataset = Dataset::load(data, settings);
    const bool has_templates = !dataset.state().data->kb.rules.templates.empty();
    if (has_templates || model.templates == ComparedModel::Templates::kNone) return dataset;
    options.rules.push_back(*files.rules);
  }
  if (model.templates == ComparedModel::Templates::kNeeded) {
    options.rules.push_back(resource_folder() / "presets" / "templates.pl");
  }
  return Dataset::load(data, settings, options);
}

}  // namespace gntp
