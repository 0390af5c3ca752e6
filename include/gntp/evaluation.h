// How good a model is on a split of a data set: ranks of the true answers and, where the data set
// names its candidates, AUC-PR. Plain values.
#pragma once

#include <cstddef>
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

struct RelationQuality {
  std::string relation;
  RankingQuality both;
};

struct Evaluation {
  std::string split;
  std::size_t triples = 0;
  double seconds = 0;
  std::optional<double> auc_pr;  // from 0 to 1
  RankingQuality both;           // heads and tails together
  RankingQuality head;
  RankingQuality tail;
  std::vector<RelationQuality> by_relation;
};

}  // namespace gntp
