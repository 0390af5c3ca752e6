// A proof as a tree that a person can read: for every goal the rule or fact that proves it, the score of
// every comparison, and the weakest link, which is what the score is.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "explain/decode.h"
#include "kb/knowledge_base.h"
#include "model/model.h"
#include "prover/proof.h"

namespace gntp {

struct ExplainedLink {
  Link::Kind kind;
  std::string goal;   // names; a slot is named by its nearest relation
  std::string other;
  double score;
  bool weakest = false;  // the link that decides the proof's score
};

struct ExplanationNode {
  std::string goal;  // the atom to prove, decoded
  double score;      // of the unification
  ProofStep::Kind kind;
  std::string source;  // the fact's text, or the rule's decoded
  std::vector<ExplainedLink> links;
  std::vector<ExplanationNode> children;  // the body's atoms, for a rule
};

struct Explanation {
  double score;
  ExplanationNode root;
};

Explanation explain(const KnowledgeBase& kb, const Model& model, const Proof& proof);

enum class Drawing { kUnicode, kAscii };
std::string to_text(const Explanation& explanation, Drawing drawing);
nlohmann::json to_json(const Explanation& explanation);

}  // namespace gntp
