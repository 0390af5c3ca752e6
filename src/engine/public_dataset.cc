#include <utility>

#include "base/error.h"
#include "engine/data_cache.h"
#include "engine/dataset_state.h"
#include "engine/rule_mining.h"
#include "engine/settings_state.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// The rule files to use: those given, else the preset's own; none: the data's.
std::vector<fs::path> rules_for(const Settings& settings, const DatasetOptions& given) {
  const fs::path& own = settings.state().preset_rules;
  return given.rules.empty() && !own.empty() ? std::vector<fs::path>{own} : given.rules;
}

std::shared_ptr<Dataset::State> state_for(const Settings& settings, const DatasetOptions& options) {
  auto state = std::make_shared<Dataset::State>();
  state->given = options;
  state->rules = rules_for(settings, options);
  state->mentions = settings.state().options.model.mentions;
  return state;
}

RuleSources rule_sources(const Dataset::State& state, const Settings& settings) {
  const AllOptions& all = settings.state().options;
  RuleSources sources;
  sources.files = state.rules;
  sources.confidence = state.given.rule_confidence;
  sources.more_to_come = !needs_given_rules(all);
  sources.bodiless =
      all.model.entities == SymbolKind::kSymbolic && all.model.relations == SymbolKind::kSymbolic;
  return sources;
}

Dataset make_again(std::shared_ptr<const DatasetContents> contents, const Settings& settings,
                   const DatasetOptions& options) {
  const std::shared_ptr<Dataset::State> state = state_for(settings, options);
  state->data = std::make_shared<LoadedDataset>(
      load_dataset(*contents, rule_sources(*state, settings), options.on_error));
  state->contents = std::move(contents);
  return Dataset(state);
}

}  // namespace

Dataset::Dataset(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Dataset Dataset::load(const fs::path& folder, const DatasetOptions& options) {
  return load(folder, Settings(), options);
}

Dataset Dataset::load(const fs::path& folder, const Settings& settings,
                      const DatasetOptions& options) {
  const std::shared_ptr<State> state = state_for(settings, options);
  state->data = std::make_shared<LoadedDataset>(load_by_cache(
      folder, rule_sources(*state, settings), state->mentions, options.on_error, options.reading));
  return Dataset(state);
}

Dataset Dataset::make(DatasetContents contents, const DatasetOptions& options) {
  return make(std::move(contents), Settings(), options);
}

Dataset Dataset::make(DatasetContents contents, const Settings& settings,
                      const DatasetOptions& options) {
  return make_again(std::make_shared<const DatasetContents>(std::move(contents)), settings,
                    options);
}

const fs::path& Dataset::folder() const {
  return state_->data->folder;
}

std::vector<std::string> Dataset::splits() const {
  std::vector<std::string> names;
  for (const Split& split : state_->data->splits) names.push_back(split.name);
  return names;
}

DatasetStatistics Dataset::statistics() const {
  return statistics_of(*state_->data);
}

const std::vector<std::string>& Dataset::warnings() const {
  return state_->data->warnings;
}

std::shared_ptr<const LoadedDataset> data_for(const Dataset& dataset, const Settings& settings) {
  const Dataset::State& state = dataset.state();
  const bool has_mentions = state.mentions != Mentions::kOff;
  const bool wants_mentions = settings.state().options.model.mentions != Mentions::kOff;
  const bool same_mentions =
      has_mentions == wants_mentions || (has_mentions && state.data->kb.patterns == 0);
  if (same_mentions && state.rules == rules_for(settings, state.given)) return state.data;
  if (state.contents) return make_again(state.contents, settings, state.given).state().data;
  if (state.data->folder == "-") {
    fail("standard input cannot be read again for other settings; write it to a file");
  }
  return Dataset::load(state.data->folder, settings, state.given).state().data;
}

}  // namespace gntp
