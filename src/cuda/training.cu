#include "cuda/training.h"

#include <algorithm>
#include <cstring>

#include "cuda/interaction.h"
#include "cuda/kernels.h"
#include "cuda/optimizer.h"
#include "cuda/queries.h"
#include "cuda/row_softmax.h"

namespace gntp::cuda {
namespace {

using Taken = Products::Taken;

constexpr unsigned kThreads = 256;
constexpr unsigned kPartsAtOnce = 64;

// A grid with a row of threads for each row of a matrix.
dim3 grid_of(std::size_t rows, std::size_t across) {
  return {static_cast<unsigned>(rows), blocks_for(across, kThreads)};
}

// Columns of scores, and the rows of tables that they are of, with as many behind them that are
// zero as make their number round: products are several times as fast then.
std::size_t padded(std::size_t columns) {
  constexpr std::size_t kRound = 32;
  return (columns + kRound - 1) / kRound * kRound;
}

__device__ std::uint32_t place_across() {
  return blockIdx.y * blockDim.x + threadIdx.x;
}

__global__ void gather_rows(const float* table, const std::uint32_t* rows, std::size_t width,
                            float* out) {
  const std::uint32_t i = place_across();
  if (i < width) out[blockIdx.x * width + i] = table[rows[blockIdx.x] * width + i];
}

__global__ void make_step_queries(Rows rows, const float* entities, const std::uint32_t* entity,
                                  const std::uint32_t* question, const std::uint32_t* answer,
                                  float* out) {
  const std::uint32_t i = place_across();
  if (i >= components_of(rows.kind, rows.width)) return;
  const Component known = rows.load(entities, entity[question[blockIdx.x]], i);
  const Component to = rows.load(entities, answer[blockIdx.x], i);
  rows.store(out, blockIdx.x, i, step_query_of(rows.kind, known, to));
}

// The steps that the examples ask for.
__global__ void list_asked_steps(const std::uint32_t* step, const std::uint32_t* question,
                                 std::size_t examples, std::uint32_t* asked) {
  const std::size_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < examples) asked[k] = step[question[k]];
}

// Replaces step queries by the gradients of the known entities, and their own gradients by those of
// the answers. `sums` are for distances.
__global__ void pass_back_step_queries(Rows rows, const float* entities,
                                       const std::uint32_t* entity, const std::uint32_t* question,
                                       const std::uint32_t* answer, const float* sums,
                                       float* queries, float* by_query) {
  const std::uint32_t i = place_across();
  if (i >= components_of(rows.kind, rows.width)) return;
  const std::size_t k = blockIdx.x;
  Component by = rows.load(by_query, k, i);
  if (sums != nullptr) by = by - sums[k] * rows.load(queries, k, i);
  const ByParts parts =
      pass_back_step_query(rows.kind, by, rows.load(entities, entity[question[k]], i),
                           rows.load(entities, answer[k], i));
  rows.store(queries, k, i, parts.first);
  rows.store(by_query, k, i, parts.second);
}

// The gradients of a question's entity, with those that its examples have for it (null: none), and
// of its step.
__global__ void pass_back_queries(Rows rows, const float* entities, const float* steps,
                                  const std::uint32_t* entity, const std::uint32_t* step,
                                  const std::uint32_t* first_example, const float* sums,
                                  const float* queries, const float* by_query,
                                  const float* by_known, float* by_entity, float* by_step) {
  const std::uint32_t i = place_across();
  if (i >= components_of(rows.kind, rows.width)) return;
  const std::size_t q = blockIdx.x;
  Component by = rows.load(by_query, q, i);
  if (sums != nullptr) by = by - sums[q] * rows.load(queries, q, i);
  ByParts parts = pass_back_query(rows.kind, by, rows.load(entities, entity[q], i),
                                  rows.load(steps, step[q], i));
  if (by_known != nullptr) {
    const std::uint32_t end = first_example[q + 1];
#pragma unroll 8
    for (std::uint32_t k = first_example[q]; k < end; ++k) {
      parts.first = parts.first + rows.load(by_known, k, i);
    }
  }
  rows.store(by_entity, q, i, parts.first);
  rows.store(by_step, q, i, parts.second);
}

// The sums of columns, for distances.
__global__ void sum_columns(const float* values, std::size_t rows, std::size_t columns,
                            std::size_t stride, float* sums) {
  const std::size_t j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= columns) return;
  float sum = 0;
  for (std::size_t i = 0; i < rows; ++i) sum += values[i * stride + j];
  sums[j] = sum;
}

