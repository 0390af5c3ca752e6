// Small random knowledge bases and models that reach every corner of the method: chains, inverses,
// shared and fixed predicates, constants, repeated variables, atoms that bind two variables, equal
// vectors. The same seed gives the same case.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/random.h"
#include "kb/knowledge_base.h"
#include "model/model.h"

namespace gntp {

struct RandomKbOptions {
  std::size_t min_facts = 3;
  std::size_t max_facts = 15;
  std::size_t max_templates = 3;
  std::size_t max_copies = 3;
  std::size_t min_body = 1;
  std::size_t max_body = 3;
  // Templates are left out where they would give a goal more proofs than this at this depth, when
  // it unifies with this many facts (0 = all).
  double max_proofs = std::numeric_limits<double>::infinity();
  std::size_t depth = 1;
  std::size_t k_facts = 0;
};

struct RandomCase {
  KnowledgeBase kb;
  Model model;
};

RandomCase make_random_case(std::uint64_t seed, const RandomKbOptions& options);

// A body that walks from X to Y in up to three atoms: any directions, any order, predicates of
// these names; and in three.
std::string random_path(std::size_t length, Random& random, const std::vector<std::string>& names);
std::string random_long_path(Random& random, const std::vector<std::string>& names);

// Vectors for the knowledge base: random scales, some entities and predicates with equal vectors.
Model make_random_model(const KnowledgeBase& kb, Random& random);

// The same knowledge base where the second half of the relations are patterns and their facts
// mentions, which come last. The patterns share words, and some differ in direction only.
KnowledgeBase with_mentions(const KnowledgeBase& kb);

// The same facts with rules that have relations for predicates, and confidences: long paths, and
// rules about single entities.
KnowledgeBase with_confident_rules(KnowledgeBase kb, Random& random);

// How many proofs a goal has, at whatever distance: soft unification always succeeds, so it is a
// matter of counting. N(0) = facts, N(d) = facts + sum over rules of N(d - 1)^(atoms of the body).
double count_proofs(std::size_t facts, const RuleSet& rules, std::size_t depth);

}  // namespace gntp
