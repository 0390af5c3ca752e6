#include <algorithm>
#include <bit>
#include <vector>

#include "cuda/kernels.h"
#include "cuda/queries.h"
#include "cuda/row_softmax.h"
#include "cuda/table.h"

namespace gntp::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr std::size_t kMostRows = 256;
constexpr std::size_t kMostScores = std::size_t{1} << 26U;  // at a time

struct Counted {
  const float* scores;
  std::size_t entities;
  const std::uint32_t* question;  // by answer: its row of scores
  const std::uint32_t* answer;
  const std::uint32_t* first_known;  // by row
  const std::uint32_t* known;
  const std::uint8_t* limited;
  const std::uint8_t* candidates;
  std::uint32_t* nearer;
  std::uint32_t* equal;
};

// A block of threads for each answer.
__global__ void count_ranks(Counted of) {
  const std::uint32_t question = of.question[blockIdx.x];
  const std::uint32_t answer = of.answer[blockIdx.x];
  const float* scores = of.scores + question * of.entities;
  const float own = scores[answer];
  const std::uint8_t* candidates =
      of.limited != nullptr && of.limited[question] != 0 ? of.candidates : nullptr;
  std::uint32_t nearer = 0;
  std::uint32_t equal = 0;
  const auto count = [&](std::uint32_t entity, std::uint32_t times) {
    if (entity == answer || (candidates != nullptr && candidates[entity] == 0)) return;
    nearer += scores[entity] <= own ? 0 : times;  // what is no number comes last, as an answer
    equal += scores[entity] == own ? times : 0;
  };
  for (std::size_t j = threadIdx.x; j < of.entities; j += blockDim.x) {
    count(static_cast<std::uint32_t>(j), 1);
  }
  const std::uint32_t end = of.first_known[question + 1];
  for (std::uint32_t k = of.first_known[question] + threadIdx.x; k < end; k += blockDim.x) {
    count(of.known[k], ~0U);  // less one
  }
  nearer = block_sum(nearer);
  equal = block_sum(equal);
  if (threadIdx.x != 0) return;
  of.nearer[blockIdx.x] = nearer;
  of.equal[blockIdx.x] = equal;
}

}  // namespace

Table::Table(std::uint32_t device, std::uint32_t kind, std::uint64_t entities, std::uint64_t steps,
             std::uint64_t width, const float* entity_rows, const float* step_rows)
    : device_(device), kind_(kind), entities_(entities), width_(width), products_(stream_, false) {
  entity_rows_.resize(entities * width);
  step_rows_.resize(steps * width);
  entity_rows_.upload(entity_rows, entity_rows_.size(), stream_);
  step_rows_.upload(step_rows, step_rows_.size(), stream_);
  if (is_distance(kind)) {
    squares_.resize(entities);
    find_squares(entity_rows_.data(), entities, width, squares_.data(), stream_);
  }
  // As many questions at a time for the same table, however much memory is free: products of other
  // shapes may round otherwise.
  rows_ = std::bit_floor(std::clamp<std::size_t>(kMostScores / entities, 1, kMostRows));
  scores_.resize(rows_ * entities_);
  queries_.resize(rows_ * width_);
  query_squares_.resize(rows_);
  asked_.resize(2 * rows_);
  queries_.clear(stream_);  // products have rows that nobody asks for
  stream_.wait();
}

// The scores of some questions, rows_ at most.
void Table::compare(std::uint64_t questions, const std::uint32_t* entity,
                    const std::uint32_t* step) {
  std::uint32_t* const entities = asked_.data();
  std::uint32_t* const steps = asked_.data() + rows_;
  const std::size_t bytes = questions * sizeof *entity;
  check(cudaMemcpyAsync(entities, entity, bytes, cudaMemcpyHostToDevice, stream_));
  check(cudaMemcpyAsync(steps, step, bytes, cudaMemcpyHostToDevice, stream_));
  make_queries({kind_, static_cast<std::uint32_t>(width_)}, entity_rows_.data(), step_rows_.data(),
               entities, steps, questions, queries_.data(), stream_);
  products_.multiply(queries_.data(), Products::Taken::kAsIs, width_, entity_rows_.data(),
                     Products::Taken::kTransposed, width_, scores_.data(), entities_, rows_,
                     entities_, width_);
  if (!is_distance(kind_)) return;
  find_squares(queries_.data(), questions, width_, query_squares_.data(), stream_);
  products_to_distances(scores_.data(), questions, entities_, query_squares_.data(),
                        squares_.data(), stream_);
}

