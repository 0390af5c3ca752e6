#include "cuda/training.h"

#include <algorithm>

#include "cuda/gradients.h"
#include "cuda/interaction.h"
#include "cuda/optimizer.h"
#include "cuda/queries.h"
#include "cuda/row_softmax.h"

namespace gntp::cuda {
namespace {

using Taken = Products::Taken;

// Columns of scores, and the rows of tables that they are of, with as many behind them that are
// zero as make their number round: products are several times as fast then.
std::size_t padded(std::size_t columns) {
  constexpr std::size_t kRound = 32;
  return (columns + kRound - 1) / kRound * kRound;
}

}  // namespace

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

void Training::begin_step(const GntpCudaBatch& given) {
  if (begun_ - finished_ == kSlots) wait_for_oldest();
  Slot& slot = slots_[begun_ % kSlots];
  const Batch batch = upload(given, is_, slot.batch, stream_);
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
  sum_losses(losses_.data(), batch.questions + (predicts ? batch.examples : 0), loss_.data(),
             stream_);
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
    gather_rows(compared, batch.column_entity, batch.columns, width, column_rows_.data(), stream_);
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
  const std::size_t stride = padded(is_.steps);
  const bool distances = is_distance(is_.kind);
  list_asked_steps(batch, stream_);
  make_step_queries(rows, batch, entities_.values.data(), step_queries_.data(), stream_);
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
    subtract_columns(step_scores_.data(), batch.examples, is_.steps, stride, steps_.values.data(),
                     width, column_sums_.data(), steps_.gradient.data(), stream_);
  }
  pass_back_step_queries(rows, batch, entities_.values.data(),
                         distances ? step_sums_.data() : nullptr, step_queries_.data(),
                         by_answer_.data(), stream_);
}

void Training::pass_back(const Batch& batch) {
  const Rows rows{is_.kind, static_cast<std::uint32_t>(is_.width)};
  pass_back_queries(rows, batch, entities_.values.data(), steps_.values.data(),
                    {.sums = is_distance(is_.kind) ? sums_.data() : nullptr,
                     .queries = queries_.data(),
                     .by_query = by_query_.data(),
                     .by_known = is_.relation_weight > 0 ? step_queries_.data() : nullptr,
                     .by_entity = by_entity_.data(),
                     .by_step = by_step_.data()},
                    stream_);
}

void Training::move_entities(const Batch& batch) {
  const std::size_t width = is_.width;
  const std::size_t stride = padded(batch.columns);
  float* gradient = entities_.gradient.data();
  products_.multiply(scores_.data(), Taken::kTransposed, stride, queries_.data(), Taken::kAsIs,
                     width, gradient, width, stride, width, batch.questions);
  if (is_distance(is_.kind)) {
    const float* compared =
        batch.column_entity == nullptr ? entities_.values.data() : column_rows_.data();
    subtract_columns(scores_.data(), batch.questions, batch.columns, stride, compared, width,
                     column_sums_.data(), gradient, stream_);
  }
  add_parts({.count = batch.entity_rows,
             .rows = batch.entity_row,
             .parts = batch.entity_part,
             .of_questions = by_entity_.data(),
             .of_examples = is_.relation_weight > 0 ? by_answer_.data() : nullptr,
             .values = entities_.values.data(),
             .entity_of_row = batch.column_entity,
             .kind = is_.kind,
             .penalty = is_.penalty,
             .width = static_cast<std::uint32_t>(width),
             .is_fresh = false},
            gradient, stream_);
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
  add_parts({.count = batch.step_rows,
             .rows = batch.step_row,
             .parts = batch.step_part,
             .of_questions = by_step_.data(),
             .of_examples = nullptr,
             .values = steps_.values.data(),
             .entity_of_row = nullptr,
             .kind = is_.kind,
             .penalty = is_.penalty,
             .width = static_cast<std::uint32_t>(width),
             .is_fresh = !predicts},
            steps_.gradient.data(), stream_);
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
