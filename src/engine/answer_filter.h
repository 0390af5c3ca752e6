// What is behind the public AnswerFilter: the answers that a user allows, in ids.
//
// Immutable; shared by all threads that ask.
#pragma once

#include <gntp/engine.h>

#include <memory>
#include <optional>
#include <vector>

#include "kb/knowledge_base.h"
#include "kb/step_graph.h"

namespace gntp {

struct AnswerFilter::State {
  std::shared_ptr<const KnowledgeBase> kb;        // whose ids they are
  std::optional<std::vector<EntityId>> entities;  // sorted; nothing: all
  std::optional<StepGraph> not_known;
};

// Throws Error where a name or a type is unknown.
AnswerFilter make_filter(const AnswerLists& lists, std::shared_ptr<const KnowledgeBase> kb);

// Throws UsageError where the filter is another engine's.
void check_filter(const AnswerFilter& filter, const Engine::State& engine);

// Throws UsageError where the filter is for entities.
void check_allows_relations(const AnswerFilter& filter);

}  // namespace gntp
