// Writes the words of a StepGraph one after the other, from steps that come in order: a graph can
// be larger than memory. For one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kb/step_graph.h"

namespace gntp {

class StepGraphWriter {
 public:
  using WordSink = std::function<void(std::span<const std::uint32_t> words)>;
  using SegmentSink = std::function<void(Step step, EntityId entity, std::uint32_t count)>;

  // Where blocks begin (StepGraph::Parts).
  struct Places {
    std::vector<std::uint64_t> bases;
    std::vector<std::uint32_t> offsets;
    std::uint64_t ends = 0;  // that were added
  };

  // How many bits of a directory's word are the step. Throws Error where relations are too many.
  static unsigned step_bits(std::size_t relations);

  // `words` takes the graph's words; `segments` is told of each segment and how many
  // targets it has, by entity and step.
  StepGraphWriter(std::size_t relations, WordSink words, SegmentSink segments);

  // Requires: in order, by all three, each once.
  void add(EntityId entity, Step step, EntityId target);
  // To be called once, last; entities from the last one on have no steps.
  Places finish(std::size_t entities);

 private:
  void begin_blocks_before(std::size_t entity);
  void end_segment();
  void end_block();
  void put(std::uint32_t word);
  void flush();

  static constexpr std::size_t kBuffer = std::size_t{1} << 16U;

  WordSink sink_;
  SegmentSink segment_sink_;
  unsigned step_bits_;
  Places places_;
  std::uint64_t written_ = 0;  // words, those in the buffer among them
  std::vector<std::uint32_t> buffer_;
  std::vector<std::uint32_t> directory_;  // of the block at hand, in the order of its steps
  EntityId entity_{0};                    // of the segment at hand
  Step step_ = 0;                         // the same
  std::uint32_t count_ = 0;               // of its targets; 0: none is at hand
};

}  // namespace gntp
