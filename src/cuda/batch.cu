#include "cuda/batch.h"

#include <array>
#include <cstring>

namespace gntp::cuda {

Batch upload(const GntpCudaBatch& batch, const GntpCudaTraining& training, BatchMemory& memory,
             cudaStream_t stream) {
  constexpr std::size_t kAligned = 16;
  std::size_t size = 0;
  const auto place_for = [&](std::size_t bytes) {
    const std::size_t at = size;
    size += (bytes + kAligned - 1) / kAligned * kAligned;
    return at;
  };
  struct Piece {
    const void* from;
    std::size_t bytes;
    std::size_t at;
  };
  std::array<Piece, 14> pieces{};
  std::size_t count = 0;
  const auto add = [&](const auto* from, std::size_t items) {
    const std::size_t bytes = from == nullptr ? 0 : items * sizeof *from;
    pieces[count] = {from, bytes, place_for(bytes)};
    return count++;
  };
  const std::size_t entity = add(batch.entity, batch.questions);
  const std::size_t step = add(batch.step, batch.questions);
  const std::size_t first_example = add(batch.first_example, batch.questions + 1);
  const std::size_t question = add(batch.question, batch.examples);
  const std::size_t answer = add(batch.answer, batch.examples);
  const std::size_t column = add(batch.column, batch.examples);
  const std::size_t weight = add(batch.weight, batch.examples);
  const std::size_t column_entity = add(batch.column_entity, batch.columns);
  const std::size_t column_offset = add(batch.column_offset, batch.columns);
  const std::size_t entity_row = add(batch.entity_row, batch.entity_rows + 1);
  const std::size_t entity_part = add(batch.entity_part, batch.entity_parts);
  const std::size_t step_row = add(batch.step_row, batch.step_rows + 1);
  const std::size_t step_part = add(batch.step_part, batch.step_parts);
  const std::size_t sent = size;
  const std::size_t asked = place_for(batch.examples * sizeof(std::uint32_t));
  memory.bytes.reserve(sent);
  memory.on_device.reserve(size);
  for (std::size_t i = 0; i < count; ++i) {
    if (pieces[i].bytes > 0) {
      std::memcpy(memory.bytes.data() + pieces[i].at, pieces[i].from, pieces[i].bytes);
    }
  }
  memory.on_device.upload(memory.bytes.data(), sent, stream);
  const auto on_device = [&](std::size_t piece, auto* as) {
    using Pointer = decltype(as);
    return pieces[piece].from == nullptr
               ? nullptr
               : reinterpret_cast<Pointer>(memory.on_device.data() + pieces[piece].at);
  };
  const std::uint32_t* ids = nullptr;
  const float* numbers = nullptr;
  const GntpCudaRow* rows = nullptr;
  const GntpCudaPart* parts = nullptr;
  return {batch.questions,
          batch.examples,
          batch.column_entity == nullptr ? training.entities : batch.columns,
          on_device(entity, ids),
          on_device(step, ids),
          on_device(first_example, ids),
          on_device(question, ids),
          on_device(answer, ids),
          on_device(column, ids),
          on_device(weight, numbers),
          on_device(column_entity, ids),
          on_device(column_offset, numbers),
          batch.entity_rows,
          on_device(entity_row, rows),
          on_device(entity_part, parts),
          batch.step_rows,
          on_device(step_row, rows),
          on_device(step_part, parts),
          reinterpret_cast<std::uint32_t*>(memory.on_device.data() + asked),
          {training.optimizer, batch.rate, batch.scale}};
}

}  // namespace gntp::cuda
