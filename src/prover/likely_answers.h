// Answers that are worth a look where a question has too many to list them all: what is known, and
// what rules lead to, the most confident rules first, some answers of each. Which ones depends on
// the question alone. How good each is, its proofs have to say.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "kb/step_graph.h"
#include "prover/goal.h"
#include "prover/rule_tree.h"

namespace gntp {

class LikelyAnswers {
 public:
  using IsWanted = std::function<bool(EntityId)>;

  // Keeps references.
  LikelyAnswers(const RuleTree& tree, const StepGraph& graph, const AnswerQuery& query);

  // At most `most` of those that are wanted, by id. Some may turn out to have no proof.
  std::vector<EntityId> find(std::size_t most, const IsWanted& is_wanted);

 private:
  // A walk to answers. Where it has no steps, its beginning is the answer.
  struct Way {
    float distance = 0;
    std::optional<EntityId> from;  // nothing: from wherever the first step leads to
    std::array<Step, BodyWalk::kMaxSteps> steps{};
    std::uint8_t size = 0;

    std::span<const Step> all_steps() const { return std::span(steps).first(size); }
    auto key() const { return std::tuple(distance, size, steps, from); }
  };

  void list_ways(const RuleTree::Side& side, const RuleTree::Node& node, Way way);
  float distance_of(const RuleTree::Leaf& leaf) const;
  void follow(const Way& way);
  void follow(std::span<const EntityId> entities, std::span<const Step> steps);
  bool is_enough() const;

  const StepGraph& graph_;
  const AnswerQuery query_;
  std::span<const RuleMatch> matches_;  // of the question's relation
  std::vector<Way> ways_;               // nearest first
  std::unordered_set<std::uint32_t> found_;
  const IsWanted* is_wanted_ = nullptr;
  std::size_t most_ = 0;
  std::size_t most_of_way_ = 0;  // that the way at hand may have found
  std::size_t looks_ = 0;        // of the way at hand
};

}  // namespace gntp
