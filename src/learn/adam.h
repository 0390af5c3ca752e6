// Adam on the rows that a batch touched. Each row counts its own steps, so that a rare row's first
// step is as large as everyone's.
#pragma once

#include <array>
#include <vector>

#include "base/parallel.h"
#include "model/gradient.h"
#include "model/model.h"

namespace gntp {

struct AdamOptions {
  double learning_rate = 0.01;
  // Factors on the learning rate of the relations' and the entities' vectors; 0 = not trained.
  double relation_rate = 0.3;
  double entity_rate = 1;
  bool train_slope = false;
};

class Adam {
 public:
  // By rule: what its distance may not fall below.
  Adam(const Model& model, const AdamOptions& options, std::vector<float> least_rule_distances);

  // What the learning rate is multiplied by from now on; a schedule sets it.
  void set_factor(double factor) { factor_ = factor; }

  // Entities stay as they are from now on, or move again.
  void hold_entities() { holds_entities_ = true; }
  void release_entities() { holds_entities_ = false; }

  // Moves the model against the gradient, rows in parallel. Derived rows must have passed theirs
  // on.
  void step(const Gradient& gradient, Model& model, ThreadPool& threads);
  // Its whole state (base/archive.h).
  template <typename Archive>
  void exchange(Archive& archive) {
    for (Moments& moments : moments_) exchange(archive, moments);
    exchange(archive, slope_);
  }

  // The rows that the last step moved.
  std::span<const std::uint32_t> moved(Table table) const {
    return moved_[static_cast<std::size_t>(table)];
  }

 private:
  struct Moments {
    Matrix first;
    Matrix second;
    std::vector<std::uint32_t> steps;  // by row
  };
  template <typename Archive>
  static void exchange(Archive& archive, Moments& moments) {
    archive(moments.first);
    archive(moments.second);
    archive(moments.steps);
  }
  double rate(const Model& model, Table table, std::size_t row) const;
  static void move_row(std::span<float> values, std::span<const float> gradient, Moments& moments,
                       std::size_t row, double rate);

  AdamOptions options_;
  std::vector<float> least_rule_distances_;
  double factor_ = 1;
  bool holds_entities_ = false;
  std::array<Moments, kTables.size()> moments_;
  std::array<std::vector<std::uint32_t>, kTables.size()> moved_;
  Moments slope_;
};

}  // namespace gntp
