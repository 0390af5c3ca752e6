#include "rank/isotonic.h"

#include <algorithm>

namespace gntp {
namespace {

// Neighbours that have one value, their mean.
struct Block {
  double from;
  double sum;  // of values times weights
  double weight;
};

void pool(Block& block, const Block& next) {
  block.sum += next.sum;
  block.weight += next.weight;
}

// As products: no rounding decides between equal means.
bool rises(const Block& before, const Block& after) {
  return before.sum * after.weight < after.sum * before.weight;
}

}  // namespace

std::vector<IsotonicStep> isotonic(std::vector<Observation> observations) {
  std::ranges::stable_sort(observations, {}, &Observation::place);
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < observations.size();) {
    Block block{observations[i].place, 0, 0};
    for (; i < observations.size() && observations[i].place == block.from; ++i) {
      pool(block,
           {block.from, observations[i].value * observations[i].weight, observations[i].weight});
    }
    while (!blocks.empty() && !rises(blocks.back(), block)) {
      Block pooled = blocks.back();
      pool(pooled, block);
      block = pooled;
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  std::vector<IsotonicStep> steps;
  steps.reserve(blocks.size());
  for (const Block& block : blocks) steps.push_back({block.from, block.sum / block.weight});
  return steps;
}

}  // namespace gntp
