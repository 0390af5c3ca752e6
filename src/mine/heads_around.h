// Which relations hold from one start to the ends of paths: what a path's two ends are looked up
// in. One thread's scratch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/scratch_map.h"
#include "kb/step_graph.h"
#include "mine/loopless_starts.h"

namespace gntp {

class HeadsAround {
 public:
  // Keeps references.
  HeadsAround(const StepGraph& graph, const LooplessStarts& starts);

  void look_at(EntityId start);

  // The relations with facts from the start, taken from their own start (head_step).
  std::span<const RelationId> relations() const { return relations_; }

  // The facts that were looked at.
  std::size_t size() const { return heads_.size(); }

  // Whether all ends are listed; those of a hub are not.
  bool is_listed() const { return is_listed_; }
  // Calls visit(end, relation) for all. Requires: is_listed().
  template <typename Visit>
  void for_each_listed(Visit visit) const {
    for (const Head& head : std::span(heads_).subspan(1)) visit(head.end, head.relation);
  }

  // Calls visit(relation) for each that leads from the start to the end.
  template <typename Visit>
  void for_each(EntityId end, Visit visit) const {
    if (!is_listed_) {
      search(end, visit);
      return;
    }
    const std::uint32_t* found = first_.find(end);
    if (found == nullptr) return;
    for (std::uint32_t at = *found; at != 0; at = heads_[at].next) visit(heads_[at].relation);
  }

 private:
  struct Head {
    EntityId end;
    RelationId relation;
    std::uint32_t next;  // of the same end; 0: none
  };

  // From the end: the start is a hub.
  template <typename Visit>
  void search(EntityId end, Visit visit) const {
    if (end == start_) return;
    for (const StepGraph::Segment& segment : graph_.segments(end)) {
      if (!starts_.is_head_step(inverse(segment.step))) continue;
      if (std::ranges::binary_search(graph_.targets(segment), start_)) {
        visit(relation_of(segment.step));
      }
    }
  }

  const StepGraph& graph_;
  const LooplessStarts& starts_;
  EntityId start_ = EntityId::none();
  bool is_listed_ = true;
  std::vector<RelationId> relations_;
  ScratchMap<std::uint32_t, std::uint32_t> first_;  // by end: in heads_
  std::vector<Head> heads_;
};

}  // namespace gntp
