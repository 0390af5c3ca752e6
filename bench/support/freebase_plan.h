// What a Freebase-like knowledge base consists of (freebase_like.h): its kinds, its relations,
// which of them conclude from which others, and how many facts that makes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/freebase_relation.h"

namespace gntp::bench {

struct FreebaseLikeOptions {
  std::size_t facts = 1'000'000;
  // 0: by the facts, so that 637 million have 86 million entities, and 15,000 relations; entities
  // grow like facts, relations like the facts' power .312 (2,000 at a million), and no more than
  // one for a hundred facts.
  std::size_t entities = 0;
  std::size_t relations = 0;
  std::uint64_t seed = 1;
};

struct FreebasePlan {
  FreebaseLikeOptions options;  // without zeros
  Kinds kinds;
  std::vector<std::string> kind_names;
  std::vector<Relation> relations;
  std::vector<double> bodies;  // by relation: pairs that it concludes from, see Estimate
  double expected_facts = 0;
};

// Throws Error for sizes that do not go together.
FreebasePlan make_plan(const FreebaseLikeOptions& options);

// What is to be found in the facts. Confidences are exact but for chance: a rule's support is
// binomial, given its body. The size of the body, and with it the expected support, is carried on
// from a sample where a relation has many sources: a composition's may be off by a fifth.
struct PlantedRule {
  std::string rule;       // as rules.pl and gntp mine have it, from X to Y
  std::string_view kind;  // inverse, subrelation, symmetric, composition; inverse-back: the rule
                          // that concludes from an inverse what it was made of
  double confidence = 0;
  double body = 0;  // pairs that the body connects
  double support() const { return confidence * body; }
};
std::vector<PlantedRule> planted_rules(const FreebasePlan& plan);

}  // namespace gntp::bench
