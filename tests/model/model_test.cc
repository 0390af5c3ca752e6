#include "model/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "kb/syntax.h"
#include "model/kernel.h"
#include "support/random_kb.h"

namespace gntp {
namespace {

KnowledgeBase knowledge_base() {
  return make_random_case(5, {.max_templates = 3, .max_copies = 3}).kb;
}

float largest(std::span<const float> values) {
  float result = 0;
  for (const float value : values) result = std::max(result, std::abs(value));
  return result;
}

TEST(MakeModel, HasARowForEverySymbol) {
  const KnowledgeBase kb = knowledge_base();
  ASSERT_GT(kb.rules.slots, 0U);
  const Model model = make_model(kb, {.dim = 7, .slope = 1.5}, 1);
  EXPECT_EQ(model.entities.rows(), kb.entities.size());
  EXPECT_EQ(model.predicates.rows(), kb.predicate_count());
  EXPECT_EQ(model.dim(), 7U);
  EXPECT_EQ(model.predicates.columns(), 7U);
  EXPECT_EQ(model.relations, kb.relations.size());
  EXPECT_EQ(model.slots(), kb.rules.slots);
  EXPECT_EQ(model.slope, 1.5);
  EXPECT_FALSE(model.attends());
}

TEST(MakeModel, IsDecidedByTheSeed) {
  const KnowledgeBase kb = knowledge_base();
  for (const RulePredicates kind : {RulePredicates::kStandard, RulePredicates::kAttention}) {
    const ModelOptions options{.dim = 5, .rule_predicates = kind};
    const Model model = make_model(kb, options, 1);
    const Model same = make_model(kb, options, 1);
    const Model other = make_model(kb, options, 2);
    EXPECT_TRUE(std::ranges::equal(model.entities.values(), same.entities.values()));
    EXPECT_TRUE(std::ranges::equal(model.predicates.values(), same.predicates.values()));
    EXPECT_TRUE(std::ranges::equal(model.attention.values(), same.attention.values()));
    EXPECT_FALSE(std::ranges::equal(model.entities.values(), other.entities.values()));
    EXPECT_FALSE(std::ranges::equal(model.predicates.values(), other.predicates.values()));
  }
}

TEST(MakeModel, ScalesEachPartByItsOption) {
  const KnowledgeBase kb = knowledge_base();
  const ModelOptions options{
      .dim = 50, .entity_scale = 2, .relation_scale = 0.5, .rule_scale = 0.1};
  const Model model = make_model(kb, options, 3);
  const std::size_t relation_values = model.relations * model.dim();
  const auto expect_scale = [](std::span<const float> values, float scale) {
    EXPECT_LE(largest(values), scale);
    EXPECT_GT(largest(values), 0.9F * scale);
  };
  expect_scale(model.entities.values(), 2);
  expect_scale(model.predicates.values().first(relation_values), 0.5F);
  expect_scale(model.predicates.values().subspan(relation_values), 0.1F);
}

TEST(MakeModel, OnePartsScaleLeavesTheOthersAlone) {
  const KnowledgeBase kb = knowledge_base();
  const Model model = make_model(kb, {.dim = 5}, 3);
  const Model other = make_model(kb, {.dim = 5, .entity_scale = 4}, 3);
  EXPECT_TRUE(std::ranges::equal(model.predicates.values(), other.predicates.values()));
}

// Attention
// ----------------------------------------------------------------------------------------

using Rows = std::vector<std::vector<double>>;

Rows rows_of(const Matrix& matrix, std::size_t count) {
  Rows rows(count);
  for (std::size_t row = 0; row < count; ++row) {
    rows[row].assign(matrix.row(row).begin(), matrix.row(row).end());
  }
  return rows;
}

std::vector<double> mix(const std::vector<double>& logits, const Rows& relations) {
  double sum = 0;
  for (const double logit : logits) sum += std::exp(logit);
  std::vector<double> mixture(relations[0].size());
  for (std::size_t j = 0; j < relations.size(); ++j) {
    for (std::size_t i = 0; i < mixture.size(); ++i) {
      mixture[i] += std::exp(logits[j]) / sum * relations[j][i];
    }
  }
  return mixture;
}

Model attending_model() {
  return make_model(knowledge_base(),
                    {.dim = 4, .rule_predicates = RulePredicates::kAttention, .rule_scale = 2}, 9);
}

TEST(Attention, DerivesRulePredicatesAsMixtures) {
  Model model = attending_model();
  EXPECT_TRUE(model.attends());
  EXPECT_EQ(model.attention.rows(), model.slots());
  EXPECT_EQ(model.attention.columns(), model.relations);
  for (float& value : model.attention.values()) value += 1;
  model.predicates(0, 0) += 3;
  model.derive();
  const Rows relations = rows_of(model.predicates, model.relations);
  const Rows attention = rows_of(model.attention, model.slots());
  for (std::size_t slot = 0; slot < model.slots(); ++slot) {
    const std::vector<double> expected = mix(attention[slot], relations);
    for (std::size_t i = 0; i < model.dim(); ++i) {
      EXPECT_NEAR(model.predicates(model.relations + slot, i), expected[i], 1e-6);
    }
  }
}

TEST(Attention, SurvivesLargeLogits) {
  Model model = attending_model();
  for (float& value : model.attention.row(0)) value = -1000;
  model.attention(0, 1) = 1000;
  model.derive();
  for (std::size_t i = 0; i < model.dim(); ++i) {
    EXPECT_EQ(model.predicates(model.relations, i), model.predicates(1, i));
  }
}

// L = sum of random coefficients times the predicates' components, relations and derived rows
// alike.
TEST(Attention, PassesGradientsBack) {
  const Model model = attending_model();
  Random random(4);
  Rows coefficients(model.predicates.rows(), std::vector<double>(model.dim()));
  for (auto& row : coefficients) {
    for (double& value : row) value = 2 * random.uniform() - 1;
  }
  const auto loss = [&](const Rows& relations, const Rows& attention) {
    double sum = 0;
    for (std::size_t row = 0; row < coefficients.size(); ++row) {
      const bool derived = row >= model.relations;
      const std::vector<double> vector =
          derived ? mix(attention[row - model.relations], relations) : relations[row];
      for (std::size_t i = 0; i < vector.size(); ++i) sum += coefficients[row][i] * vector[i];
    }
    return sum;
  };
  Gradient gradient = model.make_gradient();
  for (std::size_t row = 0; row < coefficients.size(); ++row) {
    std::ranges::transform(coefficients[row], gradient.row(Table::kPredicates, row).begin(),
                           [](double value) { return static_cast<float>(value); });
  }
  model.pass_back(gradient);

  const Rows relations = rows_of(model.predicates, model.relations);
  const Rows attention = rows_of(model.attention, model.slots());
  constexpr double kStep = 1e-5;
  const auto expect_row = [&](Table table, std::size_t row, std::size_t columns) {
    for (std::size_t i = 0; i < columns; ++i) {
      double difference = 0;
      for (const double step : {kStep, -kStep}) {
        Rows moved_relations = relations;
        Rows moved_attention = attention;
        (table == Table::kAttention ? moved_attention : moved_relations)[row][i] += step;
        difference += loss(moved_relations, moved_attention) / (2 * step);
      }
      EXPECT_NEAR(gradient.at(table, row)[i], difference, 1e-5);
    }
  };
  for (std::size_t row = 0; row < model.relations; ++row) {
    expect_row(Table::kPredicates, row, model.dim());
  }
  for (std::size_t slot = 0; slot < model.slots(); ++slot) {
    EXPECT_FALSE(gradient.is_touched(Table::kPredicates, model.relations + slot));
    expect_row(Table::kAttention, slot, model.relations);
  }
}

TEST(Attention, LeavesUntouchedSlotsAlone) {
  const Model model = attending_model();
  ASSERT_GT(model.slots(), 1U);
  Gradient gradient = model.make_gradient();
  gradient.row(Table::kPredicates, model.relations)[0] = 1;
  model.pass_back(gradient);
  EXPECT_TRUE(std::ranges::equal(gradient.touched(Table::kAttention), std::vector{0U}));
}

TEST(Attention, WithoutItNothingIsPassedBack) {
  const Model model = make_model(knowledge_base(), {.dim = 4}, 9);
  Gradient gradient = model.make_gradient();
  gradient.row(Table::kPredicates, model.relations)[2] = 1;
  model.pass_back(gradient);
  EXPECT_TRUE(gradient.is_touched(Table::kPredicates, model.relations));
  EXPECT_TRUE(gradient.touched(Table::kAttention).empty());
}

// A rule with a confidence, one that is certain, and a template.
KnowledgeBase confident_base() {
  KnowledgeBase kb;
  for (const char* name : {"a", "b"}) kb.entities.add(name);
  for (const char* name : {"r", "s"}) kb.relations.add(name);
  std::vector<std::string> warnings;
  kb.rules = resolve_rules({{"rules.pl",
                             {parse_rule("0.6 :: s(X, Y) :- r(Y, X)", "rules.pl", 1),
                              parse_rule("s(X, Y) :- r(X, Y)", "rules.pl", 2),
                              parse_rule("s(X, Y) :- q(X, Y)", "rules.pl", 3)}}},
                           kb.entities, kb.relations, warnings);
  return kb;
}

TEST(MakeModel, ARuleStartsWithItsConfidence) {
  const Model model = make_model(confident_base(), {.slope = 1.5}, 3);
  EXPECT_NEAR(score_of(model.rule_distance(RuleId(0)), model.slope), 0.6, 1e-6);
  EXPECT_EQ(model.rule_distance(RuleId(1)), 0);
  EXPECT_EQ(model.rule_distance(RuleId(2)), 0);
}

TEST(MakeModel, SymbolicRelationsHaveNoVectorsAndNoTemplates) {
  KnowledgeBase kb = confident_base();
  const auto make = [&] { return make_model(kb, {.relations = SymbolKind::kSymbolic}, 3); };
  EXPECT_THROW(make(), Error);
  std::vector<std::string> warnings;
  kb.rules = resolve_rules({{"rules.pl", {parse_rule("s(X, Y) :- r(Y, X)", "rules.pl", 1)}}},
                           kb.entities, kb.relations, warnings);
  const Model model = make();
  EXPECT_TRUE(model.has_symbolic_relations());
  EXPECT_EQ(model.predicates.rows(), 2U);
}

}  // namespace
}  // namespace gntp
