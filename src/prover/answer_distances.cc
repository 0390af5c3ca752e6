// AnswerSearch where one proof of an answer counts.
#include <algorithm>

#include "base/floats.h"
#include "prover/answer_search.h"
#include "prover/table_answers.h"

namespace gntp {
namespace {

// Keeps the least distance of each symbol at which a rule ends.
struct LeastVisitor {
  const MergedTree& tree;
  const StepGraph& graph;
  float limit;
  SparseMinimum& ends;

  static bool wants_answers_only(MergedTree::Node) { return false; }
  static bool wants_answers_only_after(MergedTree::Node) { return false; }
  bool pass(MergedTree::Node node, Step step, const StepGraph::Segment& segment, float before) {
    const MergedTree::Place& place = tree.place(node, step);
    const float distance = std::max(before, place.least);
    if (distance <= limit) {
      for (const EntityId target : graph.targets(segment)) ends.offer(target, distance);
    }
    return place.node != MergedTree::kNoNode && tree.nearest(place.node) <= limit;
  }
  void arrive(MergedTree::Node, std::size_t) {}
};

}  // namespace

const SparseMinimum& AnswerSearch::distances(const AnswerQuery& query, float limit) {
  distances_.clear();
  limit = std::min(limit, reasoner_.radius());
  if (index_.plan() == Plan::kWalk) {
    const MergedTree& tree = tree_for(query);
    walk_merged(tree, query.known, entities_, limit, distances_);
    join_.run_rules(query, tree.other_rules(), limit, distances_);
  } else if (index_.plan() == Plan::kLookUp) {
    join_.run_facts(query, limit, distances_);
    if (reasoner_.options().depth > 0) {
      for (const RuleMatch& match : reasoner_.rules().nearest(query.predicate)) {
        look_up(query, match, limit);
      }
    }
  } else {
    if (index_.plan() == Plan::kJoinSums) limit += kSumRounding * limit;
    join_.run(query, limit, distances_);
  }
  if (!reasoner_.may_be_reflexive(query.predicate)) keep_facts_only(query, limit);
  return distances_;
}

// Offers what the tables say of the rule's proofs.
void AnswerSearch::look_up(const AnswerQuery& query, const RuleMatch& match, float limit) {
  if (match.distance > limit) return;
  row_.resize(graph_.entities());
  find_answers(*reasoner_.tables(), match, query, limit, row_);
  for (EntityId answer{0}; answer < row_.size(); ++answer) {
    if (row_[answer] <= limit) distances_.offer(answer, row_[answer]);
  }
}

std::optional<float> AnswerSearch::estimate(const AnswerQuery& query, EntityId answer) {
  if (index_.plan() != Plan::kWalk) return std::nullopt;
  if (answer == query.known && !reasoner_.may_be_reflexive(query.predicate)) return std::nullopt;
  distances_.clear();
  walk_merged(tree_for(query), query.known, SymbolKind::kSymbolic, reasoner_.radius(), distances_);
  return distances_[answer];
}

// Soft entities walked as symbols give some of the proofs in a fraction of the time.
void AnswerSearch::walk_merged(const MergedTree& tree, EntityId known, SymbolKind entities,
                               float limit, SparseMinimum& answers) {
  walk_.set_out(entities, limit, kNoFact);
  const bool soft = entities == SymbolKind::kSoft;
  LeastVisitor visitor{tree, graph_, limit, soft ? ends_ : answers};
  walk_.walk(tree, MergedTree::kRoot, known, visitor);
  if (!soft) return;
  walk_.spread(ends_, answers);
  ends_.clear();
}

// What is known answers the query by facts alone.
void AnswerSearch::keep_facts_only(const AnswerQuery& query, float limit) {
  const FactSearch facts(reasoner_.graph(), reasoner_.symbols(), reasoner_.options().unification);
  const auto match = facts.nearest({query.predicate, query.known, query.known, false, kNoFact},
                                   next_above(limit), 0);
  distances_.replace(query.known, match ? match->distance : SparseMinimum::kNone);
}

const MergedTree& AnswerSearch::tree_for(const AnswerQuery& query) {
  LastTree& last = trees_[query.asked == AskedSide::kHead ? 0 : 1];
  if (!last.tree || last.predicate != query.predicate || last.version != index_.version()) {
    last.predicate = query.predicate;
    last.version = index_.version();
    last.tree.emplace(reasoner_, query.predicate, query.asked);
  }
  return *last.tree;
}

}  // namespace gntp
