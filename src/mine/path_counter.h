// Counts path rules. A body does not depend on its head: the pairs of entities that it connects are
// listed once, and each is looked up among the facts of all relations at the same time. Bodies that
// differ in their last step only are counted together.
//
// Variables stand for different entities (object identity): a path that comes back to where it was
// is none, and so no body contains the very fact that its head predicts. Facts p(a, a) play no
// part.
#pragma once

#include <cstdint>
#include <vector>

#include "base/scratch_map.h"
#include "mine/body_group.h"
#include "mine/count_table.h"
#include "mine/heads_around.h"
#include "mine/loopless_starts.h"
#include "mine/mine_options.h"
#include "mine/path_front.h"

namespace gntp {

// One thread's scratch; its memory follows what a group of bodies meets.
class PathCounter {
 public:
  // Keeps references.
  PathCounter(const StepGraph& graph, const LooplessStarts& starts, const MineOptions& options);

  // Appends the rules that the options accept, and says so; or gives up because there are more
  // paths than `limit`, or too many from one start, and appends nothing. known_body of bodies of
  // one step may be left 0, for `known_pairs`.
  bool count(const BodyGroup& group, double limit, std::vector<MinedRule>& rules);

 private:
  // The last step from one of the entities that the first steps have reached.
  struct Leap {
    StepGraph::Segment segment;
    std::uint32_t from;  // in the frontier
  };
  enum class Known : std::uint8_t { kCounted, kLater };

  // False: the start has too many paths to keep; nothing of it is counted.
  bool count_from(EntityId start, const BodyGroup& group);
  bool number_leaps(const BodyGroup& group, std::span<const Reached> frontier);
  std::size_t collect(std::span<const Reached> frontier, std::size_t begin);
  std::span<const Leap> take_leaps(Step last);
  std::size_t count_ends(EntityId start, std::span<const Reached> frontier,
                         std::span<const Leap> leaps);
  std::size_t count_segment(EntityId start, const Reached& from, const StepGraph::Segment& segment);
  void append(const Body& prefix, std::vector<MinedRule>& rules);

  const StepGraph& graph_;
  const LooplessStarts& starts_;
  const MineOptions& options_;

  PathFront front_;
  HeadsAround heads_;
  double paths_ = 0;                         // of the group at hand
  ScratchMap<std::uint32_t, NoValue> seen_;  // ends of the start and the last step at hand
  std::vector<Step> leaping_;                // last steps with leaps from the start at hand
  std::vector<std::uint32_t> leap_counts_;   // by last step
  std::vector<Leap> leaps_;                  // of some of these steps, step by step
  std::vector<std::uint32_t> leap_ends_;     // by last step: in leaps_; kNotKept of all others
  Known known_ = Known::kCounted;
  CountTable counts_;
};

// The pairs of a body of one step whose start has the head's step, too: known_body.
std::uint64_t known_pairs(const StepGraph& graph, Step body, Step head);

}  // namespace gntp
