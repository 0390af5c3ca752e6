// Replays a finished proof against the knowledge base and the model's vectors, sharing nothing with
// the search that found it: the tree follows the rules' bodies, bindings agree, every compared pair
// is there with its distance, the excluded fact is not, and the distances add up.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kb/knowledge_base.h"
#include "model/model.h"
#include "prover/prover.h"

namespace gntp {

class ProofChecker {
 public:
  // Keeps references.
  ProofChecker(const KnowledgeBase& kb, const Model& model, const ProverOptions& options)
      : kb_(kb), model_(model), options_(options) {}

  testing::AssertionResult check(const Proof& proof, const Goal& goal, const Triple& excluded) {
    proof_ = &proof;
    excluded_ = excluded;
    next_step_ = 0;
    cells_.clear();
    arguments_.clear();
    error_.clear();
    replay(goal.predicate, {constant(goal.head), constant(goal.tail)}, options_.depth);
    if (error_.empty()) check_whole();
    if (error_.empty()) return testing::AssertionSuccess();
    return testing::AssertionFailure() << error_;
  }

 private:
  static constexpr double kTolerance = 1e-5;

  // A term of the proof: cells that were unified share a root, which may have a value.
  struct Cell {
    std::size_t parent;
    std::optional<EntityId> value;
  };
  struct Compared {
    Link::Kind kind;
    std::uint32_t goal;
    std::uint32_t other;
  };
  using Cells = std::array<std::size_t, 2>;

  std::size_t new_cell(std::optional<EntityId> value) {
    cells_.push_back({cells_.size(), value});
    return cells_.size() - 1;
  }
  std::size_t constant(EntityId entity) { return new_cell(entity); }
  Cell& root(std::size_t cell) {
    while (cells_[cell].parent != cell) cell = cells_[cell].parent;
    return cells_[cell];
  }

  Cells cells_of(const Atom& atom, const std::vector<std::size_t>& variables) {
    Cells cells{};
    for (std::size_t i = 0; i < 2; ++i) {
      const Term& term = atom.arguments[i];
      cells[i] = term.is_variable() ? variables[term.id] : constant(term.entity_id());
    }
    return cells;
  }

  void fail_step(const std::string& message) {
    if (error_.empty()) error_ = "step " + std::to_string(next_step_ - 1) + ": " + message;
  }

  // Consumes the steps of one goal's proof.
  void replay(PredicateId predicate, const Cells& arguments, std::size_t depth) {
    if (!error_.empty()) return;
    if (next_step_ == proof_->steps.size()) {
      error_ = "the proof ends before its rules' bodies do";
      return;
    }
    const ProofStep& step = proof_->steps[next_step_++];
    arguments_.push_back(arguments);
    if (step.predicate != predicate) fail_step("another predicate than the goal's");
    if (step.kind == ProofStep::Kind::kFact) {
      replay_fact(step, arguments);
    } else {
      replay_rule(step, arguments, depth);
    }
  }

  void replay_fact(const ProofStep& step, const Cells& arguments) {
    if (std::ranges::count(kb_.facts, step.fact) != 1) return fail_step("no such fact");
    if (step.fact == excluded_) return fail_step("the excluded fact");
    const Triple& fact = step.fact;
    check_unification(step, fact.relation, arguments, {constant(fact.head), constant(fact.tail)});
  }

  void replay_rule(const ProofStep& step, const Cells& arguments, std::size_t depth) {
    if (step.rule >= kb_.rules.size()) return fail_step("no such rule");
    if (depth == 0) return fail_step("a rule below the depth limit");
    const Rule rule = kb_.rules[step.rule];
    std::vector<std::size_t> variables;
    for (std::size_t i = 0; i < rule.variables; ++i) variables.push_back(new_cell({}));
    check_unification(step, rule.head.predicate, arguments, cells_of(rule.head, variables));
    for (const Atom& atom : rule.body) {
      replay(atom.predicate, cells_of(atom, variables), depth - 1);
    }
  }

