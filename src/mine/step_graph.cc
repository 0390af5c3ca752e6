#include "mine/step_graph.h"

#include <algorithm>
#include <tuple>

namespace gntp {
namespace {

struct Edge {
  Id from;
  Step step;
  Id to;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

std::vector<Edge> sorted_edges(const std::vector<Triple>& facts) {
  std::vector<Edge> edges;
  edges.reserve(2 * facts.size());
  for (const Triple& fact : facts) {
    if (fact.head == fact.tail) continue;
    edges.push_back({fact.head, forwards(fact.relation), fact.tail});
    edges.push_back({fact.tail, inverse(forwards(fact.relation)), fact.head});
  }
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace

StepGraph::StepGraph(const KnowledgeBase& kb)
    : first_segment_(kb.entities.size() + 1),
      edge_counts_(2 * kb.relations.size()),
      head_steps_(kb.relations.size()) {
  const std::vector<Edge> edges = sorted_edges(kb.facts);
  targets_.reserve(edges.size());
  for (const Edge& edge : edges) {
    const auto position = static_cast<std::uint32_t>(targets_.size());
    if (segments_.empty() || owners_.back() != edge.from || segments_.back().step != edge.step) {
      segments_.push_back({edge.step, position, position});
      owners_.push_back(edge.from);
      ++first_segment_[edge.from + 1];
    }
    ++segments_.back().end;
    ++edge_counts_[edge.step];
    targets_.push_back(edge.to);
  }
  for (std::size_t i = 1; i < first_segment_.size(); ++i)
    first_segment_[i] += first_segment_[i - 1];
  add_reverses();
  add_starts(2 * kb.relations.size());
  for (Id relation = 0; relation < head_steps_.size(); ++relation) {
    const Step step = forwards(relation);
    const bool as_it_is = starts(step).size() >= starts(inverse(step)).size();
    head_steps_[relation] = as_it_is ? step : inverse(step);
  }
}

void StepGraph::add_reverses() {
  reverses_.resize(targets_.size());
  for (std::size_t number = 0; number < segments_.size(); ++number) {
    const Segment& segment = segments_[number];
    for (std::uint32_t edge = segment.begin; edge < segment.end; ++edge) {
      const Segment* back = find(targets_[edge], inverse(segment.step));
      reverses_[edge] = static_cast<std::uint32_t>(back - segments_.data());
    }
  }
}

void StepGraph::add_starts(std::size_t steps) {
  first_start_.resize(steps + 1);
  for (const Segment& segment : segments_) ++first_start_[segment.step + 1];
  for (std::size_t i = 1; i < first_start_.size(); ++i) first_start_[i] += first_start_[i - 1];
  starts_.resize(segments_.size());
  std::vector<std::uint32_t> next(first_start_.begin(), first_start_.end() - 1);
  for (std::size_t number = 0; number < segments_.size(); ++number) {
    starts_[next[segments_[number].step]++] = owners_[number];
  }
}

std::span<const StepGraph::Segment> StepGraph::segments(Id entity) const {
  const std::uint32_t first = first_segment_[entity];
  return {segments_.data() + first, first_segment_[entity + 1] - first};
}

const StepGraph::Segment* StepGraph::find(Id entity, Step step) const {
  const std::span<const Segment> all = segments(entity);
  const auto found = std::ranges::lower_bound(all, step, {}, &Segment::step);
  return found == all.end() || found->step != step ? nullptr : &*found;
}

std::span<const Id> StepGraph::targets(Id entity, Step step) const {
  const Segment* segment = find(entity, step);
  return segment == nullptr ? std::span<const Id>() : targets(*segment);
}

std::size_t StepGraph::degree(Id entity) const {
  const std::span<const Segment> all = segments(entity);
  return all.empty() ? 0 : all.back().end - all.front().begin;
}

std::span<const Id> StepGraph::starts(Step step) const {
  const std::uint32_t first = first_start_[step];
  return {starts_.data() + first, first_start_[step + 1] - first};
}

}  // namespace gntp
