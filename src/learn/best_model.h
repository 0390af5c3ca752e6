// The best model of a training, by its score on held-out data, and when to stop looking for a
// better one.
#pragma once

#include <cstddef>
#include <optional>

#include "model/model.h"

namespace gntp {

class BestModel {
 public:
  // Gives up after `patience` offers in a row that were not better; 0 = never.
  explicit BestModel(std::size_t patience) : patience_(patience) {}

  // Keeps a copy if the score is higher than every score before.
  void offer(const Model& model, double score, std::size_t epoch) {
    if (best_ && score <= score_) {
      ++since_best_;
      return;
    }
    best_ = model;
    score_ = score;
    epoch_ = epoch;
    since_best_ = 0;
  }

  // Its whole state (base/archive.h); `like` is a model of the same shape.
  template <typename Archive>
  void exchange(Archive& archive, const Model& like) {
    bool has_model = best_.has_value();
    archive(has_model);
    if (has_model && !best_) best_ = like;
    if (has_model) best_->exchange(archive);
    archive(score_);
    archive(epoch_);
    archive(since_best_);
  }

  bool gives_up() const { return patience_ > 0 && since_best_ >= patience_; }

  // Nothing before the first offer.
  const std::optional<Model>& model() const { return best_; }
  double score() const { return score_; }
  std::size_t epoch() const { return epoch_; }

 private:
  std::size_t patience_;
  std::optional<Model> best_;
  double score_ = 0;
  std::size_t epoch_ = 0;
  std::size_t since_best_ = 0;
};

}  // namespace gntp
