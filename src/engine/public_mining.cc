#include <fmt/format.h>
#include <gntp/error.h>
#include <gntp/mining.h>

#include <utility>

#include "base/file.h"
#include "base/stop.h"
#include "engine/dataset_state.h"
#include "engine/rule_mining.h"
#include "engine/same_input.h"
#include "engine/settings_state.h"
#include "engine/settings_text.h"
#include "engine/step_limit.h"
#include "mine/adapted_options.h"

namespace gntp {

struct MinedRules::State {
  std::shared_ptr<const LoadedDataset> data;  // whose names the rules have
  MineOptions options;
  Mining mining;
};

MinedRules::MinedRules(std::shared_ptr<const State> state) : state_(std::move(state)) {}

std::size_t MinedRules::size() const {
  return state_->mining.rules.size();
}

CountedRule MinedRules::operator[](std::size_t index) const {
  const MinedRule& rule = state_->mining.rules[index];
  ClauseText clause = to_clause(rule, state_->data->kb);
  clause.confidence.reset();
  const bool is_exact = rule.counts.is_exact();
  return {.text = to_text(clause),
          .confidence = rule.confidence,
          .pca_confidence = rule.counts.pca_confidence(),
          .support = rule.counts.support,
          .body = rule.counts.body,
          .counted_share = rule.counts.share,
          .confidence_low = is_exact ? rule.counts.confidence() : rule.counts.low,
          .confidence_high = is_exact ? rule.counts.confidence() : rule.counts.high};
}

std::size_t MinedRules::accepted() const {
  return state_->mining.accepted;
}

std::size_t MinedRules::counted_partly() const {
  return state_->mining.partly;
}

std::size_t MinedRules::sampled_from() const {
  return state_->mining.sampled_from;
}

std::size_t MinedRules::steps() const {
  return state_->mining.steps;
}

bool MinedRules::complete() const {
  return state_->mining.complete;
}

double MinedRules::seconds() const {
  return state_->mining.seconds;
}

std::string MinedRules::summary() const {
  return gntp::summary(state_->mining, state_->options);
}

void MinedRules::write(const std::filesystem::path& file, RuleFormat format,
                       IfExists if_exists) const {
  const KnowledgeBase& kb = state_->data->kb;
  std::string text;
  for (const MinedRule& rule : state_->mining.rules) {
    text += format == RuleFormat::kAnyburl ? to_anyburl_line(rule, kb) : to_rule_line(rule, kb);
    text += '\n';
  }
  write_file(file, text, if_exists);
}

// Mining reads its own settings alone; those that a preset has beside them are for training.
static void check_mining_settings(const Settings::State& settings) {
  AllOptions options = settings.options;
  options.rules.origin = RuleOrigin::kMined;
  for (const Settings::State::Source& source : settings.sources) {
    if (source.kind == Settings::State::Source::Kind::kPreset) continue;
    for (const std::string& name : source.settings) {
      const bool is_used = name.starts_with("mine.") || name == kModeSetting ||
                           name == "model.mentions";  // they are facts to mine in
      if (!is_used) {
        throw UsageError(fmt::format(
            "{}: {} has no effect on mining, which has the settings mine.*; leave it out",
            source.name, name));
      }
      const Setting& setting = *find_setting(name);
      if (const Need* need = missing_need(setting, options)) {
        refuse(setting, *need, options, source.name);
      }
    }
  }
}

MinedRules mine(const Dataset& dataset, const Settings& settings, const RunOptions& options,
                const Observer& observer) {
  check_mining_settings(settings.state());
  auto state = std::make_shared<MinedRules::State>();
  state->data = dataset.state().data;
  state->options = adapted(settings.state().options.mine, state->data->kb);
  state->options.seed = options.seed;
  require_same_input(*state->data, fmt::format("{} {} {}", to_toml(settings.state().options),
                                               options.seed, options.limit.steps.value_or(0)));
  ThreadPool threads(options.threads);
  StepLimit limit(options.limit);
  MiningSteps steps;
  steps.may_go_on = [&limit] { return limit.may_go_on(); };
  steps.after_step = [&limit](MiningState&) { limit.count(); };
  const StopScope stop(observer.stop);
  state->mining = mine_rules(state->data->kb, state->options, threads, observer, std::move(steps));
  return MinedRules(std::move(state));
}

}  // namespace gntp
