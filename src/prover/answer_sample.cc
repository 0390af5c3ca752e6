#include "prover/answer_sample.h"

#include <bit>

namespace gntp {
namespace {

// Small blocks are a better sample, and more work.
std::uint32_t bits_for(std::size_t size) {
  constexpr std::size_t kBlocks = 16;
  constexpr std::size_t kLargest = 64;
  const std::size_t block = std::clamp<std::size_t>(size / kBlocks, 1, kLargest);
  return static_cast<std::uint32_t>(std::bit_width(block) - 1);
}

}  // namespace

AnswerSample::AnswerSample(std::size_t entities, std::size_t size)
    : entities_(entities),
      bits_(bits_for(size)),
      is_drawn_(((std::max<std::size_t>(entities, 1) - 1) >> bits_) + 1),
      wanted_(std::clamp<std::size_t>(size >> bits_, 1, is_drawn_.size())) {}

AnswerSample::AnswerSample(EntityId only)
    : entities_(0), bits_(31), is_drawn_(2), wanted_(0), always_(only) {}

void AnswerSample::draw(Random& random, EntityId always) {
  for (const std::uint32_t block : drawn_) is_drawn_[block] = 0;
  drawn_.clear();
  always_ = always;
  // Floyd's way: every set of so many blocks is as likely as any other.
  for (std::size_t last = is_drawn_.size() - wanted_; last < is_drawn_.size(); ++last) {
    std::uint32_t block = random.below(last + 1);
    if (is_drawn_[block] != 0) block = static_cast<std::uint32_t>(last);
    is_drawn_[block] = 1;
    drawn_.push_back(block);
  }
  std::ranges::sort(drawn_);
}

}  // namespace gntp
