#include "explain/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "explain/decode.h"
#include "kb/syntax.h"
#include "model/kernel.h"

namespace gntp {
namespace {

// Follows a proof's steps, which stand in the order of the tree.
class Explainer {
 public:
  Explainer(const KnowledgeBase& kb, const Model& model, const Proof& proof, Wording& wording)
      : kb_(kb),
        model_(model),
        proof_(proof),
        wording_(wording),
        weakest_step_(weakest_step(proof)) {}

  ExplainedProof explain() {
    const double score = score_of(proof_.distance, model_.slope);
    ExplainedProof explained{.score = score, .root = next_node(), .share = 1, .counts = score};
    assert(next_ == proof_.steps.size());
    return explained;
  }

 private:
  ExplanationNode next_node() {
    const std::size_t index = next_++;
    const ProofStep& step = proof_.steps[index];
    const Triple goal{step.arguments[0], relation_of(step.predicate), step.arguments[1]};
    ExplanationNode node{.goal = text_of(goal),
                         .score = score_of(step.distance, model_.slope),
                         .kind = step.kind == ProofStep::Kind::kRule ? ExplanationNode::Kind::kRule
                                                                     : ExplanationNode::Kind::kFact,
                         .source = {},
                         .mentioned = 0,
                         .sentences = {},
                         .rule = {},
                         .links = {},
                         .children = {},
                         .goal_in_words = wording_.fact(goal)};
    for (const Link& link : step.links()) node.links.push_back(explained(link));
    if (index == weakest_step_) node.links[weakest_link(step)].weakest = true;
    if (step.kind == ProofStep::Kind::kFact) {
      const Triple& fact = step.fact;
      node.source = text_of(fact);
      node.source_in_words = wording_.fact(fact);
      if (fact.relation >= kb_.first_pattern()) cite(fact, node);
      return node;
    }
    const DecodedRule rule = decode_rule(kb_, model_, step.rule);
    node.source = to_text(kb_, rule);
    if (wording_.differs()) node.source_in_words = joined_atoms(atom_texts(kb_, rule, wording_));
    node.rule = explained_atoms(kb_, rule, wording_);
    for (std::size_t i = 0; i < rule.body.size(); ++i) node.children.push_back(next_node());
    return node;
  }

  void cite(const Triple& fact, ExplanationNode& node) const {
    node.mentioned = kb_.mention_counts[*kb_.facts.place_of(fact) - kb_.first_mention()];
    auto sentence = std::ranges::lower_bound(kb_.sentences, fact, {}, &Sentence::fact);
    for (; sentence != kb_.sentences.end() && sentence->fact == fact; ++sentence) {
      node.sentences.push_back({sentence->file, sentence->line, sentence->number, sentence->text});
    }
  }

  std::string text_of(const Triple& fact) const {
    return fact_text(kb_.relations.name(fact.relation), kb_.entities.name(fact.head),
                     kb_.entities.name(fact.tail));
  }

  // That names the predicate.
  RelationId relation_of(PredicateId predicate) const {
    return decode_predicate(kb_, model_, predicate).relation;
  }

  ExplainedLink explained(const Link& link) const {
    if (link.kind == Link::Kind::kConfidence) {
      return {.kind = ExplainedLink::Kind::kConfidence,
              .goal = {},
              .other = {},
              .score = score_of(link.distance, model_.slope)};
    }
    const auto symbol = [&](std::uint32_t row) -> ExplainedSymbol {
      if (link.kind == Link::Kind::kEntity) {
        const EntityId entity(row);
        return {kb_.entities.name(entity), false, wording_.entity(entity)};
      }
      const PredicateId predicate(row);
      const RelationId relation = relation_of(predicate);
      return {kb_.relations.name(relation), !kb_.is_relation(predicate),
              wording_.relation(relation)};
    };
    return {.kind = link.kind == Link::Kind::kEntity ? ExplainedLink::Kind::kEntity
                                                     : ExplainedLink::Kind::kPredicate,
            .goal = symbol(link.goal),
            .other = symbol(link.other),
            .same = link.goal == link.other,
            .score = score_of(link.distance, model_.slope)};
  }

  const KnowledgeBase& kb_;
  const Model& model_;
  const Proof& proof_;
  Wording& wording_;
  std::size_t weakest_step_;
  std::size_t next_ = 0;  // of the proof's steps
};

}  // namespace

ExplainedProof explain(const KnowledgeBase& kb, const Model& model, const Proof& proof,
                       Wording& wording) {
  return Explainer(kb, model, proof, wording).explain();
}

}  // namespace gntp
