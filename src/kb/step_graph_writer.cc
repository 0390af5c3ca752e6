#include "kb/step_graph_writer.h"

#include <bit>
#include <utility>

#include "base/error.h"

namespace gntp {

unsigned StepGraphWriter::step_bits(std::size_t relations) {
  constexpr unsigned kMost = 30;
  const auto bits = static_cast<unsigned>(std::bit_width(2 * relations));
  if (bits > kMost) fail("{} relations are too many", relations);
  return bits;
}

StepGraphWriter::StepGraphWriter(std::size_t relations, WordSink words, SegmentSink segments)
    : sink_(std::move(words)),
      segment_sink_(std::move(segments)),
      step_bits_(step_bits(relations)) {
  buffer_.reserve(kBuffer);
}

void StepGraphWriter::add(EntityId entity, Step step, EntityId target) {
  if (places_.offsets.size() != std::size_t{entity} + 1)
    begin_blocks_before(entity + std::size_t{1});
  if (count_ == 0 || step != step_) {
    end_segment();
    entity_ = entity;
    step_ = step;
  }
  ++count_;
  ++places_.ends;
  put(target);
}

StepGraphWriter::Places StepGraphWriter::finish(std::size_t entities) {
  begin_blocks_before(entities + 1);
  flush();
  return std::move(places_);
}

// Ends the block at hand; those up to the entity's begin, all but the last of them empty.
void StepGraphWriter::begin_blocks_before(std::size_t entity) {
  end_block();
  while (places_.offsets.size() < entity) {
    if (places_.offsets.size() % StepGraph::kGroup == 0) places_.bases.push_back(written_);
    const std::uint64_t offset = written_ - places_.bases.back();
    if (offset > ~std::uint32_t{0}) {
      fail("{} neighbouring entities have too many facts: {} and more", StepGraph::kGroup, offset);
    }
    places_.offsets.push_back(static_cast<std::uint32_t>(offset));
  }
}

void StepGraphWriter::end_segment() {
  if (count_ == 0) return;
  const bool fits = count_ <= (~std::uint32_t{0} >> step_bits_);
  directory_.push_back(step_ | (fits ? count_ << step_bits_ : 0));
  if (!fits) directory_.push_back(count_);
  segment_sink_(step_, entity_, count_);
  count_ = 0;
}

// The directory is read from its end.
void StepGraphWriter::end_block() {
  end_segment();
  for (; !directory_.empty(); directory_.pop_back()) put(directory_.back());
}

void StepGraphWriter::put(std::uint32_t word) {
  if (buffer_.size() == kBuffer) flush();
  buffer_.push_back(word);
  ++written_;
}

void StepGraphWriter::flush() {
  sink_(buffer_);
  buffer_.clear();
}

}  // namespace gntp
