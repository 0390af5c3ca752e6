#include "model/model.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "model/kernel.h"

namespace gntp {
namespace {

enum Stream : std::uint64_t { kEntityStream = 1, kRelationStream, kRuleStream };

void fill_uniform(std::span<float> values, double scale, Random& random) {
  for (float& value : values) value = static_cast<float>(scale * (2 * random.uniform() - 1));
}

// In a random direction from its relation, at the distance that scores the anchor's confidence.
void place(const Anchor& anchor, Random& random, Model& model) {
  const std::span<float> row = model.predicates.row(model.relations + anchor.slot);
  fill_uniform(row, 1, random);
  double squares = 0;
  for (const float value : row) squares += double{value} * value;
  const double length = distance_of(anchor.confidence, model.slope) / std::sqrt(squares);
  const std::span<const float> relation = model.predicates.row(anchor.relation);
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = static_cast<float>(relation[i] + length * row[i]);
  }
}

}  // namespace

void Model::derive() {
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

// v = sum_j w_j R_j: dL/dR_j = w_j g and dL/dw_j = g.R_j.
void Model::pass_back(Gradient& gradient) const {
  if (!attends()) return;
  const std::span<const std::uint32_t> touched = gradient.touched(Table::kPredicates);
  std::vector<std::uint32_t> derived;
  std::ranges::copy_if(touched, std::back_inserter(derived),
                       [this](std::uint32_t row) { return is_derived(row); });
  std::vector<double> by_weight(relations);
  for (const std::uint32_t row : derived) {
    const std::span<const float> g = gradient.at(Table::kPredicates, row);
    const std::vector<double> weights = attend(attention_kind, attention.row(row - relations));
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
  gradient.forget(Table::kPredicates, relations, relations + attention.rows());
}

Gradient Model::make_gradient() const {
  return Gradient({{{is_symbolic() ? 0 : entities.rows(), entities.columns()},
                    {predicates.rows(), predicates.columns()},
                    {attention.rows(), attention.columns()}}});
}

Model make_model(const KnowledgeBase& kb, const ModelOptions& options, std::uint64_t seed) {
  Model model;
  model.relations = kb.relations.size();
  model.slope = options.slope;
  const bool symbolic = options.entities == Entities::kSymbolic;
  model.entities = Matrix(kb.entities.size(), symbolic ? 0 : options.dim);
  model.predicates = Matrix(kb.predicate_count(), options.dim);

  Random entity_random(seed, kEntityStream);
  fill_uniform(model.entities.values(), options.entity_scale, entity_random);
  Random relation_random(seed, kRelationStream);
  const std::size_t relation_values = model.relations * options.dim;
  fill_uniform(model.predicates.values().first(relation_values), options.relation_scale,
               relation_random);
  Random rule_random(seed, kRuleStream);
  if (options.rule_predicates == RulePredicates::kSparse) {
    model.attention_kind = Attention::kSparse;
  }
  if (options.rule_predicates != RulePredicates::kStandard) {
    model.attention = Matrix(kb.rules.slots - kb.rules.anchors.size(), model.relations);
    fill_uniform(model.attention.values(), options.rule_scale, rule_random);
    model.derive();
  } else {
    fill_uniform(model.predicates.values().subspan(relation_values), options.rule_scale,
                 rule_random);
  }
  for (const Anchor& anchor : kb.rules.anchors) place(anchor, rule_random, model);
  return model;
}

}  // namespace gntp
