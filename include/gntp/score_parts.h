// What a score is made of where rules and a link predictor judge answers together. Plain values.
#pragma once

namespace gntp {

// In log-odds; the score is 1 / (1 + exp(-(proof + similarity + prior))).
struct ScoreParts {
  double proof = 0;       // by rules and known facts
  double similarity = 0;  // by the link predictor's vectors
  double prior = 0;  // by how often it is the answer at all, and what competing facts leave of that
  bool proved = false;  // whether there is any proof
};

}  // namespace gntp
