// Ranks and what is made of them. A rank is known up to ties: max-min scores tie often, and how
// ties are broken must never decide a result, so each metric comes in four forms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gntp {

enum class RankType : std::uint8_t {
  kOptimistic,   // before everything it ties with
  kRealistic,    // in the middle of its ties
  kPessimistic,  // after everything it ties with
  kExpected,     // the metric's mean over random orders of the ties
};
inline constexpr std::array kRankTypes{RankType::kOptimistic, RankType::kRealistic,
                                       RankType::kPessimistic, RankType::kExpected};
std::string_view name_of(RankType type);

inline constexpr std::array<std::size_t, 4> kHits{1, 3, 5, 10};

// Where the true answer stands among the candidates.
struct Rank {
  std::size_t nearer = 0;  // candidates that score higher
  std::size_t equal = 0;   // other candidates that score the same

  // The reciprocal of the realistic rank.
  double reciprocal() const {
    return 1 / (1 + static_cast<double>(nearer) + static_cast<double>(equal) / 2);
  }
};

struct Metrics {
  double mrr = 0;
  double mean_rank = 0;
  std::array<double, kHits.size()> hits{};  // at kHits
};

// The means over ranks, by rank type.
class RankMetrics {
 public:
  void add(const Rank& rank);
  std::size_t count() const { return count_; }
  // Zeros when nothing was added.
  Metrics operator[](RankType type) const;

 private:
  std::size_t count_ = 0;
  std::array<Metrics, kRankTypes.size()> sums_;
};

struct Judged {
  float distance;  // infinite: no proof
  bool positive;
};

// The area under the precision-recall curve as average precision, from 0 to 1. Items of equal
// distance enter together. Zero if nothing is positive.
double average_precision(std::vector<Judged> items);

}  // namespace gntp