// gradient_j -= sums_j * row j
__global__ void subtract_rows(const float* sums, const float* rows, std::size_t width,
                              float* gradient) {
  const std::uint32_t i = place_across();
  if (i >= width) return;
  const std::size_t at = blockIdx.x * width + i;
  gradient[at] -= sums[blockIdx.x] * rows[at];
}

struct PartsOfRows {
  const GntpCudaRow* rows;
  const GntpCudaPart* parts;
  const float* of_questions;
  const float* of_examples;            // null: examples add nothing
  const float* values;                 // the table that the penalty is about
  const std::uint32_t* entity_of_row;  // null: each row is its own
  std::uint32_t kind;
  std::uint32_t penalty;
  std::uint32_t width;
  bool is_fresh;  // the gradient has nothing yet
};

// Adds to the gradients of rows what their parts have for them, and the penalty.
__global__ void add_parts(PartsOfRows of, float* gradient) {
  __shared__ const float* sources[kPartsAtOnce];
  const GntpCudaRow row = of.rows[blockIdx.x];
  const std::uint32_t end = of.rows[blockIdx.x + 1].first;
  const std::uint32_t i = place_across();
  float* at = gradient + std::size_t{row.row} * of.width;
  float sum = of.is_fresh || i >= of.width ? 0 : at[i];
  for (std::uint32_t first = row.first; first < end; first += kPartsAtOnce) {
    const std::uint32_t count = min(kPartsAtOnce, end - first);
    __syncthreads();
    if (threadIdx.x < count) {
      const GntpCudaPart part = of.parts[first + threadIdx.x];
      const float* from = part.is_example != 0 ? of.of_examples : of.of_questions;
      sources[threadIdx.x] = from == nullptr ? nullptr : from + std::size_t{part.source} * of.width;
    }
    __syncthreads();
    if (i >= of.width) continue;
#pragma unroll 8
    for (std::uint32_t k = 0; k < count; ++k) {
      if (sources[k] != nullptr) sum += sources[k][i];
    }
  }
  if (i >= of.width) return;
  const std::size_t table_row = of.entity_of_row == nullptr ? row.row : of.entity_of_row[row.row];
  const float* values = of.values + table_row * of.width;
  if (of.penalty == kGntpCudaL2) {
    sum += 2 * row.penalty * values[i];
  } else {
    float size = fabsf(values[i]);
    if (of.kind == kGntpCudaComplEx) {
      const std::uint32_t half = of.width / 2;
      const float other = values[i < half ? i + half : i - half];
      size = sqrtf(values[i] * values[i] + other * other);
    }
    sum += 3 * row.penalty * size * values[i];
  }
  at[i] = sum;
}

__global__ void sum_losses(const double* losses, std::size_t count, double* sum) {
  double own = 0;
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) own += losses[i];
  own = block_sum(own);
  if (threadIdx.x == 0) *sum = own;
}

}  // namespace

struct Training::Batch {
  std::size_t questions;
  std::size_t examples;
  std::size_t columns;
  const std::uint32_t* entity;
  const std::uint32_t* step;
  const std::uint32_t* first_example;
  const std::uint32_t* question;
  const std::uint32_t* answer;
  const std::uint32_t* column;
  const float* weight;
  const std::uint32_t* column_entity;
  const float* column_offset;
  std::size_t entity_rows;
  const GntpCudaRow* entity_row;
  const GntpCudaPart* entity_part;
  std::size_t step_rows;
  const GntpCudaRow* step_row;
  const GntpCudaPart* step_part;
  std::uint32_t* asked_step;  // by example; scratch
  Rate rate;
};

Training::Training(std::uint32_t device, const GntpCudaTraining& training)
    : device_(device), is_(training), products_(stream_, training.tensor_float != 0) {
  const std::size_t width = is_.width;
  for (auto [table, rows] : {std::pair{&entities_, is_.entities}, {&steps_, is_.steps}}) {
    table->size = rows * width;
    table->values.resize(padded(rows) * width);
    table->values.clear(stream_);
    table->second.resize(rows * width);
    if (is_.optimizer == kGntpCudaAdam) table->first.resize(rows * width);
  }
  entities_.gradient.resize(padded(is_.columns) * width);
  steps_.gradient.resize(padded(is_.steps) * width);
  queries_.resize(is_.questions * width);
  by_query_.resize(is_.questions * width);
  by_entity_.resize(is_.questions * width);
  by_step_.resize(is_.questions * width);
  scores_.resize(is_.questions * padded(is_.columns));
  if (is_distance(is_.kind)) {
    sums_.resize(is_.questions);
    query_squares_.resize(is_.questions);
    column_squares_.resize(is_.columns);
    column_sums_.resize(std::max(is_.columns, is_.steps));
    step_squares_.resize(is_.steps);
  }
  loss_.resize(1);
  for (Slot& slot : slots_) slot.loss.reserve(sizeof(double));
}

