#include "learn/adam.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gntp {
namespace {

constexpr double kFirstDecay = 0.9;
constexpr double kSecondDecay = 0.999;
constexpr double kEpsilon = 1e-8;
constexpr double kLeastSlope = 1e-3;
constexpr std::size_t kFewRows = 500;  // are moved before other threads are awake

Matrix& values_of(Model& model, Table table) {
  switch (table) {
    case Table::kEntities:
      return model.entities;
    case Table::kPredicates:
      return model.predicates;
    case Table::kAttention:
      return model.attention;
    case Table::kTokens:
      return model.encoder.vectors;
    case Table::kTokenLogits:
      return model.encoder.logits;
    case Table::kRuleDistances:
      break;
  }
  return model.rule_distances;
}

}  // namespace

Adam::Adam(const Model& model, const AdamOptions& options, std::vector<float> least_rule_distances)
    : options_(options), least_rule_distances_(std::move(least_rule_distances)) {
  const auto make = [](const Matrix& values) {
    // Rows without columns never move.
    const std::size_t rows = values.columns() == 0 ? 0 : values.rows();
    return Moments{Matrix(rows, values.columns()), Matrix(rows, values.columns()),
                   std::vector<std::uint32_t>(rows)};
  };
  moments_ = {make(model.entities),        make(model.predicates),     make(model.attention),
              make(model.encoder.vectors), make(model.encoder.logits), make(model.rule_distances)};
  slope_ = make(Matrix(1, 1));
}

void Adam::step(const Gradient& gradient, Model& model, ThreadPool& threads) {
  for (const Table table : kTables) {
    Moments& moments = moments_[static_cast<std::size_t>(table)];
    Matrix& values = values_of(model, table);
    std::vector<std::uint32_t>& moved = moved_[static_cast<std::size_t>(table)];
    moved.clear();
    for (const std::uint32_t row : gradient.touched(table)) {
      if (rate(model, table, row) != 0) moved.push_back(row);
    }
    const auto move = [&](std::size_t i, std::size_t) {
      const std::uint32_t row = moved[i];
      move_row(values.row(row), gradient.at(table, row), moments, row, rate(model, table, row));
    };
    if (moved.size() < kFewRows) {
      for (std::size_t i = 0; i < moved.size(); ++i) move(i, 0);
    } else {
      threads.for_each(moved.size(), move);
    }
  }
  for (const std::uint32_t rule : moved(Table::kRuleDistances)) {
    float& distance = model.rule_distances(rule, 0);
    distance = std::max(distance, least_rule_distances_[rule]);
  }
  if (options_.train_slope) {
    auto slope = static_cast<float>(model.slope);
    const auto by_slope = static_cast<float>(gradient.slope);
    move_row({&slope, 1}, {&by_slope, 1}, slope_, 0, factor_ * options_.learning_rate);
    model.slope = std::max<double>(slope, kLeastSlope);
  }
}

double Adam::rate(const Model& model, Table table, std::size_t row) const {
  const double rate = factor_ * options_.learning_rate;
  if (table == Table::kEntities) return holds_entities_ ? 0 : rate * options_.entity_rate;
  // The words of patterns go the pace of relations: they stand in their place.
  const bool is_relation = table == Table::kTokens || table == Table::kTokenLogits ||
                           (table == Table::kPredicates && row < model.relations);
  return is_relation ? rate * options_.relation_rate : rate;
}

void Adam::move_row(std::span<float> values, std::span<const float> gradient, Moments& moments,
                    std::size_t row, double rate) {
  const double steps = ++moments.steps[row];
  const auto step_size = static_cast<float>(rate * std::sqrt(1 - std::pow(kSecondDecay, steps)) /
                                            (1 - std::pow(kFirstDecay, steps)));
  const std::span<float> first = moments.first.row(row);
  const std::span<float> second = moments.second.row(row);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float g = gradient[i];
    first[i] += static_cast<float>(1 - kFirstDecay) * (g - first[i]);
    second[i] += static_cast<float>(1 - kSecondDecay) * (g * g - second[i]);
    values[i] -= step_size * first[i] / (std::sqrt(second[i]) + static_cast<float>(kEpsilon));
  }
}

}  // namespace gntp
