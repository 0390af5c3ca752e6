// How good a model is on the valid split, as one number: what models and settings are chosen by.
#pragma once

#include <gntp/observer.h>

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "kb/dataset.h"
#include "rank/ranking.h"

namespace gntp {

class Validation {
 public:
  // Keeps a reference. Valid triples that are training facts too would be proved by themselves and
  // are left out; of the others the first `limit` count.
  explicit Validation(const LoadedDataset& dataset,
                      std::size_t limit = std::numeric_limits<std::size_t>::max());

  // Whether there are triples to score by, and how many.
  bool possible() const { return !triples_.empty(); }
  std::size_t count() const { return triples_.size(); }
  std::span<const Triple> triples() const { return triples_; }
  // Every triple of the data set. Requires: possible().
  const KnownTriples& known() const { return known_; }

  struct Result {
    double score = 0;
    std::optional<std::size_t> proved;  // triples that have a proof, where ranking says that
  };
  // AUC-PR where the data set names its candidates, `expected` MRR elsewhere. Throws Interrupted if
  // the observer asks to stop.
  Result rank(const AnswerIndex& index, ThreadPool& threads, const Observer& observer) const;
  double score(const AnswerIndex& index, ThreadPool& threads, const Observer& observer) const {
    return rank(index, threads, observer).score;
  }

 private:
  const LoadedDataset& dataset_;
  KnownTriples known_;  // made once
  std::vector<Triple> triples_;
};

}  // namespace gntp
