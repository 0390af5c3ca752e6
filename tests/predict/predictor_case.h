// Small predictors and graphs, and the loss once more: slow, in double precision, as the header of
// predictor_loss.h defines it.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "base/random.h"
#include "predict/predictor_loss.h"
#include "predict/predictor_trainer.h"

namespace gntp {

inline StepGraph random_graph(std::uint64_t seed, std::size_t entities, std::size_t relations,
                              std::size_t facts) {
  Random random(seed, 1);
  std::vector<Triple> triples;
  for (std::size_t i = 0; i < facts; ++i) {
    triples.push_back({EntityId(random.below(entities)), RelationId(random.below(relations)),
                       EntityId(random.below(entities))});
  }
  std::ranges::sort(triples);
  triples.erase(std::unique(triples.begin(), triples.end()), triples.end());
  return {triples, entities, relations};
}

// A predictor's numbers, entities before steps.
using Numbers = std::vector<double>;

inline Numbers numbers_of(const Predictor& predictor) {
  Numbers all(predictor.entities.values().begin(), predictor.entities.values().end());
  all.insert(all.end(), predictor.steps.values().begin(), predictor.steps.values().end());
  return all;
}

class SlowLoss {
 public:
  SlowLoss(const StepGraph& graph, const PredictorOptions& options,
           const FactWeights& weights = kEqualWeights)
      : graph_(graph), options_(options), weights_(weights), width_(width_of(options)) {}

  // Both objectives and the penalties, summed over the answers of the batch.
  double operator()(const Numbers& numbers, std::span<const PredictorQuery> batch) const {
    double loss = 0;
    for (const PredictorQuery& query : batch) {
      for (const EntityId answer : graph_.targets(query.entity, query.step)) {
        const double weight = weights_.of(fact_of(query.entity, query.step, answer));
        loss += weight * answer_loss(numbers, query, answer);
        loss += weight * options_.relation_weight * step_loss(numbers, query, answer);
        for (const double* row :
             {entity(numbers, query.entity), step(numbers, query.step), entity(numbers, answer)}) {
          loss += weight * options_.penalty_weight * penalty(row);
        }
      }
    }
    return loss;
  }

  double score(const Numbers& numbers, const PredictorQuery& query, std::size_t answer) const {
    const double* h = entity(numbers, query.entity);
    const double* r = step(numbers, query.step);
    const double* t = entity(numbers, answer);
    double sum = 0;
    switch (options_.kind) {
      case PredictorKind::kTransE:
        for (std::size_t i = 0; i < width_; ++i) sum += std::pow(h[i] + r[i] - t[i], 2);
        return -std::sqrt(sum);
      case PredictorKind::kDistMult:
        for (std::size_t i = 0; i < width_; ++i) sum += h[i] * r[i] * t[i];
        return sum;
      default: {
        const std::size_t half = width_ / 2;
        for (std::size_t i = 0; i < half; ++i) {
          const std::complex<double> product = std::complex(h[i], h[half + i]) *
                                               std::complex(r[i], r[half + i]) *
                                               std::conj(std::complex(t[i], t[half + i]));
          sum += product.real();
        }
        return sum;
      }
    }
  }

 private:
  const double* entity(const Numbers& numbers, std::size_t row) const {
    return numbers.data() + row * width_;
  }
  const double* step(const Numbers& numbers, std::size_t row) const {
    return numbers.data() + (graph_.entities() + row) * width_;
  }
  double answer_loss(const Numbers& numbers, const PredictorQuery& query, EntityId answer) const {
    double sum = 0;
    for (std::size_t e = 0; e < graph_.entities(); ++e) sum += std::exp(score(numbers, query, e));
    return std::log(sum) - score(numbers, query, answer);
  }
  double step_loss(const Numbers& numbers, const PredictorQuery& query, EntityId answer) const {
    double sum = 0;
    for (Step s = 0; s < graph_.steps(); ++s) {
      sum += std::exp(score(numbers, {query.entity, s}, answer));
    }
    return std::log(sum) - score(numbers, query, answer);
  }
  double penalty(const double* row) const {
    double sum = 0;
    const bool complex = options_.kind == PredictorKind::kComplEx;
    const std::size_t half = complex ? width_ / 2 : width_;
    for (std::size_t i = 0; i < half; ++i) {
      const double size = complex ? std::hypot(row[i], row[half + i]) : std::abs(row[i]);
      sum += options_.penalty == Penalty::kN3 ? std::pow(size, 3) : std::pow(size, 2);
    }
    return sum;
  }

  const StepGraph& graph_;
  PredictorOptions options_;
  const FactWeights& weights_;
  std::size_t width_;
};

}  // namespace gntp
