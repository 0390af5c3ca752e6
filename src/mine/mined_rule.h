// A rule that was found in the data, and how often it was right.
//
// A path rule `r(X, Y) :- p(X, A), q(A, Y)` is a path of one to four steps between the head's two
// entities. A constant rule is `r(X, c) :- b(X, d)`, `r(X, c) :- b(X, A)` or, with two steps,
// `r(X, c) :- b(X, A), d(A, e)`, in all directions. A bodiless rule is `r(X, c)`: all X are its
// body. Inside, a rule is kept from its start: the entity, X or Y, from which its head is counted.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <string>

#include "kb/knowledge_base.h"
#include "kb/step_graph.h"
#include "kb/syntax.h"
#include "mine/mine_options.h"

namespace gntp {

inline constexpr EntityId kNoEntity = EntityId::none();
inline constexpr std::size_t kMaxPath = kLongestBody;

// The steps of a body, from the start.
struct Body {
  std::uint8_t length = 0;
  std::array<Step, kMaxPath> steps{};
  friend auto operator<=>(const Body&, const Body&) = default;
};

// What is counted: pairs of entities, or entities where the head has a constant. Distinct variables
// and constants stand for distinct entities, except that the two constants of a rule may be equal.
struct MinedCounts {
  std::size_t body = 0;        // pairs of the body
  std::size_t known_body = 0;  // those of them whose start has some fact of the head's relation
  std::uint32_t support = 0;   // pairs that body and head share
  float share = 1;             // of the starts that were counted; 1 = all, the counts are exact
  // Where they are not: in 95 of 100 cases the confidence of all starts is within.
  float low = 0;
  float high = 1;

  static MinedCounts of(std::size_t support, std::size_t body) {
    MinedCounts counts;
    counts.support = static_cast<std::uint32_t>(support);  // no more than there are facts
    counts.body = body;
    return counts;
  }

  bool is_exact() const { return share == 1; }
  double confidence() const;      // support / body
  double pca_confidence() const;  // support / known_body
};

struct MinedRule {
  Body body;
  Step head = 0;                       // leads from the start to the end
  EntityId head_constant = kNoEntity;  // the end, where it is a constant
  EntityId body_constant = kNoEntity;  // what the body's last step leads to, where it is a constant
  MinedCounts counts;
  double confidence = 0;  // support / (body + correction)
};

// Rules are kept kind by kind: special ones, of which there are many, do not crowd out general
// ones.
enum class RuleKind : std::uint8_t {
  kPath,      // of one or two steps
  kLongPath,  // of more
  kConstantStep,
  kConstantPath,
  kBodiless,
};
inline constexpr std::size_t kRuleKinds = 5;
RuleKind kind_of(const MinedRule& rule);

// The confidence to six significant digits: all formats carry one number, and it is to be read.
double rounded_confidence(const MinedRule& rule);

// With variables X, Y (of the head), A, B and C, and the confidence in six digits; 0 is left out,
// as a rule file has no place for it.
ClauseText to_clause(const MinedRule& rule, const KnowledgeBase& kb);

// A line of a rule file: `0.803922 :: r(X, Y) :- ...  % support 123 of 148, PCA confidence 0.9213`.
// Where not all was counted, `, counted on 2.1% of the entities: confidence 0.78 to 0.88` follows.
std::string to_rule_line(const MinedRule& rule, const KnowledgeBase& kb);

// A line of AnyBURL's format.
std::string to_anyburl_line(const MinedRule& rule, const KnowledgeBase& kb);

}  // namespace gntp
