// A proof as a tree that a person can read (gntp/explanation.h).
#pragma once

#include <gntp/explanation.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

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
std::string to_text(const ExplainedProof& proof, Drawing drawing);

// The same tree with every comparison: goal, score, and as `proof` the nodes, each with goal, kind,
// rule or fact, score, links and children.
nlohmann::ordered_json to_json(const ExplainedProof& proof);
nlohmann::ordered_json to_json(const ScoreParts& parts);
nlohmann::ordered_json to_json(const Explanation& explanation);

// What people are shown: words, where there are any.
inline const std::string& shown(const std::string& text, const std::string& in_words) {
  return in_words.empty() ? text : in_words;
}

// Why a proof counts less than its score: ", counts 0.4: ..."; empty where it counts fully.
std::string remarks_on(const ExplainedProof& proof);

// "head", "tail" or "head and tail".
std::string_view name_of(CounterEvidence::Shared shared);

}  // namespace gntp
