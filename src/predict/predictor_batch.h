// A batch of questions as training sees it: the answers of each (examples), the entities that they
// are compared with (columns), and the parts of the batch that say something about each row of the
// tables.
//
// With a sample, an entity that is no answer counts as many times as it stands for, and answers of
// other questions count only where they were drawn: the expected sum is that over all entities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kb/fact_weights.h"
#include "kb/step_graph.h"
#include "predict/predictor_options.h"
#include "predict/predictor_query.h"

namespace gntp {

class PredictorBatch {
 public:
  // One answer of the batch.
  struct Example {
    std::uint32_t query;
    std::uint32_t column;  // of the answer
    EntityId answer;
    double weight;
  };
  // Where a part of a row's gradient is: with a question, or with an example.
  struct Part {
    enum class Of : std::uint8_t { kQuestion, kExample };
    std::uint32_t row;
    std::uint32_t source;
    Of of;
  };

  // Keeps references. `graph` has the facts to learn from. Requires: a batch size.
  PredictorBatch(const StepGraph& graph, const PredictorOptions& options,
                 const FactWeights& weights);

  // `seed` draws the sample.
  void assign(std::span<const PredictorQuery> questions, std::uint64_t seed);

  // Answers of a batch on average: what losses and gradients are divided by.
  double mean_answers() const { return mean_answers_; }

  std::span<const PredictorQuery> questions() const { return questions_; }
  std::span<const Example> examples() const { return examples_; }
  std::span<const std::uint32_t> first_examples() const { return first_example_; }
  std::span<const Example> examples_of(std::size_t query) const {
    return examples().subspan(first_example_[query],
                              first_example_[query + 1] - first_example_[query]);
  }
  // How much these examples weigh together.
  double weight_of(std::span<const Example> examples) const;
  // How often the penalty counts the row that a part is about.
  double times_of(const Part& part) const;

  // Where columns are a sample: which entities, ascending, and the logarithm of how many each
  // stands for. Else all entities are columns, and these are empty.
  bool samples() const { return samples_ > 0; }
  std::span<const EntityId> sampled() const { return columns_; }
  std::span<const float> offsets() const { return offsets_; }
  std::size_t columns() const { return samples() ? columns_.size() : graph_.entities(); }
  EntityId entity_of(std::size_t column) const {
    return samples() ? columns_[column] : EntityId(column);
  }

  // By row.
  std::span<const Part> of_entities() const { return of_entities_; }
  std::span<const Part> of_steps() const { return of_steps_; }

  bool has_weights() const { return weights_.differ(); }

 private:
  void choose_columns(std::uint64_t seed);
  void list_examples();
  void list_parts();

  const StepGraph& graph_;
  const FactWeights& weights_;
  std::size_t samples_;
  double mean_answers_;
  std::span<const PredictorQuery> questions_;
  std::vector<Example> examples_;             // by question
  std::vector<std::uint32_t> first_example_;  // of each question, and the end
  std::vector<EntityId> columns_;
  std::vector<float> offsets_;
  std::vector<Part> of_entities_;
  std::vector<Part> of_steps_;
};

}  // namespace gntp
