// How near the best proof of every subgoal is, for all pairs of entities: what makes proofs of
// depth 2 and more cheap where entities are few. For t-norm `min`, unification per term and rules
// that are paths (plan.h), where a proof is as far as its farthest link.
//
// A subgoal is q(x, y) with a number of rule applications left, its level d. Where a variable meets
// a fact's symbol and binds to it, nothing is compared:
//
//   N_0(q)(x, y)   = min over facts r(x, y) of d(q, r)
//   N_d+1(q)(x, y) = min of N_0(q)(x, y) and, over rules, max(head, body of the rule by N_d)
//
// Where an argument is known already, it is compared with what a proof would bind it to. With the
// table D of the entities' distances and products over (min, max): D N where the first argument is
// known, N D the second, D N D both. A body q(X, Z), r(Z, Y) is N(q) D N(r): one of its atoms binds
// Z, the other compares. All is min and max, so nothing is rounded: distances are the prover's to
// the last bit.
//
// `refresh` is for one thread, everything else for any number.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/parallel.h"
#include "index/rule_index.h"
#include "index/symbol_distances.h"
#include "kb/knowledge_base.h"
#include "prover/table_paths.h"

namespace gntp {

class SubgoalTables {
 public:
  // For goals of this depth: at least 2. Keeps references.
  SubgoalTables(TablePaths paths, const KnowledgeBase& kb, const SymbolDistances& symbols,
                const RuleIndex& rules, std::size_t depth);

  // Takes the distances and the rules as they are now; subgoals beyond the radius have no proof.
  void refresh(float radius, ThreadPool& threads);

  const TablePaths& paths() const { return paths_; }
  // As many as goals are deep; the subgoals of a goal's own rules are of the last.
  std::size_t levels() const { return levels_.size(); }
  // Of a step of the paths, by entities in the direction of the path: at most this far, and
  // infinite or beyond the radius where there is no proof. Requires: level < depth.
  const Matrix& step(std::size_t level, std::uint32_t step, StepRoles roles) const {
    return levels_[level].steps[step][is_symbolic() ? 0 : roles.index()];
  }
  // Of the last two steps of a path of three together.
  const Matrix& rest(std::size_t level, std::uint32_t rest, Role end) const {
    return levels_[level].rests[rest][is_symbolic() || end == Role::kBinds ? 0 : 1];
  }
  // No proof of the subgoal is nearer than this, whatever an argument that is not given binds to.
  float least(std::size_t level, PredicateId predicate, std::optional<EntityId> head,
              std::optional<EntityId> tail) const;
  // All of a path but its first step. Requires: it has several.
  const Matrix& after_first(std::size_t level, const TablePaths::Path& path, Role end) const;

 private:
  struct Level {
    std::vector<std::array<Matrix, StepRoles::kCount>> steps;  // (entities, entities)
    std::vector<std::array<Matrix, 2>> rests;  // by long rule; the end binds, compares
  };

  bool is_symbolic() const { return symbols_.is_symbolic(); }
  void allocate();
  void fill_entities(ThreadPool& threads);
  void find_used_rules();
  void multiply_bodies(const Level& below, ThreadPool& threads);
  void fill_bound(std::size_t level, ThreadPool& threads);
  void fill_nearest(PredicateId predicate, std::size_t level, Matrix& out) const;
  void fill_compared(Level& level, ThreadPool& threads) const;
  void fill_rests(std::size_t level, ThreadPool& threads);
  const Matrix& body(RuleId rule, const Level& below) const;

  TablePaths paths_;
  const KnowledgeBase& kb_;
  const SymbolDistances& symbols_;
  const RuleIndex& rules_;
  float radius_ = 0;
  Matrix entities_;                    // D; empty where entities are symbols
  std::vector<Level> levels_;          // as many as goals are deep
  std::vector<Matrix> bodies_;         // by rule, of the level below, of several steps
  std::vector<std::uint8_t> is_used_;  // by rule: may a subgoal use it?
};

}  // namespace gntp
