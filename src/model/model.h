// The parameters: one vector per entity, relation and rule predicate, one number per rule (how far
// it is from certain), and the kernel's slope.
//
// The prover sees two tables: `entities` (entities, dim) and `predicates` (relations + slots, dim);
// patterns of text are the last relations. Some rows are derived: a pattern's from its words where
// an encoder is used, and with `attention` the slots', softmax(a)^T R over the relations' rows R
// (the paper, "Learning to Attend Over Predicates"), or with another map than softmax. `derive`
// computes them and `pass_back` takes their gradient apart.
//
// Symbols have no vectors: the table has rows, but no columns, and each one matches itself alone.
// Symbolic entities are for knowledge bases too large for vectors; symbolic relations for rules
// that say which relations they mean.
//
// Not thread-safe while it changes; any number of threads may read it.
#pragma once

#include <cstdint>

#include "base/matrix.h"
#include "kb/knowledge_base.h"
#include "model/attention.h"
#include "model/encoder.h"
#include "model/gradient.h"
#include "model/predictor.h"

namespace gntp {

enum class RulePredicates : std::uint8_t { kStandard, kAttention, kSparse };

enum class SymbolKind : std::uint8_t {
  kSoft,      // vectors: different symbols may be similar
  kSymbolic,  // no vectors: a symbol is infinitely far from every other
};

struct ModelOptions {
  std::size_t dim = 100;
  SymbolKind entities = SymbolKind::kSoft;
  SymbolKind relations = SymbolKind::kSoft;  // symbolic: there are no templates
  // A free vector for each rule predicate, or a mixture of the relations' (Attention).
  RulePredicates rule_predicates = RulePredicates::kStandard;
  // How mentions are used, and what encodes their patterns.
  Mentions mentions = Mentions::kEncode;
  EncoderKind encoder = EncoderKind::kMean;
  // Components start uniform in [-scale, scale].
  double entity_scale = 0.5;
  double relation_scale = 1;  // and of the words' vectors
  double rule_scale = 0.3;    // of the vectors, or of the attention's weights
  // k(x, y) = exp(-slope * ||x - y||).
  double slope = 1;
  bool train_slope = false;
};

struct Model {
  Matrix entities;    // (entities, dim), or (entities, 0) where they are symbolic
  Matrix predicates;  // (relations + slots, dim), or (relations, 0) where they are symbolic
  Matrix attention;   // (slots, relations), empty unless rule predicates attend
  // (rules, 1): the confidence of a rule is exp(-slope * distance); 0 for a rule that is certain,
  // which stays so.
  Matrix rule_distances;
  // (2 * relations, 5), or empty: how the proofs of an answer are counted, by the query's step
  // (AnswerChoice in answer_choice.h).
  Matrix answer_choices;
  // A link predictor beside the rules, and how both make one score: (2 * relations, 4), by the
  // query's step (mixture_weights.h). Both empty where rules speak alone.
  Predictor predictor;
  Matrix mixture;
  Encoder encoder;            // of the last relations, unless they have vectors of their own
  std::size_t relations = 0;  // patterns included
  double slope = 1;
  Attention attention_kind = Attention::kSoft;

  std::size_t dim() const { return predicates.columns(); }
  bool has_symbolic_entities() const { return entities.columns() == 0; }
  bool has_symbolic_relations() const { return predicates.columns() == 0; }
  std::size_t slots() const { return predicates.rows() - relations; }
  bool attends() const { return attention.rows() > 0; }
  bool encodes() const { return encoder.is_used(); }
  // The first row that an encoder makes; `relations` where there is none.
  std::size_t first_encoded() const { return relations - encoder.patterns.size(); }
  float rule_distance(RuleId rule) const { return rule_distances(rule, 0); }

  // Computes the derived rows of `predicates`; nothing to do without attention and encoder.
  void derive();

  // Moves the gradient of derived rows on to what they are derived from.
  void pass_back(Gradient& gradient) const;

  // All parameters (base/archive.h), for a model of the same shape.
  template <typename Archive>
  void exchange(Archive& archive) {
    archive(entities);
    archive(predicates);
    archive(attention);
    archive(rule_distances);
    archive(answer_choices);
    archive(encoder.vectors);
    archive(encoder.logits);
    archive(slope);
  }

  // An empty gradient of this model's shapes; symbolic entities have none.
  Gradient make_gradient() const;

 private:
  void derive_patterns();
  void derive_slots();
  void pass_back_slot(PredicateId row, Gradient& gradient) const;
};

// No confidence that is learned starts or ends more certain than this distance says.
inline constexpr float kLeastRuleDistance = 1e-3F;

// A model with random vectors; the same seed gives the same model. Throws Error for templates,
// whose predicates are vectors, where relations have none.
Model make_model(const KnowledgeBase& kb, const ModelOptions& options, std::uint64_t seed);

}  // namespace gntp
