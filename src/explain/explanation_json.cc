// Explanations as JSON.
#include <fmt/format.h>
#include <gntp/explanation.h>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "explain/explanation.h"

namespace gntp {
namespace {

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
  if (!node.goal_in_words.empty()) {
    json["in_words"] = node.goal_in_words;
    json[fmt::format("{}_in_words", kind)] = node.source_in_words;
  }
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

nlohmann::ordered_json to_json(const SimilarityEvidence& similar) {
  const auto list = [](const std::vector<SimilarEntity>& entities) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (const auto& [name, similarity, in_words] : entities) {
      names.push_back({{"entity", name}, {"similarity", similarity}});
      if (!in_words.empty()) names.back()["in_words"] = in_words;
    }
    return names;
  };
  nlohmann::ordered_json facts = nlohmann::ordered_json::array();
  for (const auto& [fact, similarity, in_words] : similar.facts) {
    facts.push_back({{"fact", fact}, {"similarity", similarity}});
    if (!in_words.empty()) facts.back()["in_words"] = in_words;
  }
  return {{"like_head", list(similar.like_head)},
          {"like_tail", list(similar.like_tail)},
          {"facts", std::move(facts)}};
}

}  // namespace

nlohmann::ordered_json to_json(const ScoreParts& parts) {
  return {{"proof", parts.proof},
          {"similarity", parts.similarity},
          {"prior", parts.prior},
          {"proved", parts.proved}};
}

nlohmann::ordered_json to_json(const ExplainedProof& proof) {
  return {{"goal", proof.root.goal}, {"score", proof.score}, {"proof", to_json(proof.root)}};
}

nlohmann::ordered_json to_json(const Explanation& explanation) {
  nlohmann::ordered_json proofs = nlohmann::ordered_json::array();
  for (const ExplainedProof& proof : explanation.proofs) {
    proofs.push_back(to_json(proof));
    proofs.back()["counts"] = proof.counts;
    proofs.back()["share"] = proof.share;
    proofs.back()["stands_back"] = proof.stands_back;
    constexpr std::size_t kSeparator = 2;  // remarks follow something else in a drawing
    const std::string remarks = remarks_on(proof);
    proofs.back()["remarks"] = remarks.empty() ? remarks : remarks.substr(kSeparator);
  }
  nlohmann::ordered_json against = nlohmann::ordered_json::array();
  for (const CounterEvidence& each : explanation.against) {
    against.push_back(
        {{"shared", name_of(each.shared)}, {"factor", each.factor}, {"facts", each.facts}});
    if (!each.facts_in_words.empty()) against.back()["in_words"] = each.facts_in_words;
  }
  nlohmann::ordered_json object{{"fact", explanation.fact},
                                {"known", explanation.known},
                                {"score", explanation.score},
                                {"tie_breaker", explanation.tie_breaker}};
  if (explanation.probability) object["probability"] = *explanation.probability;
  if (explanation.parts) object["parts"] = to_json(*explanation.parts);
  if (explanation.similar) object["similar"] = to_json(*explanation.similar);
  if (!explanation.in_words.empty()) {
    object["in_words"] = explanation.in_words;
    object["labels"] = explanation.labels;
  }
  object["verdict"] = explanation.verdict;
  object["competing_facts"] = against;
  object["proofs"] = proofs;
  return object;
}

std::string Explanation::to_json() const {
  return gntp::to_json(*this).dump(-1, ' ', false,
                                   nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace gntp
