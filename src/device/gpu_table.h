// The vectors of a link predictor on a GPU, to be asked: scores of questions with all entities, and
// ranks of answers. What a question gets does not depend on what it is asked together with.
//
// For any number of threads, one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "base/matrix.h"
#include "device/device.h"
#include "model/predictor.h"

namespace gntp {

// Questions (entity, step), one by one in two lists.
struct TableQuestions {
  std::span<const std::uint32_t> entities;
  std::span<const std::uint32_t> steps;
};

// Whose ranks are asked for: of question i the answers [first_answer[i], first_answer[i + 1]),
// among all entities but the known answers [first_known[i], first_known[i + 1]). Where limited[i]
// is not 0, candidates alone compete.
struct TableRanking {
  std::span<const std::uint32_t> first_answer;
  std::span<const std::uint32_t> answers;
  std::span<const std::uint32_t> first_known;
  std::span<const std::uint32_t> known;
  std::span<const std::uint8_t> limited;     // empty: no question is
  std::span<const std::uint8_t> candidates;  // by entity, where `limited` is given
  std::span<std::uint32_t> nearer;           // by answer: how many score higher
  std::span<std::uint32_t> equal;            // and how many others the same
};

class GpuTable {
 public:
  GpuTable(const Gpu& gpu, const Predictor& predictor);

  // Row i of `out` gets the scores of question i with every entity, or, `as_shares`, the logarithms
  // of their softmax.
  void find_scores(const TableQuestions& questions, bool as_shares, Matrix& out);
  void find_ranks(const TableQuestions& questions, const TableRanking& ranking);

 private:
  const Gpu& gpu_;
  std::mutex mutex_;
  GpuObject table_;
};

// On the device of this thread's DeviceScope; null where that is the processor.
std::shared_ptr<GpuTable> table_on_device(const Predictor& predictor);

}  // namespace gntp
