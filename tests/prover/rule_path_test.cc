#include "prover/rule_path.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "prover/rules_by_shape.h"

namespace gntp {
namespace {

Rule rule_of(const std::string& text) {
  Vocabulary<EntityId> entities;
  entities.add("e");
  const Vocabulary<RelationId> relations;
  std::vector<std::string> warnings;
  return resolve_rules({{"rules", {parse_rule(text, "rules", 1)}}}, entities, relations,
                       warnings)[RuleId(0)];
}

// The path as text: for each step the atom's number and its direction.
std::string path_text(const std::string& rule) {
  const auto path = RulePath::of(rule_of(rule));
  if (!path) return "none";
  std::string text;
  for (const RulePath::Step& step : path->steps()) {
    text += std::to_string(step.atom) + (step.direction == 0 ? ">" : "<");
  }
  return text;
}

TEST(RulePath, FollowsTheVariablesWhateverTheOrderOfTheAtoms) {
  EXPECT_EQ(path_text("p(X, Y) :- q(X, Y)"), "0>");
  EXPECT_EQ(path_text("p(X, Y) :- q(Y, X)"), "0<");
  EXPECT_EQ(path_text("p(X, Y) :- q(X, Z), r(Z, Y)"), "0>1>");
  EXPECT_EQ(path_text("p(X, Y) :- r(Y, Z), q(X, Z)"), "1>0<");
  EXPECT_EQ(path_text("p(X, Y) :- s(W, Y), q(Z, X), r(Z, W)"), "1<2>0>");
}

TEST(RulePath, IsNothingForOtherShapes) {
  for (const char* rule :
       {"p(X, X) :- q(X, X)", "p(X, e) :- q(X, Y)", "p(X, Y) :- q(X, Y), r(Y, X)",
        "p(X, Y) :- q(X, Z), r(W, Y)", "p(X, Y) :- q(X, Z), r(Z, Z), s(Z, Y)",
        "p(X, Y) :- q(X, e), r(e, Y)", "p(X, Y) :- q(X, Y), r(X, Z)",
        "p(X, Y) :- q(X, Z), r(Z, W), s(W, V), t(V, Y)"}) {
    EXPECT_EQ(path_text(rule), "none") << rule;
  }
}

TEST(RulePath, ShapesTellLengthsAndDirectionsApart) {
  EXPECT_EQ(RulesByShape::shape_of(*RulePath::of(rule_of("p(X, Y) :- q(Y, X)"))),
            RulesByShape::kBackward);
  for (const char* rule : {"p(X, Y) :- q(X, Z), r(Y, Z)", "p(X, Y) :- q(Z, X), r(Z, W), s(Y, W)"}) {
    const auto path = RulePath::of(rule_of(rule));
    const std::size_t shape = RulesByShape::shape_of(*path);
    for (std::size_t i = 0; i < path->size(); ++i) {
      EXPECT_EQ(RulesByShape::direction(shape, i), path->steps()[i].direction) << rule;
    }
  }
}

}  // namespace
}  // namespace gntp
