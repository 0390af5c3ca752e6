// Counts path rules where there are too many paths to walk: from starts that are drawn at random,
// until the counts say enough or the paths that were allowed are used up. What is found is a
// confidence and an interval for it (ratio_interval.h).
//
// A start that leads to a hub has very many pairs by itself. Of these some are drawn, too: paths at
// random, each pair counted once whatever the number of its paths. A last step that
// few of the starts meet is counted by itself, from the entities that have it back to the starts.
//
// Starts are drawn from the seed and the body: whoever counts a body counts the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/scratch_map.h"
#include "mine/body_group.h"
#include "mine/heads_around.h"
#include "mine/loopless_starts.h"
#include "mine/mine_options.h"
#include "mine/path_front.h"
#include "mine/ratio_interval.h"

namespace gntp {

// One thread's scratch; its memory follows what a group of bodies meets.
class SampledCounter {
 public:
  // Keeps references.
  SampledCounter(const StepGraph& graph, const LooplessStarts& starts, const MineOptions& options);

  // Appends the rules that the options accept, after about `limit` paths. Requires: a prefix.
  void count(const BodyGroup& group, double limit, std::vector<MinedRule>& rules);

 private:
  // The sums over starts of one last step and one relation as head.
  struct Cell {
    double now = 0;  // of the start at hand
    double y = 0;
    double yy = 0;
    double xy = 0;
    double known = 0;
    std::uint32_t starts = 0;  // with support
    std::uint32_t whole = 0;   // those of them all of whose pairs are
  };
  // Of one last step.
  struct Row {
    double x = 0;
    double xx = 0;
    std::uint32_t starts = 0;  // with pairs of the body
    double looked_at = 0;      // ends
    double ends = 0;           // that there were to look at
  };
  struct Leap {
    StepGraph::Segment segment;
    Reached from;
  };

  void sample(std::span<const EntityId> starts, const BodyGroup& group, double limit);
  std::size_t next_start();
  void count_from(EntityId start, const BodyGroup& group);
  std::span<const Reached> reach(EntityId start, const Body& prefix);
  void collect(const BodyGroup& group, std::span<const Reached> frontier);
  double list_ends(EntityId start, Step last);
  double draw_ends(EntityId start, Step first, Step last, std::size_t ends);
  double ways(std::span<const EntityId> between, EntityId end, Step last, EntityId start);
  void add_support(Step last, EntityId end, double weight);
  Cell& cell(Step last, RelationId relation);
  void add_looks(Step last, double looks, double ends);
  void add_start(Step last, double pairs);
  bool is_precise() const;
  std::vector<Step> count_rare(const BodyGroup& group, double limit, std::vector<MinedRule>& rules);
  bool list_starts(const Body& prefix, Step last, double limit);
  bool is_exact(const Row& row) const;
  RatioInterval interval(const Row& row, const Cell& cell) const;
  void append(const Body& prefix, std::vector<MinedRule>& rules);
  bool estimate(const Row& row, const Cell& cell, MinedRule& rule) const;
  void clear();

  const StepGraph& graph_;
  const LooplessStarts& starts_;
  const MineOptions& options_;

  Random random_{0};
  PathFront front_;
  HeadsAround heads_;
  ScratchMap<std::uint32_t, std::uint32_t> order_;  // of the starts: those that changed places
  std::size_t population_ = 0;                      // starts
  std::size_t drawn_ = 0;                           // of them
  double spent_ = 0;                                // paths and looks at entities
  double weight_ = 1;                               // of each that the first steps have reached
  bool is_cut_ = false;                             // some start has more paths than were looked at
  std::vector<Reached> some_;                       // drawn from what the first steps reach
  ScratchMap<std::uint32_t, NoValue> seen_;
  std::vector<std::vector<Leap>> leaps_;   // by last step
  std::vector<Step> leaping_;              // steps with leaps
  std::vector<Row> rows_;                  // by last step
  std::vector<Step> counted_;              // steps with rows in use
  ScratchMap<std::uint64_t, Cell> cells_;  // by last step and relation
  std::vector<std::uint64_t> filled_;      // the keys of cells in use
  std::vector<std::uint64_t> touched_;     // those of the start and the last step at hand
  std::vector<std::size_t> leap_ends_;  // of the ends of a last step's leaps, one after the other
  std::vector<EntityId> listed_;
  std::vector<EntityId> further_;
};

}  // namespace gntp
