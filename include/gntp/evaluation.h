// How good a model is on a split of a data set: ranks of the true answers, where the data set names
// its candidates AUC-PR, and how well probabilities hold. Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gntp {

// Means over ranks of true answers.
struct RankingMetrics {
  double mrr = 0;  // mean reciprocal rank
  double mean_rank = 0;
  double hits_at_1 = 0;
  double hits_at_3 = 0;
  double hits_at_5 = 0;
  double hits_at_10 = 0;
};

// Scores tie often, and how ties are broken must not decide a result: each metric comes in four
// forms. Quote `expected`.
struct RankingQuality {
  std::size_t ranks = 0;       // that the means are over
  RankingMetrics optimistic;   // the true answer before everything it ties with
  RankingMetrics realistic;    // in the middle of its ties
  RankingMetrics pessimistic;  // after everything it ties with
  RankingMetrics expected;     // the metric's mean over random orders of the ties
};

// Of the triples of one relation.
struct RelationQuality {
  std::string relation;
  RankingQuality both;  // heads and tails together
  RankingQuality head;
  RankingQuality tail;
};

// Answers of neighbouring probabilities.
struct CalibrationBin {
  double answers = 0;      // a part of one may belong to the next bin
  double probability = 0;  // the mean of what was said
  double correct = 0;      // the share that is true
};

// How well probabilities hold for the ten best new answers to the questions that a split's triples
// ask. A triple of the split is true, those of other splits are left out.
struct CalibrationQuality {
  enum class Side : std::uint8_t { kHead, kTail };
  Side side = Side::kHead;  // that is asked for
  // 0, but for the valid split, which scores are calibrated on: half of its questions, 1 or 2, with
  // probabilities that were fitted to the other half.
  std::size_t half = 0;
  std::size_t questions = 0;
  std::size_t answers = 0;
  double error = 0;                  // the mean over the bins of |probability - correct|
  std::vector<CalibrationBin> bins;  // ten of equal size, the least probable first
};

struct Evaluation {
  std::string split;
  std::size_t triples = 0;
  double seconds = 0;
  std::optional<double> auc_pr;  // from 0 to 1
  RankingQuality both;           // heads and tails together
  RankingQuality head;
  RankingQuality tail;
  // Where a link predictor has a say: both sides, by rules alone (if there are any) and by vectors.
  std::optional<RankingQuality> by_rules;
  std::optional<RankingQuality> by_vectors;
  std::vector<RelationQuality> by_relation;
  std::vector<CalibrationQuality> calibration;  // empty where the model has no probabilities
};

}  // namespace gntp
