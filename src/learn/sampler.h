// What a batch is made of: training facts, each to be proved without itself, and corruptions of
// them that are not known to be true. An epoch takes every fact once or, where there are very many,
// some of them from everywhere, drawn anew each time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "index/goal_predicates.h"
#include "kb/knowledge_base.h"
#include "kb/step_graph.h"
#include "prover/prover.h"

namespace gntp {

struct Example {
  Goal goal;
  Triple excluded;  // the fact itself for a positive, kNoFact for a negative
  bool positive() const { return excluded != kNoFact; }
};

// How many negatives each positive gets, by what is replaced by random entities.
struct Corruptions {
  std::size_t head = 1;
  std::size_t tail = 1;
  std::size_t both = 1;
};

class Sampler {
 public:
  // Keeps references. Positives are the facts whose predicates `goals` has, mentions among them.
  // An epoch has at most `most` of them.
  Sampler(const KnowledgeBase& kb, const StepGraph& graph, const GoalPredicates& goals,
          const Corruptions& corruptions, std::uint64_t seed, std::size_t most = kMostPositives);
  static constexpr std::size_t kMostPositives = 1'000'000;

  // How many positives an epoch has.
  std::size_t positives() const { return order_.size(); }

  // Draws facts where there are too many, and puts them into a new random order.
  void start_epoch();
  // The next `size` positives, each followed by its negatives; empty at the end of the epoch.
  void next_batch(std::size_t size, std::vector<Example>& batch);
  bool at_end() const { return next_ == order_.size(); }

  // Where the sampling of an epoch is, to go back to.
  struct Position {
    Random random;
    std::size_t next;
  };
  Position position() const { return {random_, next_}; }
  void go_back(const Position& position) {
    random_ = position.random;
    next_ = position.next;
  }

  // Its whole state (base/archive.h).
  template <typename Archive>
  void exchange(Archive& archive) {
    std::string random = random_.position();
    archive(random);
    random_.set_position(random);
    archive(order_);
    archive(next_);
  }

 private:
  enum class Side { kHead, kTail, kBoth };
  void add_negatives(const Triple& fact, Side side, std::size_t count, std::vector<Example>& batch);
  bool corrupt(Triple& triple, Side side);

  const KnowledgeBase& kb_;
  const StepGraph& graph_;
  Corruptions corruptions_;
  Random random_;
  // The facts that may be positives, relation by relation.
  struct Run {
    std::size_t end;    // of them, among all positives
    std::size_t shift;  // from a positive's number to the fact's place
  };
  std::size_t place_of(std::size_t positive) const;

  std::vector<Run> runs_;
  std::size_t all_ = 0;             // positives that there are
  std::vector<std::size_t> order_;  // of the epoch's facts
  std::size_t next_ = 0;
};

}  // namespace gntp
