// What the proofs of an example give: its loss, and how the loss depends on the links of proofs.
#pragma once

#include <vector>

#include "prover/proof.h"

namespace gntp {

struct Outcome {
  struct LinkGradient {
    Sensitivity sensitivity;
    double by_distance;  // d loss / d proof distance, times the example's share of the batch
  };
  bool proved = false;  // above the floor
  double score = 0;
  double loss = 0;
  double by_slope = 0;  // d loss / d slope, times the example's share of the batch
  std::vector<LinkGradient> links_of_loss;
  std::vector<Sensitivity> links;  // scratch: those of the proof at hand

  // What it gives (base/byte_archive.h).
  template <typename Archive>
  void exchange(Archive& archive) {
    archive(proved);
    archive(score);
    archive(loss);
    archive(by_slope);
    archive(links_of_loss);
  }

  // As before the first proof; keeps its memory.
  void clear() {
    proved = false;
    score = loss = by_slope = 0;
    links_of_loss.clear();
  }
};

}  // namespace gntp
