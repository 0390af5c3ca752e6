// A proof as a tree that a person can read: for every goal the rule or fact that proves it, the
// score of every comparison, and the weakest link, which is what the score is (with the t-norm
// `product`, what lowers it most).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kb/knowledge_base.h"
#include "model/model.h"
#include "prover/proof.h"

namespace gntp {

struct ExplainedSymbol {
  std::string name;      // as it is; a slot is named by its nearest relation
  bool learned = false;  // a slot
};

struct ExplainedLink {
  Link::Kind kind;
  ExplainedSymbol goal;
  ExplainedSymbol other;
  bool same = false;  // a symbol compared with itself, which says nothing
  double score = 0;
  bool weakest = false;  // the link that decides the proof's score; one in each proof
};

// An atom of a rule, its predicate decoded.
struct ExplainedAtom {
  std::string text;
  std::string relation;
  double similarity;
  bool learned;  // a slot, of which the relation is the nearest
};

struct ExplanationNode {
  std::string goal;  // the atom to prove, decoded
  double score;      // of the unification
  ProofStep::Kind kind;
  std::string source;                     // the fact's text, or the rule's decoded
  std::uint32_t mentioned = 0;            // how often a mention was seen; 0 for other facts
  std::vector<Sentence> sentences;        // where, as far as it is known
  std::vector<ExplainedAtom> rule;        // head and body, for a rule
  std::vector<ExplainedLink> links;       // predicate, head and tail as far as compared; confidence
  std::vector<ExplanationNode> children;  // the body's atoms, for a rule
};

struct Explanation {
  double score;
  ExplanationNode root;
};

// Requires: a proof with steps.
Explanation explain(const KnowledgeBase& kb, const Model& model, const Proof& proof);

enum class Drawing { kUnicode, kAscii };

// The tree for a terminal, ending in a line end. A mention quotes the first sentences behind it.
// Comparisons of a symbol with itself are left out; under a rule stands how near each learned
// predicate is to the relation that names it:
//
//   locatedIn(france, europe)   score 0.410
//   │  rule  locatedIn(X, Y) :- neighborOf(X, Z), locatedIn(Z, Y)   0.930
//   │        ~0.930             ~0.988            ~0.971
//   │        locatedIn ~ learned locatedIn  0.930
//   ├─ neighborOf(france, germany)   fact 0.988
//   │     learned neighborOf ~ neighborOf  0.988
//   └─ locatedIn(germany, europe)
//         fact  locatedIn(germany, asia)   0.410
//               learned locatedIn ~ locatedIn  0.971
//               europe ~ asia                  0.410  ◀ weakest link
std::string to_text(const Explanation& explanation, Drawing drawing);

// The same tree with every comparison: goal, score, and as `proof` the nodes, each with goal, kind,
// rule or fact, score, links and children.
nlohmann::ordered_json to_json(const Explanation& explanation);

}  // namespace gntp
