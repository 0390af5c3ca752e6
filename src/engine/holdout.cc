#include "engine/holdout.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "base/random.h"

namespace gntp {
namespace {

constexpr std::uint64_t kHoldoutStream = 32;

Split& valid_of(LoadedDataset& dataset) {
  const auto found = std::ranges::find(dataset.splits, "valid", &Split::name);
  if (found != dataset.splits.end()) return *found;
  return *dataset.splits.insert(dataset.splits.begin(), Split{"valid", {}, 0});
}

}  // namespace

LoadedDataset hold_out(const LoadedDataset& dataset, double share, std::uint64_t seed) {
  LoadedDataset rest = dataset;
  const std::size_t facts = dataset.kb.first_mention();
  std::vector<std::size_t> order(facts);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(seed, kHoldoutStream);
  random.shuffle(std::span(order));
  order.resize(static_cast<std::size_t>(share * static_cast<double>(facts)));
  std::ranges::sort(order);
  Split& split = valid_of(rest);
  std::vector<Triple> valid = split.triples.to_vector();
  std::vector<Triple> kept;
  kept.reserve(dataset.kb.facts.size() - order.size());
  auto next = order.begin();
  std::size_t place = 0;
  for (const Triple& fact : dataset.kb.facts) {
    const bool is_held_out = next != order.end() && *next == place++;
    (is_held_out ? valid : kept).push_back(fact);
    if (is_held_out) ++next;
  }
  rest.kb.set_facts(std::move(kept));
  std::ranges::sort(valid);
  valid.erase(std::unique(valid.begin(), valid.end()), valid.end());
  split.triples = std::move(valid);
  return rest;
}

// One of each of as many equal parts.
std::vector<Triple> draw_facts(const KnowledgeBase& kb, std::size_t count, std::uint64_t seed) {
  const std::size_t facts = kb.first_mention();
  count = std::min(count, facts);
  Random random(seed, kHoldoutStream);
  std::vector<Triple> drawn;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= count; ++i) {
    const std::size_t end = facts / count * i + std::min(i, facts % count);
    drawn.push_back(kb.facts[begin + random.below(end - begin)]);
    begin = end;
  }
  return drawn;
}

}  // namespace gntp
