// An engine with some facts more and some fewer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/stop.h"
#include "base/text.h"
#include "engine/engine_state.h"
#include "engine/new_vector_penalty.h"
#include "engine/predictor_training.h"
#include "engine/watch.h"
#include "kb/changed_facts.h"
#include "model/kernel.h"
#include "model/new_entities.h"
#include "predict/new_vectors.h"

namespace gntp {
namespace {

std::string count_of(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string summary_of(const FactChanges& changes, const ChangedFacts& changed) {
  std::vector<std::string> parts;
  if (!changes.added.empty()) {
    parts.push_back(count_of(changed.added.size(), "fact", "facts") + " added");
  }
  if (!changes.removed.empty()) {
    parts.push_back(count_of(changed.removed_facts, "fact", "facts") + " removed");
  }
  std::vector<std::string> details;
  if (changed.new_entities > 0) {
    details.push_back(count_of(changed.new_entities, "new entity", "new entities"));
  }
  if (changed.known_already > 0) {
    details.push_back(fmt::format("{} known already", changed.known_already));
  }
  if (changed.repeated > 0) details.push_back(fmt::format("{} repeated", changed.repeated));
  return fmt::format("{}{}; rules, their counts and the calibration are as they were trained",
                     parts.empty() ? "nothing changed" : join(parts, ", "),
                     details.empty() ? "" : fmt::format(" ({})", join(details, ", ")));
}

// How far apart symbols must be for no proof to take one for the other.
double reach_of(const Engine::State& state) {
  constexpr double kLeast = 1e-300;  // a floor of 0
  return distance_of(std::max(state.options.prover.floor, kLeast), state.models.model()->slope);
}

std::vector<bool> entities_of(const KnowledgeBase& kb) {
  std::vector<bool> has_facts(kb.entities.size());
  for (const Triple& fact : kb.facts.range(0, kb.first_mention())) {
    has_facts[fact.head] = has_facts[fact.tail] = true;
  }
  return has_facts;
}

// Entities of the training whose vectors come from facts that came later: training showed none.
std::vector<EntityId> fitted_of(const Engine::State& state, const KnowledgeBase& kb,
                                std::size_t trained) {
  std::vector<EntityId> fitted = state.metadata.changes.fitted;
  if (!state.models.model()->predictor.is_used()) return fitted;
  const std::vector<bool> before = entities_of(state.models.kb());
  const std::vector<bool> now = entities_of(kb);
  for (EntityId id{0}; id < trained; ++id) {
    if (!before[id] && now[id]) fitted.push_back(id);
  }
  std::ranges::sort(fitted);
  fitted.erase(std::unique(fitted.begin(), fitted.end()), fitted.end());
  return fitted;
}

// Whether one of the facts is about an entity whose vector is fitted.
bool concern(const std::vector<Triple>& facts, const std::vector<bool>& is_fitted) {
  return std::ranges::any_of(
      facts, [&](const Triple& fact) { return is_fitted[fact.head] || is_fitted[fact.tail]; });
}

// The model for the changed facts.
std::shared_ptr<const Model> changed_model(const Engine::State& state, const ChangedFacts& changed,
                                           const FactHistory& history,
                                           std::optional<double> penalty, std::size_t trained) {
  const KnowledgeBase& kb = changed.kb;
  const bool same_entities = changed.new_entities == 0 && changed.dropped_entities == 0;
  std::vector<EntityId> entities = history.fitted;
  for (EntityId id(trained); id < kb.entities.size(); ++id) entities.push_back(id);
  std::vector<bool> is_fitted(kb.entities.size());
  for (const EntityId id : entities) is_fitted[id] = true;
  const bool to_fit =
      penalty && (concern(changed.added, is_fitted) || concern(changed.removed, is_fitted) ||
                  changed.dropped_entities > 0);
  if (same_entities && !to_fit) return state.models.model();
  auto model = std::make_shared<Model>(
      with_entities(*state.models.model(), trained, changed.old_ids, reach_of(state)));
  if (!to_fit) return model;
  const StepGraph facts = predictor_facts(kb);
  NewVectorOptions options;
  options.penalty = state.options.predictor.penalty;
  options.penalty_weight = *penalty;
  state.threads.run([&](ThreadPool& threads) {
    fit_new_vectors(facts, entities, options, model->predictor, threads);
  });
  return model;
}

}  // namespace

Engine Engine::with(const FactChanges& changes, const Observer& observer) const {
  const StopScope stop(observer.stop);
  const FactHistory& before = state_->metadata.changes;
  ChangedFacts changed = change_facts(state_->models.kb(), before.entities, changes);
  note(observer, summary_of(changes, changed));
  const std::size_t trained = state_->models.kb().entities.size() - before.entities;
  FactHistory history;
  history.added = before.added + changed.added.size();
  history.removed = before.removed + changed.removed_facts;
  history.entities = changed.old_ids.size();
  history.fitted = fitted_of(*state_, changed.kb, trained);
  const std::optional<double> penalty = new_vector_penalty(*state_);
  std::shared_ptr<const Model> model = changed_model(*state_, changed, history, penalty, trained);
  auto state = std::make_unique<State>(std::make_shared<KnowledgeBase>(std::move(changed.kb)),
                                       std::move(model), state_->options, state_->threads.size(),
                                       state_->threads.device());
  state->metadata = state_->metadata;
  state->metadata.new_vector_penalty = penalty;
  state->metadata.changes = std::move(history);
  state->record = state_->record;
  state->calibration = state_->calibration;
  state->folder = state_->folder;
  state->training = state_->training;
  return Engine(std::move(state));
}

}  // namespace gntp
