#include "explain/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <utility>

#include "explain/decode.h"
#include "kb/syntax.h"
#include "model/kernel.h"

namespace gntp {
namespace {

// Follows a proof's steps, which stand in the order of the tree.
class Explainer {
 public:
  Explainer(const KnowledgeBase& kb, const Model& model, const Proof& proof)
      : kb_(kb), model_(model), proof_(proof), weakest_step_(weakest_step(proof)) {}

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
    ExplanationNode node{.goal = goal_text(step.predicate, step.arguments[0], step.arguments[1]),
                         .score = score_of(step.distance, model_.slope),
                         .kind = step.kind == ProofStep::Kind::kRule ? ExplanationNode::Kind::kRule
                                                                     : ExplanationNode::Kind::kFact,
                         .source = {},
                         .mentioned = 0,
                         .sentences = {},
                         .rule = {},
                         .links = {},
                         .children = {}};
    for (const Link& link : step.links()) node.links.push_back(explained(link));
    if (index == weakest_step_) node.links[weakest_link(step)].weakest = true;
    if (step.kind == ProofStep::Kind::kFact) {
      const Triple& fact = kb_.facts[step.fact];
      node.source = goal_text(fact.relation, fact.head, fact.tail);
      if (step.fact >= kb_.first_mention()) cite(step.fact, node);
      return node;
    }
    const DecodedRule rule = decode_rule(kb_, model_, step.rule);
    node.source = to_text(kb_, rule);
    node.rule = explained(rule);
    for (std::size_t i = 0; i < rule.body.size(); ++i) node.children.push_back(next_node());
    return node;
  }

  void cite(FactId fact, ExplanationNode& node) const {
    node.mentioned = kb_.mention_counts[fact - kb_.first_mention()];
    auto sentence = std::ranges::lower_bound(kb_.sentences, fact, {}, &Sentence::fact);
    for (; sentence != kb_.sentences.end() && sentence->fact == fact; ++sentence) {
      node.sentences.push_back({sentence->file, sentence->line, sentence->number, sentence->text});
    }
  }

  std::string goal_text(PredicateId predicate, EntityId head, EntityId tail) const {
    return fact_text(relation_name(predicate), kb_.entities.name(head), kb_.entities.name(tail));
  }

  const std::string& relation_name(PredicateId predicate) const {
    return kb_.relations.name(decode_predicate(kb_, model_, predicate).relation);
  }

  ExplainedLink explained(const Link& link) const {
    if (link.kind == Link::Kind::kConfidence) {
      return {.kind = ExplainedLink::Kind::kConfidence,
              .goal = {},
              .other = {},
              .score = score_of(link.distance, model_.slope)};
    }
    const auto symbol = [&](std::uint32_t row) -> ExplainedSymbol {
      if (link.kind == Link::Kind::kEntity) return {kb_.entities.name(EntityId(row))};
      const PredicateId predicate(row);
      return {relation_name(predicate), !kb_.is_relation(predicate)};
    };
    return {.kind = link.kind == Link::Kind::kEntity ? ExplainedLink::Kind::kEntity
                                                     : ExplainedLink::Kind::kPredicate,
            .goal = symbol(link.goal),
            .other = symbol(link.other),
            .same = link.goal == link.other,
            .score = score_of(link.distance, model_.slope)};
  }

  std::vector<ExplainedAtom> explained(const DecodedRule& rule) const {
    std::vector<ExplainedAtom> atoms;
    for (std::string& text : atom_texts(kb_, rule)) {
      const DecodedPredicate& predicate = atoms.empty() ? rule.head : rule.body[atoms.size() - 1];
      atoms.push_back({std::move(text), kb_.relations.name(predicate.relation),
                       predicate.similarity, predicate.learned});
    }
    return atoms;
  }

  const KnowledgeBase& kb_;
  const Model& model_;
  const Proof& proof_;
  std::size_t weakest_step_;
  std::size_t next_ = 0;  // of the proof's steps
};

nlohmann::ordered_json to_json(const ExplainedLink& link) {
  if (link.kind == ExplainedLink::Kind::kConfidence) {
    return {{"kind", "confidence"}, {"score", link.score}, {"weakest", link.weakest}};
  }
  return {{"kind", link.kind == ExplainedLink::Kind::kEntity ? "entity" : "predicate"},
          {"goal", link.goal.name},
          {"other", link.other.name},
          {"goal_learned", link.goal.learned},
          {"other_learned", link.other.learned},
          {"score", link.score},
          {"weakest", link.weakest}};
}

nlohmann::ordered_json to_json(const ExplainedAtom& atom) {
  return {{"relation", atom.relation}, {"similarity", atom.similarity}, {"learned", atom.learned}};
}

nlohmann::ordered_json to_json(const Quotation& sentence) {
  return {{"file", sentence.file},
          {"line", sentence.line},
          {"number", sentence.number},
          {"text", sentence.text}};
}

nlohmann::ordered_json to_json(const ExplanationNode& node) {
  const auto list = [](const auto& items) {
    auto array = nlohmann::ordered_json::array();
    for (const auto& item : items) array.push_back(to_json(item));
    return array;
  };
  const char* kind = node.kind == ExplanationNode::Kind::kRule ? "rule" : "fact";
  nlohmann::ordered_json json{{"goal", node.goal}, {"kind", kind}, {kind, node.source}};
  if (!node.rule.empty()) json["predicates"] = list(node.rule);
  if (node.mentioned > 0) {
    json["mentioned"] = node.mentioned;
    json["sentences"] = list(node.sentences);
  }
  json["score"] = node.score;
  json["links"] = list(node.links);
  json["children"] = list(node.children);
  return json;
}

}  // namespace

ExplainedProof explain(const KnowledgeBase& kb, const Model& model, const Proof& proof) {
  return Explainer(kb, model, proof).explain();
}

nlohmann::ordered_json to_json(const ExplainedProof& proof) {
  return {{"goal", proof.root.goal}, {"score", proof.score}, {"proof", to_json(proof.root)}};
}

}  // namespace gntp