Training::~Training() {
  cudaStreamSynchronize(stream_);  // pinned memory and tables are in use until then
}

void Training::write(const GntpCudaTables& from) {
  const auto fill = [this](Table& table, const float* values, const float* first,
                           const float* second) {
    table.values.upload(values, table.size, stream_);
    if (first != nullptr) table.first.upload(first, table.size, stream_);
    table.second.upload(second, table.size, stream_);
  };
  fill(entities_, from.entities, from.first_of_entities, from.second_of_entities);
  fill(steps_, from.steps, from.first_of_steps, from.second_of_steps);
  stream_.wait();
}

void Training::read(const GntpCudaTables& to) {
  const auto fetch = [this](const Table& table, float* values, float* first, float* second) {
    table.values.download(values, table.size, stream_);
    if (first != nullptr) table.first.download(first, table.size, stream_);
    table.second.download(second, table.size, stream_);
  };
  fetch(entities_, to.entities, to.first_of_entities, to.second_of_entities);
  fetch(steps_, to.steps, to.first_of_steps, to.second_of_steps);
  stream_.wait();
}

// All arrays of a batch in one piece, by one copy.
Training::Batch Training::upload(const GntpCudaBatch& batch, Slot& slot) {
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
  slot.bytes.reserve(sent);
  slot.on_device.reserve(size);
  for (std::size_t i = 0; i < count; ++i) {
    if (pieces[i].bytes > 0) {
      std::memcpy(slot.bytes.data() + pieces[i].at, pieces[i].from, pieces[i].bytes);
    }
  }
  slot.on_device.upload(slot.bytes.data(), sent, stream_);
  const auto on_device = [&](std::size_t piece, auto* as) {
    using Pointer = decltype(as);
    return pieces[piece].from == nullptr
               ? nullptr
               : reinterpret_cast<Pointer>(slot.on_device.data() + pieces[piece].at);
  };
  const std::uint32_t* ids = nullptr;
  const float* numbers = nullptr;
  const GntpCudaRow* rows = nullptr;
  const GntpCudaPart* parts = nullptr;
  return {batch.questions,
          batch.examples,
          batch.column_entity == nullptr ? is_.entities : batch.columns,
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
          reinterpret_cast<std::uint32_t*>(slot.on_device.data() + asked),
          {is_.optimizer, batch.rate, batch.scale}};
}

void Training::begin_step(const GntpCudaBatch& given) {
  if (begun_ - finished_ == kSlots) wait_for_oldest();
  Slot& slot = slots_[begun_ % kSlots];
  const Batch batch = upload(given, slot);
  if (batch.column_entity != nullptr) {
    column_rows_.reserve(padded(batch.columns) * is_.width);
    entities_.gradient.reserve(padded(batch.columns) * is_.width);
    scores_.reserve(batch.questions * padded(batch.columns));
    if (is_distance(is_.kind)) {
      column_squares_.reserve(batch.columns);
      column_sums_.reserve(batch.columns);
    }
  }
  losses_.reserve(batch.questions + batch.examples);
  own_.reserve(batch.examples);
  const bool predicts = is_.relation_weight > 0;
  if (predicts) {
    step_queries_.reserve(batch.examples * is_.width);
    by_answer_.reserve(batch.examples * is_.width);
    step_scores_.reserve(batch.examples * padded(is_.steps));
    if (is_distance(is_.kind)) {
      step_sums_.reserve(batch.examples);
      step_query_squares_.reserve(batch.examples);
    }
  }
  compare_answers(batch);
  if (predicts) predict_steps(batch);
  pass_back(batch);
  move_entities(batch);
  move_steps(batch);
  sum_losses<<<1, kThreads, 0, stream_>>>(
      losses_.data(), batch.questions + (predicts ? batch.examples : 0), loss_.data());
  check_launch();
  loss_.download(reinterpret_cast<double*>(slot.loss.data()), 1, stream_);
  slot.over.record(stream_);
  ++begun_;
}