void Table::find_scores(std::uint64_t questions, const std::uint32_t* entity,
                        const std::uint32_t* step, bool as_shares, float* scores,
                        std::uint64_t stride) {
  for (std::uint64_t first = 0; first < questions; first += rows_) {
    const std::uint64_t count = std::min<std::uint64_t>(rows_, questions - first);
    compare(count, entity + first, step + first);
    if (as_shares) log_softmax(scores_.data(), count, entities_, entities_, stream_);
    check(cudaMemcpy2DAsync(scores + first * stride, stride * sizeof(float), scores_.data(),
                            entities_ * sizeof(float), entities_ * sizeof(float), count,
                            cudaMemcpyDeviceToHost, stream_));
    stream_.wait();
  }
}

void Table::find_ranks(const GntpCudaRanking& ranking) {
  DeviceArray<std::uint8_t> limited;
  DeviceArray<std::uint8_t> candidates;
  if (ranking.limited != nullptr) {
    limited.resize(rows_);
    candidates.resize(entities_);
    candidates.upload(ranking.candidates, entities_, stream_);
  }
  DeviceArray<std::uint32_t> ids;
  std::vector<std::uint32_t> sent;  // question by answer, answers, places of the known, these
  for (std::uint64_t first = 0; first < ranking.questions; first += rows_) {
    const std::uint64_t count = std::min<std::uint64_t>(rows_, ranking.questions - first);
    const std::uint32_t first_answer = ranking.first_answer[first];
    const std::size_t answers = ranking.first_answer[first + count] - first_answer;
    const std::uint32_t first_known = ranking.first_known[first];
    const std::size_t known = ranking.first_known[first + count] - first_known;
    if (answers == 0) continue;
    sent.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::size_t own = ranking.first_answer[first + i + 1] - ranking.first_answer[first + i];
      sent.insert(sent.end(), own, i);
    }
    sent.insert(sent.end(), ranking.answer + first_answer, ranking.answer + first_answer + answers);
    for (std::uint64_t i = 0; i <= count; ++i) {
      sent.push_back(ranking.first_known[first + i] - first_known);
    }
    sent.insert(sent.end(), ranking.known + first_known, ranking.known + first_known + known);
    ids.reserve(sent.size() + 2 * answers);
    ids.upload(sent.data(), sent.size(), stream_);
    if (ranking.limited != nullptr) limited.upload(ranking.limited + first, count, stream_);
    compare(count, ranking.entity + first, ranking.step + first);
    std::uint32_t* const at = ids.data();
    std::uint32_t* const nearer = at + sent.size();
    count_ranks<<<static_cast<unsigned>(answers), kThreads, 0, stream_>>>(
        {.scores = scores_.data(),
         .entities = entities_,
         .question = at,
         .answer = at + answers,
         .first_known = at + 2 * answers,
         .known = at + 2 * answers + count + 1,
         .limited = ranking.limited == nullptr ? nullptr : limited.data(),
         .candidates = candidates.data(),
         .nearer = nearer,
         .equal = nearer + answers});
    check_launch();
    const std::size_t bytes = answers * sizeof(std::uint32_t);
    check(cudaMemcpyAsync(ranking.nearer + first_answer, nearer, bytes, cudaMemcpyDeviceToHost,
                          stream_));
    check(cudaMemcpyAsync(ranking.equal + first_answer, nearer + answers, bytes,
                          cudaMemcpyDeviceToHost, stream_));
    stream_.wait();
  }
}

}  // namespace gntp::cuda
