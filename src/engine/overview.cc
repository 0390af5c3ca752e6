// Counts of an engine and what its run folder says of it (gntp/browsing.h).
#include <gntp/browsing.h>

#include <algorithm>

#include "engine/engine_state.h"
#include "engine/names_in_words.h"
#include "engine/settings_text.h"

namespace gntp {

EngineCounts counts_of(const Engine& engine) {
  const Engine::State& state = engine.state();
  const KnowledgeBase& kb = state.models.kb();
  const Model& model = *state.models.model();
  EngineCounts counts;
  counts.facts = kb.facts.size();
  counts.entities = kb.entities.size();
  counts.relations = kb.first_pattern();
  counts.rules = kb.rules.size();
  counts.vectors = model.predictor.is_used() || !model.has_symbolic_entities();
  counts.probabilities = state.calibration.is_fitted();
  counts.labels = kb.has_labels();
  return counts;
}

std::vector<RelationCounts> relation_counts(const Engine& engine) {
  const std::shared_ptr<const IndexedModel> model = engine.state().models.own();
  const KnowledgeBase& kb = model->kb();
  const StepGraph& graph = model->index().graph();
  std::vector<RelationCounts> counts;
  for (RelationId id{0}; id < kb.first_pattern(); ++id) {
    counts.push_back({in_words(kb, id), kb.facts.count_of(id), graph.starts(forwards(id)).size(),
                      graph.starts(backwards(id)).size()});
  }
  std::ranges::sort(counts, [](const RelationCounts& a, const RelationCounts& b) {
    return a.facts != b.facts ? a.facts > b.facts : a.relation.name < b.relation.name;
  });
  return counts;
}

RunRecord record_of(const Engine& engine) {
  const Engine::State& state = engine.state();
  RunRecord record;
  record.metrics_json = state.record.metrics;
  record.trace_jsonl = state.record.trace;
  record.data = state.metadata.data.string();
  record.seed = state.metadata.seed;
  record.version = state.metadata.version;
  for (const Setting& setting : all_settings()) {
    record.settings.emplace_back(setting.name, to_text(setting.read(state.options)));
  }
  return record;
}

}  // namespace gntp