  void check_unification(const ProofStep& step, PredicateId other, const Cells& mine,
                         const Cells& theirs) {
    std::vector<Compared> compared{{Link::Kind::kPredicate, step.predicate, other}};
    for (std::size_t i = 0; i < 2; ++i) {
      Cell& a = root(mine[i]);
      Cell& b = root(theirs[i]);
      if (a.value && b.value) {
        compared.push_back({Link::Kind::kEntity, *a.value, *b.value});
      } else if (&a != &b) {
        (a.value ? b : a).parent = (a.value ? a : b).parent;
      }
    }
    check_links(step, compared);
  }

  void check_links(const ProofStep& step, const std::vector<Compared>& compared) {
    if (step.compared().size() != compared.size()) {
      return fail_step(std::to_string(step.compared().size()) + " links instead of " +
                       std::to_string(compared.size()));
    }
    const bool is_rule = step.kind == ProofStep::Kind::kRule;
    const double confidence = is_rule ? double{model_.rule_distance(step.rule)} : 0;
    if (step.has_confidence() != (confidence > 0)) fail_step("a missing or needless confidence");
    if (step.has_confidence() && (step.links().back().other != step.rule ||
                                  !near(step.links().back().distance, confidence))) {
      fail_step("the confidence's link");
    }
    double largest = 0;
    double squares = 0;
    for (std::size_t i = 0; i < compared.size(); ++i) {
      const Link& link = step.links()[i];
      const Compared& expected = compared[i];
      if (link.kind != expected.kind || link.goal != expected.goal ||
          link.other != expected.other) {
        return fail_step("link " + std::to_string(i) + " compares the wrong symbols");
      }
      const double distance = distance_of_rows(expected);
      if (!near(link.distance, distance)) fail_step("a link's distance");
      largest = std::max(largest, distance);
      squares += distance * distance;
    }
    const bool per_term = options_.unification == Unification::kPerTerm;
    const double unified = per_term ? largest : std::sqrt(squares);
    const bool min = options_.tnorm == TNorm::kMin;
    if (!near(step.distance, min ? std::max(unified, confidence) : unified + confidence)) {
      fail_step("the unification's distance");
    }
  }

  void check_whole() {
    if (next_step_ != proof_->steps.size()) {
      error_ = "steps are left over";
      return;
    }
    double largest = 0;
    double total = 0;
    for (std::size_t i = 0; i < proof_->steps.size(); ++i) {
      const ProofStep& step = proof_->steps[i];
      largest = std::max(largest, double{step.distance});
      total += step.distance;
      for (std::size_t j = 0; j < 2; ++j) {
        if (root(arguments_[i][j]).value != step.arguments[j]) error_ = "a step's arguments";
      }
    }
    if (!near(proof_->total, total)) error_ = "the proof's total";
    if (!near(proof_->distance, options_.tnorm == TNorm::kMin ? largest : total)) {
      error_ = "the proof's distance";
    }
  }

  double distance_of_rows(const Compared& pair) const {
    const bool entities = pair.kind == Link::Kind::kEntity;
    const Matrix& rows = entities ? model_.entities : model_.predicates;
    double sum = 0;
    for (std::size_t i = 0; i < rows.columns(); ++i) {
      sum += std::pow(double{rows(pair.goal, i)} - double{rows(pair.other, i)}, 2);
    }
    return std::sqrt(sum);
  }

  static bool near(double a, double b) { return std::abs(a - b) <= kTolerance * (1 + std::abs(a)); }

  const KnowledgeBase& kb_;
  const Model& model_;
  ProverOptions options_;

  // Of the proof being checked.
  const Proof* proof_ = nullptr;
  Triple excluded_ = kNoFact;
  std::size_t next_step_ = 0;
  std::vector<Cell> cells_;
  std::vector<Cells> arguments_;  // by step
  std::string error_;
};

}  // namespace gntp
