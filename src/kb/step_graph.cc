#include "kb/step_graph.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/grouped.h"
#include "kb/step_graph_writer.h"

namespace gntp {
namespace {

using StepTo = std::pair<Step, EntityId>;

Grouped<StepTo> steps_by_entity(std::span<const Triple> triples, std::size_t entities) {
  const auto for_each = [&](auto visit) {
    for (const Triple& triple : triples) {
      visit(triple.head, {forwards(triple.relation), triple.tail});
      visit(triple.tail, {backwards(triple.relation), triple.head});
    }
  };
  return {entities, for_each};
}

// A graph in memory.
struct Stored {
  std::vector<std::uint32_t> words;
  StepGraphWriter::Places places;
  std::vector<std::uint64_t> first_starts;
  std::vector<std::uint32_t> starts;
};

}  // namespace

StepGraph::StepGraph(std::span<const Triple> triples, std::size_t entities, std::size_t relations) {
  const auto stored = std::make_shared<Stored>();
  std::vector<std::uint32_t>& words = stored->words;
  stored->first_starts.resize(2 * relations + 1);
  {
    Grouped<StepTo> around = steps_by_entity(triples, entities);
    words.reserve(around.size() + entities);
    StepGraphWriter writer(
        relations,
        [&](std::span<const std::uint32_t> more) {
          words.insert(words.end(), more.begin(), more.end());
        },
        [&](Step step, EntityId, std::uint32_t) { ++stored->first_starts[step + 1]; });
    for (EntityId entity{0}; entity < entities; ++entity) {
      std::ranges::sort(around.group(entity));
      for (const auto& [step, target] : around[entity]) writer.add(entity, step, target);
    }
    stored->places = writer.finish(entities);
  }
  for (std::size_t step = 0; step < 2 * relations; ++step) {
    stored->first_starts[step + 1] += stored->first_starts[step];
  }
  stored->starts.resize(stored->first_starts.back());
  *this = StepGraph({words, stored->places.bases, stored->places.offsets, stored->first_starts,
                     stored->starts, stored->places.ends},
                    stored);
  std::vector<std::uint64_t> next(stored->first_starts.begin(), stored->first_starts.end());
  for (EntityId entity{0}; entity < entities; ++entity) {
    for (const Segment& segment : segments(entity)) stored->starts[next[segment.step]++] = entity;
  }
}

StepGraph::StepGraph(const Parts& parts, std::shared_ptr<const void> owner)
    : parts_(parts), owner_(std::move(owner)) {
  const auto require = [](bool holds) {
    if (!holds) fail("the parts of a graph of facts do not go together; make the file anew");
  };
  require(!parts.offsets.empty() && parts.first_starts.size() % 2 == 1);
  require(parts.bases.size() == entities() / kGroup + 1);
  require(block_begin(entities()) == parts.words.size());
  require(parts.first_starts.back() == parts.starts.size());
  require(parts.words.size() >= parts.ends + parts.starts.size());
  step_bits_ = StepGraphWriter::step_bits(relations());
  step_mask_ = (std::uint32_t{1} << step_bits_) - 1;
}

// Words stay as they are, and so do the bits of them that are steps.
StepGraph StepGraph::with_relations(std::size_t relations) const {
  struct Wider {
    std::vector<std::uint64_t> first_starts;
    std::shared_ptr<const void> rest;
  };
  const auto wider = std::make_shared<Wider>();
  wider->first_starts.assign(parts_.first_starts.begin(), parts_.first_starts.end());
  wider->first_starts.resize(2 * relations + 1, parts_.first_starts.back());
  wider->rest = owner_;
  StepGraph graph = *this;
  graph.parts_.first_starts = wider->first_starts;
  graph.owner_ = wider;
  return graph;
}

std::optional<StepGraph::Segment> StepGraph::find(EntityId entity, Step step) const {
  for (const Segment& segment : segments(entity)) {
    if (segment.step == step) return segment;
    if (segment.step > step) break;
  }
  return std::nullopt;
}

std::span<const EntityId> StepGraph::targets(EntityId entity, Step step) const {
  const std::optional<Segment> segment = find(entity, step);
  return segment ? targets(*segment) : std::span<const EntityId>();
}

bool StepGraph::contains(const Triple& triple) const {
  return std::ranges::binary_search(targets(triple.head, forwards(triple.relation)), triple.tail);
}

std::size_t StepGraph::degree(EntityId entity) const {
  std::size_t count = 0;
  for (const Segment& segment : segments(entity)) count += segment.size();
  return count;
}

}  // namespace gntp
