#include "model/model.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "kb/rule_text.h"
#include "model/kernel.h"

namespace gntp {
namespace {

enum Stream : std::uint64_t { kEntityStream = 1, kRelationStream, kRuleStream, kTokenStream };

void fill_uniform(std::span<float> values, double scale, Random& random) {
  for (float& value : values) value = static_cast<float>(scale * (2 * random.uniform() - 1));
}

// Where the confidences that rules start with put them.
Matrix start_rule_distances(const RuleSet& rules, double slope) {
  Matrix distances(rules.size(), 1);
  for (RuleId rule{0}; rule < rules.size(); ++rule) {
    if (rules.is_certain(rule)) continue;
    distances(rule, 0) = std::max(static_cast<float>(distance_of(rules.confidence(rule), slope)),
                                  kLeastRuleDistance);
  }
  return distances;
}

// Pairs of words start at zero: a pattern starts as a mean of its words, and a pair that training
// never shows adds nothing.
Encoder make_encoder(const KnowledgeBase& kb, const ModelOptions& options, std::uint64_t seed) {
  Encoder encoder;
  encoder.kind = options.encoder;
  for (RelationId id(kb.first_pattern()); id < kb.relations.size(); ++id) {
    encoder.add_pattern(kb.relations.name(id));
  }
  encoder.vectors = Matrix(encoder.features.size(), options.dim);
  if (encoder.kind == EncoderKind::kNgrams) encoder.logits = Matrix(encoder.features.size(), 1);
  Random random(seed, kTokenStream);
  for (FeatureId id{0}; id < encoder.features.size(); ++id) {
    if (is_pair(encoder.features.name(id))) continue;
    fill_uniform(encoder.vectors.row(id), options.relation_scale, random);
  }
  return encoder;
}

void check_no_templates(const RuleSet& rules) {
  if (rules.slots == 0) return;
  fail(
      "{} learns the vectors of its predicates, but relations are symbolic and have none; leave "
      "the templates out, or set model.relations = \"soft\"",
      rules.templates.front().text);
}

// It is looked up by its constant: nothing else is near.
void check_bodiless(const KnowledgeBase& kb, const ModelOptions& options) {
  const bool symbolic =
      options.entities == SymbolKind::kSymbolic && options.relations == SymbolKind::kSymbolic;
  if (symbolic) return;
  for (RuleId rule{0}; rule < kb.rules.size(); ++rule) {
    if (kb.rules.atoms(rule) > 1) continue;
    fail(
        "'{}' has no body, which needs model.entities and model.relations = \"symbolic\"; set "
        "them, or leave the rule out (mine.bodiless = false)",
        rule_text(kb, rule));
  }
}

}  // namespace

// Slots attend over patterns, too, so these come first.
void Model::derive() {
  derive_patterns();
  derive_slots();
}

void Model::derive_patterns() {
  for (std::size_t i = 0; i < encoder.patterns.size(); ++i) {
    encoder.encode(encoder.patterns[i], predicates.row(first_encoded() + i));
  }
}

void Model::derive_slots() {
  std::vector<double> mixed(dim());
  for (std::size_t slot = 0; slot < attention.rows(); ++slot) {
    const std::vector<double> weights = attend(attention_kind, attention.row(slot));
    std::ranges::fill(mixed, 0.0);
    for (std::size_t relation = 0; relation < relations; ++relation) {
      const std::span<const float> vector = predicates.row(relation);
      for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] += weights[relation] * vector[i];
    }
    std::ranges::transform(mixed, predicates.row(relations + slot).begin(),
                           [](double value) { return static_cast<float>(value); });
  }
}

