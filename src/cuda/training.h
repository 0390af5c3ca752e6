// Vectors of a link predictor that a GPU trains: the tables stay there, batches come and go. What a
// step computes is what PredictorLoss and the optimizers of predict/ do, in other blocks.
//
// Steps are begun in order and run in order; several may be on their way. The same steps give the
// same numbers on the same kind of GPU.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cuda/batch.h"
#include "cuda/memory.h"
#include "device/cuda_plugin.h"

namespace gntp::cuda {

// Functions are called with the GPU as the thread's.
class Training {
 public:
  Training(std::uint32_t device, const GntpCudaTraining& training);
  ~Training();

  std::uint32_t device() const { return device_; }

  void write(const GntpCudaTables& from);
  void read(const GntpCudaTables& to);
  void begin_step(const GntpCudaBatch& batch);
  // Waits until at most `running` steps go on; gives the losses of those that are over, once.
  std::uint64_t take_losses(std::uint64_t running, double* losses, std::uint64_t room);

 private:
  // A table, its optimizer's moments and its gradient.
  struct Table {
    std::size_t size = 0;  // of the table, without what is behind its rows
    DeviceArray<float> values;
    DeviceArray<float> first;
    DeviceArray<float> second;
    DeviceArray<float> gradient;
  };
  // What one step needs for itself, until it is over.
  struct Slot {
    BatchMemory batch;
    PinnedBytes loss;
    Event over;
  };

  void compare_answers(const Batch& batch);
  void predict_steps(const Batch& batch);
  void pass_back(const Batch& batch);
  void move_entities(const Batch& batch);
  void move_steps(const Batch& batch);
  void wait_for_oldest();

  std::uint32_t device_;
  GntpCudaTraining is_;
  Stream stream_;
  Products products_;
  Table entities_;
  Table steps_;

  DeviceArray<float> column_rows_;  // of a sample
  DeviceArray<float> column_squares_;
  DeviceArray<float> step_squares_;
  DeviceArray<float> query_squares_;
  DeviceArray<float> step_query_squares_;
  DeviceArray<float> queries_;  // (questions, width)
  DeviceArray<float> scores_;   // (questions, columns), then their gradient
  DeviceArray<float> sums_;     // by question
  DeviceArray<float> own_;      // by example
  DeviceArray<float> column_sums_;
  DeviceArray<float> by_query_;   // (questions, width)
  DeviceArray<float> by_entity_;  // (questions, width)
  DeviceArray<float> by_step_;    // (questions, width)

  DeviceArray<float> step_queries_;  // (examples, width), then the gradient of the known entity
  DeviceArray<float> step_scores_;   // (examples, steps), then their gradient
  DeviceArray<float> step_sums_;     // by example
  DeviceArray<float> by_answer_;     // (examples, width)

  DeviceArray<double> losses_;  // by question, then by example
  DeviceArray<double> loss_;

  static constexpr std::size_t kSlots = 8;
  std::array<Slot, kSlots> slots_;
  std::uint64_t begun_ = 0;
  std::uint64_t finished_ = 0;
  std::vector<double> finished_losses_;  // by steps that are over and were not asked for
};

}  // namespace gntp::cuda
