#include "support/freebase_kinds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "support/freebase_names.h"

namespace gntp::bench {
namespace {

constexpr std::uint32_t kKindsPerDomain = 12;

// Numbers of words that no relation has.
constexpr std::uint32_t kFirstDomainWord = 500'000;
constexpr std::uint32_t kFirstKindWord = 410'000;

}  // namespace

std::uint32_t Kinds::kind_of(std::uint32_t thing) const {
  const auto after = std::upper_bound(begin.begin(), begin.end(), thing);
  return static_cast<std::uint32_t>(after - begin.begin()) - 1;
}

Window Kinds::domain_of(std::uint32_t kind) const {
  const std::uint32_t first = kind / kKindsPerDomain * kKindsPerDomain;
  const std::uint32_t end = begin[std::min(first + kKindsPerDomain, count())];
  return {begin[first], end - begin[first]};
}

Kinds make_kinds(std::size_t entities, std::size_t kinds, Random& random) {
  std::vector<double> weights;
  for (std::size_t i = 0; i < kinds; ++i) weights.push_back(1 / (10 + static_cast<double>(i)));
  random.shuffle(std::span(weights));
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  const auto things = static_cast<double>(entities - kinds);
  Kinds made;
  made.begin.push_back(0);
  double sum = 0;
  for (const double weight : weights) {
    sum += weight;
    made.begin.push_back(static_cast<std::uint32_t>(std::lround(things * sum / all)));
  }
  return made;
}

std::string domain_name(std::uint32_t kind) {
  return "/" + invented_word(kFirstDomainWord + kind / kKindsPerDomain);
}

std::string kind_name(std::uint32_t kind) {
  return domain_name(kind) + "/" + invented_word(kFirstKindWord + kind);
}

}  // namespace gntp::bench