void Training::compare_answers(const Batch& batch) {
  const std::size_t width = is_.width;
  const Rows rows{is_.kind, static_cast<std::uint32_t>(width)};
  make_queries(rows, entities_.values.data(), steps_.values.data(), batch.entity, batch.step,
               batch.questions, queries_.data(), stream_);
  const float* compared = entities_.values.data();
  if (batch.column_entity != nullptr) {
    gather_rows<<<grid_of(batch.columns, width), kThreads, 0, stream_>>>(
        compared, batch.column_entity, width, column_rows_.data());
    check_launch();
    const std::size_t size = batch.columns * width;
    check(cudaMemsetAsync(column_rows_.data() + size, 0,
                          (column_rows_.size() - size) * sizeof(float), stream_));
    compared = column_rows_.data();
  }
  const std::size_t stride = padded(batch.columns);
  const bool distances = is_distance(is_.kind);
  if (distances) {
    find_squares(queries_.data(), batch.questions, width, query_squares_.data(), stream_);
    find_squares(compared, batch.columns, width, column_squares_.data(), stream_);
  }
  products_.multiply(queries_.data(), Taken::kAsIs, width, compared, Taken::kTransposed, width,
                     scores_.data(), stride, batch.questions, stride, width);
  softmax_gradient({.scores = scores_.data(),
                    .rows = batch.questions,
                    .columns = batch.columns,
                    .stride = stride,
                    .offsets = batch.column_offset,
                    .row_squares = distances ? query_squares_.data() : nullptr,
                    .column_squares = column_squares_.data(),
                    .first_answer = batch.first_example,
                    .column = batch.column,
                    .weight = batch.weight,
                    .own = own_.data(),
                    .each = is_.answer_weight,
                    .loss_weight = 1,
                    .losses = losses_.data(),
                    .sums = sums_.data()},
                   stream_);
  products_.multiply(scores_.data(), Taken::kAsIs, stride, compared, Taken::kAsIs, width,
                     by_query_.data(), width, batch.questions, width, stride);
}

// Which step leads from the question's entity to its answer?
void Training::predict_steps(const Batch& batch) {
  const std::size_t width = is_.width;
  const Rows rows{is_.kind, static_cast<std::uint32_t>(width)};
  const dim3 grid = grid_of(batch.examples, components_of(is_.kind, rows.width));
  const std::size_t stride = padded(is_.steps);
  const bool distances = is_distance(is_.kind);
  list_asked_steps<<<blocks_for(batch.examples, kThreads), kThreads, 0, stream_>>>(
      batch.step, batch.question, batch.examples, batch.asked_step);
  make_step_queries<<<grid, kThreads, 0, stream_>>>(rows, entities_.values.data(), batch.entity,
                                                    batch.question, batch.answer,
                                                    step_queries_.data());
  check_launch();
  if (distances) {
    find_squares(step_queries_.data(), batch.examples, width, step_query_squares_.data(), stream_);
    find_squares(steps_.values.data(), is_.steps, width, step_squares_.data(), stream_);
  }
  products_.multiply(step_queries_.data(), Taken::kAsIs, width, steps_.values.data(),
                     Taken::kTransposed, width, step_scores_.data(), stride, batch.examples, stride,
                     width);
  softmax_gradient({.scores = step_scores_.data(),
                    .rows = batch.examples,
                    .columns = is_.steps,
                    .stride = stride,
                    .offsets = nullptr,
                    .row_squares = distances ? step_query_squares_.data() : nullptr,
                    .column_squares = step_squares_.data(),
                    .first_answer = nullptr,
                    .column = batch.asked_step,
                    .weight = batch.weight,
                    .own = own_.data(),
                    .each = is_.answer_weight * is_.relation_weight,
                    .loss_weight = is_.relation_weight,
                    .losses = losses_.data() + batch.questions,
                    .sums = step_sums_.data()},
                   stream_);
  products_.multiply(step_scores_.data(), Taken::kAsIs, stride, steps_.values.data(), Taken::kAsIs,
                     width, by_answer_.data(), width, batch.examples, width, stride);
  products_.multiply(step_scores_.data(), Taken::kTransposed, stride, step_queries_.data(),
                     Taken::kAsIs, width, steps_.gradient.data(), width, stride, width,
                     batch.examples);
  if (distances) {
    sum_columns<<<blocks_for(is_.steps, kThreads), kThreads, 0, stream_>>>(
        step_scores_.data(), batch.examples, is_.steps, stride, column_sums_.data());
    subtract_rows<<<grid_of(is_.steps, width), kThreads, 0, stream_>>>(
        column_sums_.data(), steps_.values.data(), width, steps_.gradient.data());
    check_launch();
  }
  pass_back_step_queries<<<grid, kThreads, 0, stream_>>>(
      rows, entities_.values.data(), batch.entity, batch.question, batch.answer,
      distances ? step_sums_.data() : nullptr, step_queries_.data(), by_answer_.data());
  check_launch();
}

