#include "predict/predictor_batch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/random.h"

namespace gntp {

PredictorBatch::PredictorBatch(const StepGraph& graph, const PredictorOptions& options,
                               const FactWeights& weights)
    : graph_(graph), weights_(weights), samples_(options.samples) {
  mean_answers_ = static_cast<double>(graph.ends()) * static_cast<double>(options.batch_size) /
                  static_cast<double>(std::max<std::size_t>(graph.segment_count(), 1));
}

void PredictorBatch::assign(std::span<const PredictorQuery> questions, std::uint64_t seed) {
  questions_ = questions;
  if (samples()) choose_columns(seed);
  list_examples();
  list_parts();
}

// Whatever has a gradient is a column, so that there is one pass over them.
void PredictorBatch::choose_columns(std::uint64_t seed) {
  const std::size_t entities = graph_.entities();
  const std::size_t drawn = std::min(samples_, entities);
  std::vector<EntityId> all(entities);
  std::iota(all.begin(), all.end(), EntityId{0});
  Random random(seed);
  for (std::size_t i = 0; i < drawn; ++i) std::swap(all[i], all[i + random.below(entities - i)]);
  all.resize(drawn);
  std::ranges::sort(all);
  columns_ = all;
  for (const PredictorQuery& query : questions_) {
    columns_.push_back(query.entity);
    const auto targets = graph_.targets(query.entity, query.step);
    columns_.insert(columns_.end(), targets.begin(), targets.end());
  }
  std::ranges::sort(columns_);
  columns_.erase(std::unique(columns_.begin(), columns_.end()), columns_.end());
  const auto stands_for =
      static_cast<float>(std::log(static_cast<double>(entities) / static_cast<double>(drawn)));
  offsets_.assign(columns_.size(), -std::numeric_limits<float>::infinity());
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (std::ranges::binary_search(all, columns_[column])) offsets_[column] = stands_for;
  }
}

void PredictorBatch::list_examples() {
  examples_.clear();
  first_example_.assign(1, 0);
  for (std::uint32_t query = 0; query < questions_.size(); ++query) {
    const auto [entity, step] = questions_[query];
    for (const EntityId answer : graph_.targets(entity, step)) {
      std::uint32_t column = answer;
      if (samples()) {
        const auto found = std::ranges::lower_bound(columns_, answer);
        column = static_cast<std::uint32_t>(found - columns_.begin());
      }
      examples_.push_back({query, column, answer, weights_.of(fact_of(entity, step, answer))});
    }
    first_example_.push_back(static_cast<std::uint32_t>(examples_.size()));
  }
}

void PredictorBatch::list_parts() {
  of_entities_.clear();
  of_steps_.clear();
  for (std::uint32_t i = 0; i < questions_.size(); ++i) {
    of_entities_.push_back({questions_[i].entity, i, Part::Of::kQuestion});
    of_steps_.push_back({questions_[i].step, i, Part::Of::kQuestion});
  }
  for (std::uint32_t i = 0; i < examples_.size(); ++i) {
    of_entities_.push_back({examples_[i].answer, i, Part::Of::kExample});
  }
  std::ranges::stable_sort(of_entities_, {}, &Part::row);
  std::ranges::stable_sort(of_steps_, {}, &Part::row);
}

double PredictorBatch::weight_of(std::span<const Example> examples) const {
  if (!weights_.differ()) return static_cast<double>(examples.size());
  double sum = 0;
  for (const Example& example : examples) sum += example.weight;
  return sum;
}

double PredictorBatch::times_of(const Part& part) const {
  return part.of == Part::Of::kQuestion ? weight_of(examples_of(part.source))
                                        : examples_[part.source].weight;
}

}  // namespace gntp
