#include "prover/aggregation.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "model/kernel.h"

namespace gntp {

// With score s, s' = f s / (1 - s + f s), and d log s' / d log s = 1 / (1 - s + f s).
void weigh(RuleProof& proof, double factor, double slope) {
  const double x = slope * proof.distance;
  const double rest = factor * std::exp(-x) - std::expm1(-x);
  proof.distance += static_cast<float>((std::log(rest) - std::log(factor)) / slope);
  proof.rate /= static_cast<float>(rest);
}

double evidence(const RuleProof& proof, double slope) {
  constexpr double kNearest = 1e-9;  // a certain proof weighs much, but not infinitely much
  return -std::log(-std::expm1(-std::max(slope * proof.distance, kNearest)));
}

double EvidenceMemo::operator()(const RuleProof& proof, double slope) {
  if (slope_ != slope) by_distance_.clear();
  slope_ = slope;
  return by_distance_.get(std::bit_cast<std::uint32_t>(proof.distance),
                          [&] { return evidence(proof, slope); });
}

double evidence(std::span<const RuleProof> proofs, double slope, double discount) {
  double sum = 0;
  double counts = 1;
  for (const RuleProof& proof : proofs) {
    sum += counts * evidence(proof, slope);
    counts *= discount;
  }
  return sum;
}

Aggregation::Judgement Aggregation::judge(std::span<const RuleProof> proofs) const {
  const bool adds_up = options_.aggregate == Aggregate::kNoisyOr;
  return {proofs, adds_up ? evidence(proofs, slope_, options_.discount) : 0};
}

Aggregation::Judgement Aggregation::judge(std::span<const RuleProof> proofs,
                                          EvidenceMemo& evidence) const {
  if (options_.aggregate != Aggregate::kNoisyOr) return {proofs, 0};
  double sum = 0;
  double counts = 1;
  for (const RuleProof& proof : proofs) {
    sum += counts * evidence(proof, slope_);
    counts *= options_.discount;
  }
  return {proofs, sum};
}

std::weak_ordering Aggregation::compare(const Judgement& a, const Judgement& b) const {
  if (a.proofs.empty() || b.proofs.empty()) return a.proofs.empty() <=> b.proofs.empty();
  switch (options_.aggregate) {
    case Aggregate::kMax:
      return std::weak_order(a.proofs.front().distance, b.proofs.front().distance);
    case Aggregate::kMaxPlus: {
      const auto [left, right] =
          std::ranges::mismatch(a.proofs, b.proofs, {}, &RuleProof::distance, &RuleProof::distance);
      if (left == a.proofs.end() || right == b.proofs.end()) {
        return b.proofs.size() <=> a.proofs.size();
      }
      return std::weak_order(left->distance, right->distance);
    }
    default:
      return std::weak_order(b.evidence, a.evidence);
  }
}

double Aggregation::score(const Judgement& judgement) const {
  if (judgement.proofs.empty()) return 0;
  if (options_.aggregate == Aggregate::kNoisyOr) return -std::expm1(-judgement.evidence);
  return score_of(judgement.proofs.front().distance, slope_);
}

std::vector<double> Aggregation::tie_breaker(const Judgement& judgement) const {
  const std::span<const RuleProof> proofs = judgement.proofs;
  if (proofs.empty() || options_.aggregate == Aggregate::kMax) return {};
  if (options_.aggregate == Aggregate::kNoisyOr) return {judgement.evidence};
  std::vector<double> scores;
  scores.reserve(proofs.size() - 1);
  for (const RuleProof& proof : proofs.subspan(1)) {
    scores.push_back(score_of(proof.distance, slope_));
  }
  return scores;
}

}  // namespace gntp
