#include "model/model.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "model/kernel.h"

namespace gntp {
namespace {

enum Stream : std::uint64_t { kEntityStream = 1, kRelationStream, kRuleStream };

void fill_uniform(std::span<float> values, double scale, Random& random) {
  for (float& value : values) value = static_cast<float>(scale * (2 * random.uniform() - 1));
}

// The softmax of the logits, in double precision.
std::vector<double> softmax(std::span<const float> logits) {
  const float largest = *std::ranges::max_element(logits);
  std::vector<double> weights(logits.begin(), logits.end());
  double sum = 0;
  for (double& weight : weights) sum += weight = std::exp(weight - largest);
  for (double& weight : weights) weight /= sum;
  return weights;
}

// The Euclidean projection of the logits onto the simplex.
std::vector<double> sparsemax(std::span<const float> logits) {
  std::vector<double> sorted(logits.begin(), logits.end());
  std::ranges::sort(sorted, std::ranges::greater{});
  double sum = 0;
  double threshold = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const auto count = static_cast<double>(k + 1);
    if (1 + count * sorted[k] > sum) threshold = (sum - 1) / count;
  }
  std::vector<double> weights(logits.begin(), logits.end());
  for (double& weight : weights) weight = std::max(0.0, weight - threshold);
  return weights;
}

std::vector<double> attend(std::span<const float> logits, bool sparse) {
  return sparse ? sparsemax(logits) : softmax(logits);
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
    const std::vector<double> weights = attend(attention.row(slot), sparse);
    std::ranges::fill(mixed, 0.0);
    for (std::size_t relation = 0; relation < relations; ++relation) {
      const std::span<const float> vector = predicates.row(relation);
      for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] += weights[relation] * vector[i];
    }
    std::ranges::transform(mixed, predicates.row(relations + slot).begin(),
                           [](double value) { return static_cast<float>(value); });
  }
}

// v = sum_j w_j R_j with w = softmax(a): dL/dR_j = w_j g and dL/da_j = w_j (g.R_j - g.v).
void Model::pass_back(Gradient& gradient) const {
  if (!attends()) return;
  const std::span<const std::uint32_t> touched = gradient.touched(Table::kPredicates);
  std::vector<std::uint32_t> derived;
  std::ranges::copy_if(touched, std::back_inserter(derived),
                       [this](std::uint32_t row) { return is_derived(row); });
  for (const std::uint32_t row : derived) {
    const std::span<const float> incoming = gradient.at(Table::kPredicates, row);
    const std::vector<float> g(incoming.begin(), incoming.end());
    const std::vector<double> weights = attend(attention.row(row - relations), sparse);
    const auto along = [&g](std::span<const float> vector) {
      double sum = 0;
      for (std::size_t i = 0; i < g.size(); ++i) sum += double{g[i]} * vector[i];
      return sum;
    };
    double along_mixture = along(predicates.row(row));
    std::size_t support = 0;
    if (sparse) {
      along_mixture = 0;
      for (std::size_t relation = 0; relation < relations; ++relation) {
        if (weights[relation] > 0) {
          along_mixture += along(predicates.row(relation));
          ++support;
        }
      }
      along_mixture /= static_cast<double>(support);
    }
    const std::span<float> to_attention = gradient.row(Table::kAttention, row - relations);
    for (std::size_t relation = 0; relation < relations; ++relation) {
      const double weight = weights[relation];
      if (weight == 0) continue;
      to_attention[relation] += static_cast<float>(
          (sparse ? 1 : weight) * (along(predicates.row(relation)) - along_mixture));
      const std::span<float> to_relation = gradient.row(Table::kPredicates, relation);
      for (std::size_t i = 0; i < g.size(); ++i) {
        to_relation[i] += static_cast<float>(weight * g[i]);
      }
    }
  }
  gradient.forget(Table::kPredicates, relations, relations + attention.rows());
}

void Model::add_entropy(double factor, Gradient& gradient) const {
  for (const std::uint32_t slot : gradient.touched(Table::kAttention)) {
    const std::vector<double> weights = attend(attention.row(slot), sparse);
    double entropy = 0;
    for (const double weight : weights) entropy -= weight > 0 ? weight * std::log(weight) : 0;
    const std::span<float> to_attention = gradient.row(Table::kAttention, slot);
    for (std::size_t relation = 0; relation < relations; ++relation) {
      const double weight = weights[relation];
      if (weight > 0) {
        to_attention[relation] -=
            static_cast<float>(factor * weight * (std::log(weight) + entropy));
      }
    }
  }
}

Gradient Model::make_gradient() const {
  return Gradient({{{entities.rows(), entities.columns()},
                    {predicates.rows(), predicates.columns()},
                    {attention.rows(), attention.columns()}}});
}

Model make_model(const KnowledgeBase& kb, const ModelOptions& options, std::uint64_t seed) {
  Model model;
  model.relations = kb.relations.size();
  model.slope = options.slope;
  model.entities = Matrix(kb.entities.size(), options.dim);
  model.predicates = Matrix(kb.predicate_count(), options.dim);

  Random entity_random(seed, kEntityStream);
  fill_uniform(model.entities.values(), options.entity_scale, entity_random);
  Random relation_random(seed, kRelationStream);
  const std::size_t relation_values = model.relations * options.dim;
  fill_uniform(model.predicates.values().first(relation_values), options.relation_scale,
               relation_random);
  Random rule_random(seed, kRuleStream);
  model.sparse = options.rule_predicates == RulePredicates::kSparse;
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
