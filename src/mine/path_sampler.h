// Proposes bodies: takes facts of a relation at random and looks for paths between their two
// entities. For knowledge bases with too many relations to try all bodies.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "kb/step_graph.h"
#include "mine/mined_rule.h"

namespace gntp {

// A body, and on how many paths it was found.
struct Proposal {
  Body body;
  std::uint32_t paths = 0;
};

// One thread's scratch.
class PathSampler {
 public:
  explicit PathSampler(const StepGraph& graph) : graph_(graph) {}

  // The bodies of `length` (2 or 3) steps found on paths around `samples` facts of the relation,
  // from its `head` step's start to its end; distinct, those of most paths first. Depends on the
  // random numbers and the arguments alone, and takes no longer where entities are hubs.
  std::vector<Proposal> propose(Step head, std::size_t length, std::size_t samples, Random& random);

 private:
  struct LastStep {
    EntityId from;
    Step step;
    friend auto operator<=>(const LastStep&, const LastStep&) = default;
  };
  void find_paths(EntityId start, EntityId end, std::size_t length, Random& random);
  void close(EntityId start, EntityId end, const Body& prefix, EntityId from, Random& random);
  template <typename Visit>
  void for_each_last(EntityId from, EntityId end, Visit visit) const;

  const StepGraph& graph_;
  bool is_listed_ = false;       // whether there are few enough of
  std::vector<LastStep> lasts_;  // sorted: the steps that lead to the end at hand
  std::vector<Body> found_;
};

}  // namespace gntp
