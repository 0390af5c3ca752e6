// A proof as a tree that a person can read (gntp/explanation.h).
#pragma once

#include <gntp/explanation.h>

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "kb/knowledge_base.h"
#include "kb/wording.h"
#include "model/model.h"
#include "prover/proof.h"

namespace gntp {

// Requires: a proof with steps, and a wording of the knowledge base.
ExplainedProof explain(const KnowledgeBase& kb, const Model& model, const Proof& proof,
                       Wording& wording);

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
std::string to_text(const ExplainedProof& proof, Drawing drawing, Colors colors = Colors::kNone);

// The same tree with every comparison: goal, score, and as `proof` the nodes, each with goal, kind,
// rule or fact, score, links and children.
nlohmann::ordered_json to_json(const ExplainedProof& proof);
nlohmann::ordered_json to_json(const ScoreParts& parts);
nlohmann::ordered_json to_json(const Explanation& explanation);

// A score as people read it: 0.410, or 3.4e-04 where that would read as zero.
std::string score_text(double score);

// `europe ~ asia`, or `confidence`.
std::string pair_text(const ExplainedLink& link);

// `mentioned 3 times in texts`. Requires: a node that texts mention.
std::string mentioned_text(const ExplanationNode& node);

// Whether a step's weakest link is a symbol's match with itself, which is not drawn.
bool hides_weakest(const ExplanationNode& node);

// What people are shown: words, where there are any.
inline const std::string& shown(const std::string& text, const std::string& in_words) {
  return in_words.empty() ? text : in_words;
}

// Why a proof counts less than its score: ", counts 0.4: ..."; empty where it counts fully.
std::string remarks_on(const ExplainedProof& proof);

// `proof 1 of 3`, or `proof`.
std::string title_of_proof(std::size_t number, std::size_t all);

// What a person wants to know beside the proofs, a line each: what decides, which known facts speak
// against it, and what vectors say.
std::string line_of(const CounterEvidence& against);
std::vector<std::string> lines_of(const SimilarityEvidence& similar);

// "head", "tail" or "head and tail".
std::string_view name_of(CounterEvidence::Shared shared);

}  // namespace gntp
