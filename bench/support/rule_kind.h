// What a learned rule says about its relations, by the relations that its predicates are nearest
// to.
#pragma once

#include <string_view>
#include <vector>

#include "explain/decode.h"

namespace gntp::bench {

enum class RuleKind {
  kTrivial,      // r(X, Y) :- r(X, Y)
  kSymmetric,    // r(X, Y) :- r(Y, X)
  kInverse,      // r(X, Y) :- s(Y, X)
  kImplication,  // r(X, Y) :- s(X, Y)
  kEquivalence,  // the same, and its converse is among the rules
  kTransitive,   // r(X, Y) :- r(X, Z), r(Z, Y)
  kComposition,  // r(X, Y) :- s(X, Z), t(Z, Y), and longer chains
  kOther,
};
std::string_view name_of(RuleKind kind);

// The kind of each rule.
std::vector<RuleKind> kinds_of(const KnowledgeBase& kb, const std::vector<DecodedRule>& rules);

}  // namespace gntp::bench