void Model::pass_back(Gradient& gradient) const {
  // The touched rows in [begin, end), copied: passing back touches others.
  const auto touched_in = [&gradient](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> rows;
    std::ranges::copy_if(gradient.touched(Table::kPredicates), std::back_inserter(rows),
                         [begin, end](std::uint32_t row) { return row >= begin && row < end; });
    return rows;
  };
  for (const std::uint32_t row : touched_in(relations, relations + attention.rows())) {
    pass_back_slot(PredicateId(row), gradient);
  }
  for (const std::uint32_t row : touched_in(first_encoded(), relations)) {
    encoder.pass_back(encoder.patterns[row - first_encoded()], gradient.at(Table::kPredicates, row),
                      gradient);
  }
  if (!attends() && !encodes()) return;
  gradient.forget(Table::kPredicates, first_encoded(), relations + attention.rows());
}

// v = sum_j w_j R_j: dL/dR_j = w_j g and dL/dw_j = g.R_j.
void Model::pass_back_slot(PredicateId row, Gradient& gradient) const {
  const std::span<const float> g = gradient.at(Table::kPredicates, row);
  const std::vector<double> weights = attend(attention_kind, attention.row(row - relations));
  std::vector<double> by_weight(relations);
  for (std::size_t relation = 0; relation < relations; ++relation) {
    const std::span<const float> vector = predicates.row(relation);
    by_weight[relation] = std::inner_product(g.begin(), g.end(), vector.begin(), 0.0);
    if (weights[relation] == 0) continue;
    const std::span<float> to_relation = gradient.row(Table::kPredicates, relation);
    for (std::size_t i = 0; i < g.size(); ++i) {
      to_relation[i] += static_cast<float>(weights[relation] * g[i]);
    }
  }
  const std::vector<double> by_logit = attend_backward(attention_kind, weights, by_weight);
  const std::span<float> to_attention = gradient.row(Table::kAttention, row - relations);
  for (std::size_t relation = 0; relation < relations; ++relation) {
    to_attention[relation] += static_cast<float>(by_logit[relation]);
  }
}

Gradient Model::make_gradient() const {
  return Gradient({{{has_symbolic_entities() ? 0 : entities.rows(), entities.columns()},
                    {has_symbolic_relations() ? 0 : predicates.rows(), predicates.columns()},
                    {attention.rows(), attention.columns()},
                    {encoder.vectors.rows(), encoder.vectors.columns()},
                    {encoder.logits.rows(), encoder.logits.columns()},
                    {rule_distances.rows(), 1}}});
}

Model make_model(const KnowledgeBase& kb, const ModelOptions& options, std::uint64_t seed) {
  check_bodiless(kb, options);
  Model model;
  model.relations = kb.relations.size();
  model.slope = options.slope;
  model.rule_distances = start_rule_distances(kb.rules, model.slope);
  const bool soft_entities = options.entities == SymbolKind::kSoft;
  model.entities = Matrix(kb.entities.size(), soft_entities ? options.dim : 0);
  Random entity_random(seed, kEntityStream);
  fill_uniform(model.entities.values(), options.entity_scale, entity_random);
  if (options.relations == SymbolKind::kSymbolic) {
    check_no_templates(kb.rules);
    model.predicates = Matrix(kb.relations.size(), 0);
    return model;
  }
  model.predicates = Matrix(kb.predicate_count(), options.dim);
  if (kb.patterns > 0 && options.mentions == Mentions::kEncode) {
    model.encoder = make_encoder(kb, options, seed);
  }
  Random relation_random(seed, kRelationStream);
  fill_uniform(model.predicates.values().first(model.first_encoded() * options.dim),
               options.relation_scale, relation_random);
  Random rule_random(seed, kRuleStream);
  if (options.rule_predicates == RulePredicates::kSparse) {
    model.attention_kind = Attention::kSparse;
  }
  if (options.rule_predicates != RulePredicates::kStandard) {
    model.attention = Matrix(kb.rules.slots, model.relations);
    fill_uniform(model.attention.values(), options.rule_scale, rule_random);
  } else {
    fill_uniform(model.predicates.values().subspan(model.relations * options.dim),
                 options.rule_scale, rule_random);
  }
  model.derive();
  return model;
}

}  // namespace gntp
