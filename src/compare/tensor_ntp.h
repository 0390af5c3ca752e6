// The prover that the greedy one replaces: every goal is unified with every fact and every rule, no
// path is dropped, there is no floor. As in the tensor implementations, the proof states of a rule
// after each atom of its body are one array, a state for every path so far times every fact: its
// distance and its substitution, here the ids that the body's variables are bound to. (Those
// implementations keep vectors there; their states are larger by a factor of about the dimension.)
//
// Distances are read from the reasoner's tables, so that only the search is compared. Depth 1.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/stopwatch.h"
#include "prover/prover.h"

namespace gntp {

// All rules for a goal with this predicate, however far their heads are, in their order.
std::vector<RuleMatch> every_rule(const Reasoner& reasoner, PredicateId goal);

// Proof states as they lie in memory: one array a column.
struct ProofStates {
  std::size_t count = 0;
  std::unique_ptr<float[]> distances;                      // (count)
  std::vector<std::unique_ptr<std::uint32_t[]>> bindings;  // (variables bound so far, count)
  std::size_t bytes() const {
    return count * (sizeof(float) + bindings.size() * sizeof(std::uint32_t));
  }
};

class TensorNtp {
 public:
  // Keeps a reference. Throws Error for a depth above 1.
  explicit TensorNtp(const Reasoner& reasoner);

  // Whether the states of all rules stay until the goal is done, as a gradient through them needs
  // it, or come and go in blocks of a size that fits into memory.
  enum class Memory { kAllStates, kBlocks };

  // The distance of the best proof, however far; nothing where that is not known after so many
  // seconds. Throws Interrupted where the innermost StopScope asks for it.
  std::optional<float> prove(const Goal& goal, const Triple& excluded, Memory memory,
                             double seconds = std::numeric_limits<double>::infinity());

  // Of the last call: the most bytes of states that were allocated at a time, and the paths that
  // were followed to their end.
  std::size_t peak_bytes() const { return peak_bytes_; }
  double paths_done() const { return paths_done_; }
  // What kAllStates allocates, by arithmetic.
  std::size_t bytes_of_all_states() const;
  // The paths that one goal has.
  double paths() const;

 private:
  // What an argument of a body's atom is when the atom's turn comes.
  struct Argument {
    enum class Kind { kKnown, kBound, kNew, kSameAsHead };
    Kind kind = Kind::kKnown;
    std::size_t column = 0;  // of a variable that the body has bound, or is to bind
    EntityId entity;         // where it is known from the goal or the rule
  };
  struct Step {
    PredicateId predicate;
    std::array<Argument, 2> arguments;
    std::size_t columns = 0;  // bound after this atom
  };

  float by_facts(const Goal& goal);
  float by_rule(const Goal& goal, const RuleMatch& match);
  std::vector<Step> plan(const Rule& rule, std::vector<std::optional<EntityId>> known) const;
  float head_distance(const Goal& goal, const RuleMatch& match,
                      std::vector<std::optional<EntityId>>& known) const;
  float solve(std::span<const Step> steps, const ProofStates& states);
  void extend(const Step& step, const ProofStates& states, std::size_t begin, std::size_t end,
              ProofStates& out);
  template <Unification Kind>
  void extend_as(const Step& step, const ProofStates& states, std::size_t begin, std::size_t end,
                 ProofStates& out);
  void allocate(ProofStates& states, std::size_t count, std::size_t columns);
  void retire(ProofStates states);
  bool is_out_of_time() const { return stopwatch_.seconds() > seconds_; }

  const Reasoner& reasoner_;
  // The facts by column, in plain numbers as a tensor has them.
  std::vector<std::uint32_t> heads_;
  std::vector<std::uint32_t> relations_;
  std::vector<std::uint32_t> tails_;
  std::optional<std::size_t> excluded_;  // the place of a fact that is not there
  Memory memory_ = Memory::kAllStates;
  std::size_t alive_bytes_ = 0;
  std::size_t peak_bytes_ = 0;
  double paths_done_ = 0;
  Stopwatch stopwatch_;  // since the goal was begun
  double seconds_ = 0;   // that it may take
  std::vector<ProofStates> kept_;
};

}  // namespace gntp