void Training::pass_back(const Batch& batch) {
  const Rows rows{is_.kind, static_cast<std::uint32_t>(is_.width)};
  pass_back_queries<<<grid_of(batch.questions, components_of(is_.kind, rows.width)), kThreads, 0,
                      stream_>>>(
      rows, entities_.values.data(), steps_.values.data(), batch.entity, batch.step,
      batch.first_example, is_distance(is_.kind) ? sums_.data() : nullptr, queries_.data(),
      by_query_.data(), is_.relation_weight > 0 ? step_queries_.data() : nullptr, by_entity_.data(),
      by_step_.data());
  check_launch();
}

void Training::move_entities(const Batch& batch) {
  const std::size_t width = is_.width;
  const std::size_t stride = padded(batch.columns);
  float* gradient = entities_.gradient.data();
  products_.multiply(scores_.data(), Taken::kTransposed, stride, queries_.data(), Taken::kAsIs,
                     width, gradient, width, stride, width, batch.questions);
  if (is_distance(is_.kind)) {
    sum_columns<<<blocks_for(batch.columns, kThreads), kThreads, 0, stream_>>>(
        scores_.data(), batch.questions, batch.columns, stride, column_sums_.data());
    const float* compared =
        batch.column_entity == nullptr ? entities_.values.data() : column_rows_.data();
    subtract_rows<<<grid_of(batch.columns, width), kThreads, 0, stream_>>>(
        column_sums_.data(), compared, width, gradient);
    check_launch();
  }
  if (batch.entity_rows > 0) {
    add_parts<<<grid_of(batch.entity_rows, width), kThreads, 0, stream_>>>(
        {.rows = batch.entity_row,
         .parts = batch.entity_part,
         .of_questions = by_entity_.data(),
         .of_examples = is_.relation_weight > 0 ? by_answer_.data() : nullptr,
         .values = entities_.values.data(),
         .entity_of_row = batch.column_entity,
         .kind = is_.kind,
         .penalty = is_.penalty,
         .width = static_cast<std::uint32_t>(width),
         .is_fresh = false},
        gradient);
    check_launch();
  }
  const Moved moved{entities_.values.data(), entities_.first.data(), entities_.second.data(),
                    gradient, width};
  if (batch.column_entity == nullptr) {
    move_all(moved, is_.entities, batch.rate, stream_);
  } else {
    move_listed(moved, batch.column_entity, batch.columns, batch.rate, stream_);
  }
}

void Training::move_steps(const Batch& batch) {
  const std::size_t width = is_.width;
  const bool predicts = is_.relation_weight > 0;
  if (batch.step_rows > 0) {
    add_parts<<<grid_of(batch.step_rows, width), kThreads, 0, stream_>>>(
        {.rows = batch.step_row,
         .parts = batch.step_part,
         .of_questions = by_step_.data(),
         .of_examples = nullptr,
         .values = steps_.values.data(),
         .entity_of_row = nullptr,
         .kind = is_.kind,
         .penalty = is_.penalty,
         .width = static_cast<std::uint32_t>(width),
         .is_fresh = !predicts},
        steps_.gradient.data());
    check_launch();
  }
  const Moved moved{steps_.values.data(), steps_.first.data(), steps_.second.data(),
                    steps_.gradient.data(), width};
  if (predicts) {
    move_all(moved, is_.steps, batch.rate, stream_);
  } else {
    move_rows(moved, batch.step_row, batch.step_rows, batch.rate, stream_);
  }
}

void Training::wait_for_oldest() {
  Slot& slot = slots_[finished_ % kSlots];
  slot.over.wait();
  finished_losses_.push_back(*reinterpret_cast<const double*>(slot.loss.data()));
  ++finished_;
}

std::uint64_t Training::take_losses(std::uint64_t running, double* losses, std::uint64_t room) {
  while (begun_ - finished_ > running) wait_for_oldest();
  const std::size_t count = std::min<std::size_t>(finished_losses_.size(), room);
  std::copy_n(finished_losses_.begin(), count, losses);
  finished_losses_.erase(finished_losses_.begin(),
                         finished_losses_.begin() + static_cast<std::ptrdiff_t>(count));
  return count;
}

}  // namespace gntp::cuda
