#include "mine/adapted_options.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace gntp {
namespace {

// Walks of two steps from an entity, on average, up to which facts are sparse. WordNet and maps of
// countries have about a hundred, dense data more than ten thousand.
constexpr double kSparse = 1000;
constexpr std::size_t kManyFacts = 5'000'000;  // paths of more say enough, constants take too long
constexpr double kAffordableWalks = 1e9;       // about a minute of counting

}  // namespace

double walks(const KnowledgeBase& kb, std::size_t steps) {
  std::vector<double> from(kb.entities.size(), 1);
  for (std::size_t i = 0; i < steps; ++i) {
    std::vector<double> longer(from.size());
    for (const Triple& fact : kb.facts) {
      longer[fact.head] += from[fact.tail];
      longer[fact.tail] += from[fact.head];
    }
    from = std::move(longer);
  }
  return std::accumulate(from.begin(), from.end(), 0.0);
}

MineOptions adapted(MineOptions options, const KnowledgeBase& kb) {
  if (!options.adaptive) return options;
  options.adaptive = false;
  if (kb.facts.size() > kManyFacts) {
    options.constants = 0;
    options.bodiless = false;
    return options;
  }
  const auto entities = static_cast<double>(kb.entities.size());
  if (walks(kb, 2) > kSparse * entities) return options;
  const auto affordable = [&](std::size_t length) {
    const double bodies =
        std::pow(2 * static_cast<double>(kb.relations.size()), static_cast<double>(length));
    return walks(kb, length) <= kAffordableWalks &&
           bodies <= static_cast<double>(options.exhaustive);
  };
  for (std::size_t length = options.max_body + 1; length <= kLongestBody; ++length) {
    if (!affordable(length)) break;
    options.max_body = length;
  }
  if (options.constants > 0) options.constants = 2;
  return options;
}

}  // namespace gntp
