// The answers that are known to questions: those that facts give, looked up in the graph of the
// facts, and those that other triples add. What these add is merged with the facts once, for the
// questions that they are about, so that little is kept however many facts there are. Immutable;
// safe from several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kb/dataset.h"
#include "kb/step_graph.h"
#include "kb/triple_set.h"

namespace gntp {

class KnownTriples {
 public:
  // None.
  KnownTriples() = default;
  // No facts but these triples.
  explicit KnownTriples(const TripleSet& triples);
  // All triples of a data set.
  explicit KnownTriples(const LoadedDataset& dataset);
  // Those of a data set and the facts that a model knows, in the model's ids.
  KnownTriples(const LoadedDataset& dataset, const KnowledgeBase& model);

  // Distinct, by id.
  std::span<const EntityId> targets(EntityId entity, Step step) const;

 private:
  // The answers to one question.
  struct Merged {
    EntityId entity;
    Step step;
    std::size_t begin;
    std::size_t end;
  };
  static std::uint64_t key_of(EntityId entity, Step step) {
    return std::uint64_t{entity} << 32U | step;
  }
  // Requires: called once.
  void merge(std::vector<Triple> triples);

  std::optional<StepGraph> facts_;
  std::vector<Merged> merged_;  // by entity and step
  std::vector<EntityId> answers_;
};

}  // namespace gntp
