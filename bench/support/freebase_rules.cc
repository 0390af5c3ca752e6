// The planted rules as text, with what is to be expected of them.
#include <string>
#include <string_view>
#include <vector>

#include "kb/syntax.h"
#include "support/freebase_plan.h"

namespace gntp::bench {
namespace {

AtomText atom(const Relation& relation, std::string_view source, std::string_view target) {
  const bool turned = relation.direction == Direction::kTurned;
  const auto variable = [](std::string_view name) {
    return ArgumentText{ArgumentText::Kind::kVariable, std::string(name)};
  };
  AtomText text;
  text.predicate = relation.name;
  text.arguments = {variable(turned ? target : source), variable(turned ? source : target)};
  return text;
}

std::string rule(AtomText head, std::vector<AtomText> body) {
  ClauseText clause;
  clause.head = std::move(head);
  clause.body = std::move(body);
  return to_text(clause);
}

// From X to Y, whichever of them is the source.
std::string one_step(const Relation& head, const Relation& body) {
  const bool turned = head.direction == Direction::kTurned;
  const std::string_view source = turned ? "Y" : "X";
  const std::string_view target = turned ? "X" : "Y";
  return rule(atom(head, source, target), {atom(body, source, target)});
}

std::string symmetric(const Relation& relation) {
  return rule(atom(relation, "X", "Y"), {atom(relation, "Y", "X")});
}

std::string two_steps(const Relation& head, const Relation& first, const Relation& second) {
  if (head.direction == Direction::kForward) {
    return rule(atom(head, "X", "Y"), {atom(first, "X", "A"), atom(second, "A", "Y")});
  }
  return rule(atom(head, "Y", "X"), {atom(second, "A", "X"), atom(first, "Y", "A")});
}

}  // namespace

std::vector<PlantedRule> planted_rules(const FreebasePlan& plan) {
  std::vector<PlantedRule> rules;
  for (std::size_t i = 0; i < plan.relations.size(); ++i) {
    const Relation& head = plan.relations[i];
    const double p = head.probability;
    if (head.recipe == Recipe::kSymmetric) {
      rules.push_back({symmetric(head), "symmetric", 2 * p / (1 + p), plan.bodies[i] * (1 + p)});
    } else if (head.recipe == Recipe::kCopied) {
      const Relation& body = plan.relations[head.first];
      const bool inverse = head.direction != body.direction;
      rules.push_back(
          {one_step(head, body), inverse ? "inverse" : "subrelation", p, plan.bodies[i]});
      rules.push_back({one_step(body, head), inverse ? "inverse-back" : "subrelation-back",
                       1 - kNoiseShare, plan.bodies[i] * p / (1 - kNoiseShare)});
    } else if (head.recipe == Recipe::kComposed) {
      rules.push_back({two_steps(head, plan.relations[head.first], plan.relations[head.second]),
                       "composition", p, plan.bodies[i]});
    }
  }
  return rules;
}

}  // namespace gntp::bench
