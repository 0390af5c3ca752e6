#include "rank/metrics.h"

#include <algorithm>
#include <cmath>

namespace gntp {
namespace {

Metrics metrics_of(double rank) {
  Metrics metrics{1 / rank, rank, {}};
  for (std::size_t i = 0; i < kHits.size(); ++i) {
    metrics.hits[i] = rank <= static_cast<double>(kHits[i]) ? 1 : 0;
  }
  return metrics;
}

// 1 / first + ... + 1 / last. Requires: 1 <= first <= last.
double sum_of_reciprocals(std::size_t first, std::size_t last) {
  // Beyond this the difference of two harmonic numbers' expansions is exact to rounding, and an
  // answer without proof ties with most of the entities.
  constexpr std::size_t kTermByTerm = 1000;
  double sum = 0;
  const std::size_t near = std::min(last, std::max(first, kTermByTerm));
  for (std::size_t place = first; place <= near; ++place) sum += 1 / static_cast<double>(place);
  if (near == last) return sum;
  const auto a = static_cast<double>(near);
  const auto b = static_cast<double>(last);
  return sum + std::log(b / a) + (1 / b - 1 / a) / 2 - (1 / (b * b) - 1 / (a * a)) / 12;
}

Metrics expected_metrics(const Rank& rank) {
  const std::size_t first = rank.nearer + 1;
  const std::size_t last = first + rank.equal;
  const auto places = static_cast<double>(rank.equal + 1);
  Metrics metrics;
  metrics.mrr = sum_of_reciprocals(first, last) / places;
  metrics.mean_rank = static_cast<double>(first + last) / 2;
  for (std::size_t i = 0; i < kHits.size(); ++i) {
    const std::size_t within = kHits[i] < first ? 0 : std::min(kHits[i], last) - first + 1;
    metrics.hits[i] = static_cast<double>(within) / places;
  }
  return metrics;
}

void add_to(Metrics& sum, const Metrics& term) {
  sum.mrr += term.mrr;
  sum.mean_rank += term.mean_rank;
  for (std::size_t i = 0; i < kHits.size(); ++i) sum.hits[i] += term.hits[i];
}

}  // namespace

std::string_view name_of(RankType type) {
  constexpr std::array<std::string_view, kRankTypes.size()> kNames{"optimistic", "realistic",
                                                                   "pessimistic", "expected"};
  return kNames[static_cast<std::size_t>(type)];
}

void RankMetrics::add(const Rank& rank) {
  const auto first = static_cast<double>(rank.nearer + 1);
  const auto ties = static_cast<double>(rank.equal);
  add_to(sums_[static_cast<std::size_t>(RankType::kOptimistic)], metrics_of(first));
  add_to(sums_[static_cast<std::size_t>(RankType::kRealistic)], metrics_of(first + ties / 2));
  add_to(sums_[static_cast<std::size_t>(RankType::kPessimistic)], metrics_of(first + ties));
  add_to(sums_[static_cast<std::size_t>(RankType::kExpected)], expected_metrics(rank));
  ++count_;
}

Metrics RankMetrics::operator[](RankType type) const {
  Metrics mean = sums_[static_cast<std::size_t>(type)];
  if (count_ == 0) return mean;
  const auto count = static_cast<double>(count_);
  mean.mrr /= count;
  mean.mean_rank /= count;
  for (double& hits : mean.hits) hits /= count;
  return mean;
}

double average_precision(std::vector<Judged> items) {
  std::ranges::sort(items, {}, &Judged::distance);
  const auto positives = static_cast<double>(std::ranges::count_if(items, &Judged::positive));
  double area = 0;
  double seen_positives = 0;
  for (std::size_t begin = 0; begin < items.size();) {
    std::size_t end = begin;
    double group_positives = 0;
    for (; end < items.size() && items[end].distance == items[begin].distance; ++end) {
      group_positives += items[end].positive ? 1 : 0;
    }
    seen_positives += group_positives;
    if (group_positives > 0) {
      area += group_positives / positives * seen_positives / static_cast<double>(end);
    }
    begin = end;
  }
  return area;
}

}  // namespace gntp
