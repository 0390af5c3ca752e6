// A knowledge base and a model with an index for several proofs of an answer, for tests.
#pragma once

#include <optional>
#include <utility>

#include "mine/mined_rule_set.h"
#include "mine/miner.h"
#include "prover/answer_search.h"
#include "support/random_kb.h"

namespace gntp {

inline constexpr std::size_t kProofs = 3;

struct AnswerCase {
  AnswerCase(KnowledgeBase base, Model vectors, ProverOptions options)
      : kb(std::move(base)), model(std::move(vectors)), reasoner(kb, model, several(options)) {
    reasoner.refresh(threads);
    index.emplace(reasoner, threads);
  }
  static ProverOptions several(ProverOptions options) {
    options.aggregation.aggregate = Aggregate::kMaxPlus;
    options.aggregation.proofs = kProofs;
    return options;
  }

  KnowledgeBase kb;
  Model model;
  ThreadPool threads{1};
  Reasoner reasoner;
  std::optional<AnswerIndex> index;
};

template <typename Visit>
void for_each_query(const KnowledgeBase& kb, Visit visit) {
  for (RelationId relation{0}; relation < kb.relations.size(); ++relation) {
    for (EntityId known{0}; known < kb.entities.size(); ++known) {
      visit(AnswerQuery{relation, AskedSide::kHead, known});
      visit(AnswerQuery{relation, AskedSide::kTail, known});
    }
  }
}

// Symbolic relations, as with mined rules, or some within reach of each other.
enum class Relations { kApart, kMixed };

inline Model symbolic_model(const KnowledgeBase& kb, std::uint64_t seed, Relations relations) {
  ModelOptions options;
  options.dim = 6;
  options.entities = SymbolKind::kSymbolic;
  if (relations == Relations::kApart) options.relations = SymbolKind::kSymbolic;
  options.relation_scale = seed % 2 == 0 ? 1.5 : 4;
  options.rule_scale = 2;
  return make_model(kb, options, seed);
}

// A random case with rules about single entities, too, and confidences.
inline AnswerCase symbolic_case(std::uint64_t seed, const ProverOptions& options,
                                Relations relations = Relations::kMixed) {
  Random random(seed + 1000);
  RandomKbOptions sizes;
  sizes.min_facts = 8;
  sizes.max_facts = 30;
  KnowledgeBase kb = with_confident_rules(make_random_case(seed, sizes).kb, random);
  Model model = symbolic_model(kb, seed, relations);
  return {std::move(kb), std::move(model), options};
}

// A random case with rules that are mined from its facts.
inline AnswerCase mined_case(std::uint64_t seed, const RandomKbOptions& sizes,
                             MineOptions options) {
  KnowledgeBase kb = make_random_case(seed, sizes).kb;
  options.min_support = 1;
  options.min_confidence = 0;
  ThreadPool threads(1);
  const Mining mining = mine_rules(kb, options, threads);
  kb.rules = RuleSet();
  append_rules(mining.rules, kb.rules);
  Model model = symbolic_model(kb, seed, Relations::kApart);
  return {std::move(kb), std::move(model), {.floor = 1e-6}};
}

}  // namespace gntp
