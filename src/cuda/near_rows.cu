#include "cuda/near_rows.h"

#include <algorithm>

#include "cuda/kernels.h"

namespace gntp::cuda {
namespace {

using Taken = Products::Taken;

constexpr unsigned kThreads = 256;
constexpr std::uint64_t kPiece = 4096;                      // columns that a warp looks at
constexpr std::uint64_t kScores = std::uint64_t{1} << 26U;  // of a block: 256 MiB

// Scores of some queries with all rows from `from` on.
struct ScoreBlock {
  const float* scores;         // (queries, columns)
  const std::uint32_t* query;  // by query: its row
  const float* squares;        // by row
  std::uint64_t queries;
  std::uint64_t columns;
  std::uint64_t from;
  std::uint64_t pieces;  // of a query
  float limit;
  float keep;  // 1 - slack
};

__device__ std::uint64_t thread_number() {
  return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

__device__ std::uint64_t warp_number() {
  return thread_number() / kWarp;
}

__global__ void put_rows(const float* from, const std::uint32_t* row, std::uint64_t count,
                         std::uint64_t width, float* values) {
  const std::uint64_t i = thread_number();
  if (i < count * width) values[row[i / width] * width + i % width] = from[i];
}

__global__ void take_rows(const float* values, const std::uint32_t* row, std::uint64_t count,
                          std::uint64_t width, float* to) {
  const std::uint64_t i = thread_number();
  if (i < count * width) to[i] = values[row[i / width] * width + i % width];
}

// A warp for each of the rows, or of all where `row` is null.
__global__ void square_rows(const float* values, const std::uint32_t* row, std::uint64_t count,
                            std::uint64_t width, float* squares) {
  const std::uint64_t i = warp_number();
  if (i >= count) return;
  const std::uint64_t r = row == nullptr ? i : row[i];
  double sum = 0;
  for (std::uint64_t k = threadIdx.x % kWarp; k < width; k += kWarp) {
    const double value = values[r * width + k];
    sum += value * value;
  }
  sum = warp_reduce(sum, [](double a, double b) { return a + b; });
  if (threadIdx.x % kWarp == 0) squares[r] = static_cast<float>(sum);
}

// What a warp looks at: some of the columns of a query's scores.
struct Piece {
  const float* scores;   // from column 0 on
  const float* squares;  // likewise
  float square;          // of the query
  std::uint64_t begin;
  std::uint64_t end;
};

__device__ Piece piece_of(const ScoreBlock& block, std::uint64_t number) {
  const std::uint64_t query = number / block.pieces;
  const std::uint64_t begin = number % block.pieces * kPiece;
  const std::uint64_t end = begin + kPiece < block.columns ? begin + kPiece : block.columns;
  return {block.scores + query * block.columns, block.squares + block.from,
          block.squares[block.query[query]], begin, end};
}

__device__ bool is_near(const ScoreBlock& block, const Piece& piece, std::uint64_t column) {
  const float squares = piece.square + piece.squares[column];
  return fmaf(2, piece.scores[column], block.limit) >= block.keep * squares;
}

__global__ void count_near(ScoreBlock block, std::uint32_t* counts) {
  const std::uint64_t number = warp_number();
  if (number >= block.queries * block.pieces) return;
  const Piece piece = piece_of(block, number);
  const unsigned lane = threadIdx.x % kWarp;
  std::uint32_t count = 0;
#pragma unroll 4
  for (std::uint64_t column = piece.begin + lane; column < piece.end; column += kWarp) {
    count += is_near(block, piece, column) ? 1 : 0;
  }
  count = warp_reduce(count, [](std::uint32_t a, std::uint32_t b) { return a + b; });
  if (lane == 0) counts[number] = count;
}

// In the order of the columns; begins[number + 1] is where the next piece begins.
__global__ void write_near(ScoreBlock block, const std::uint32_t* begins, std::uint32_t* near) {
  const std::uint64_t number = warp_number();
  if (number >= block.queries * block.pieces) return;
  std::uint32_t place = begins[number];
  if (begins[number + 1] == place) return;
  const Piece piece = piece_of(block, number);
  const unsigned lane = threadIdx.x % kWarp;
  for (std::uint64_t base = piece.begin; base < piece.end; base += kWarp) {
    const std::uint64_t column = base + lane;
    const bool found = column < piece.end && is_near(block, piece, column);
    const unsigned all = __ballot_sync(kAllLanes, found);
    const auto before = static_cast<std::uint32_t>(__popc(all & ((1U << lane) - 1)));
    if (found) near[place + before] = static_cast<std::uint32_t>(block.from + column);
    place += static_cast<std::uint32_t>(__popc(all));
  }
}

}  // namespace

NearRows::NearRows(std::uint32_t device, std::uint64_t rows, std::uint64_t width,
                   const float* values)
    : device_(device), rows_(rows), width_(width), products_(stream_, false) {
  values_.resize(rows * width);
  squares_.resize(rows);
  write(rows, nullptr, values);
}

void NearRows::write(std::uint64_t count, const std::uint32_t* row, const float* values) {
  if (row == nullptr) count = rows_;
  if (count == 0) return;
  if (row == nullptr) {
    values_.upload(values, count * width_, stream_);
  } else {
    some_.reserve(count);
    some_values_.reserve(count * width_);
    some_.upload(row, count, stream_);
    some_values_.upload(values, count * width_, stream_);
    put_rows<<<blocks_for(count * width_, kThreads), kThreads, 0, stream_>>>(
        some_values_.data(), some_.data(), count, width_, values_.data());
    check_launch();
  }
  square_rows<<<blocks_for(count * kWarp, kThreads), kThreads, 0, stream_>>>(
      values_.data(), row == nullptr ? nullptr : some_.data(), count, width_, squares_.data());
  check_launch();
  stream_.wait();
}

std::uint64_t NearRows::find(const GntpCudaNearness& asked) {
  if (asked.queries == 0) return 0;
  if (asked.from >= rows_) throw CudaError("rows are asked for from beyond the last", false);
  const std::uint64_t columns = rows_ - asked.from;
  const std::uint64_t pieces = (columns + kPiece - 1) / kPiece;
  const std::uint64_t queries = make_room(asked.queries, columns);
  some_.upload(asked.query, queries, stream_);
  take_rows<<<blocks_for(queries * width_, kThreads), kThreads, 0, stream_>>>(
      values_.data(), some_.data(), queries, width_, some_values_.data());
  check_launch();
  products_.multiply(some_values_.data(), Taken::kAsIs, width_,
                     values_.data() + asked.from * width_, Taken::kTransposed, width_,
                     scores_.data(), columns, queries, columns, width_);

  ScoreBlock block{scores_.data(), some_.data(), squares_.data(), queries,        columns,
                   asked.from,     pieces,       asked.limit,     1 - asked.slack};
  count_near<<<blocks_for(queries * pieces * kWarp, kThreads), kThreads, 0, stream_>>>(
      block, counts_.data());
  check_launch();
  block.queries = add_up(asked, queries, pieces);

  const std::uint64_t found = asked.end[block.queries - 1];
  if (found == 0) return block.queries;
  counts_.upload(host_counts_.data(), block.queries * pieces + 1, stream_);
  write_near<<<blocks_for(block.queries * pieces * kWarp, kThreads), kThreads, 0, stream_>>>(
      block, counts_.data(), near_.data());
  check_launch();
  near_.download(asked.near, found, stream_);
  stream_.wait();
  return block.queries;
}

// Makes room for the scores of as many of the queries as memory allows, and says how many. What is
// free is not only for us: half of it is left.
std::uint64_t NearRows::make_room(std::uint64_t queries, std::uint64_t columns) {
  std::size_t free = 0;
  std::size_t all = 0;
  check(cudaMemGetInfo(&free, &all));
  const std::uint64_t scores =
      std::min<std::uint64_t>(kScores, scores_.size() + free / (2 * sizeof(float)));
  const std::uint64_t pieces = (columns + kPiece - 1) / kPiece;
  queries = std::min(queries, std::max<std::uint64_t>(1, scores / columns));
  for (;; queries = (queries + 1) / 2) {
    try {
      if (queries * columns > scores_.size()) scores_.resize(queries * columns);
      some_.reserve(queries);
      some_values_.reserve(queries * width_);
      counts_.reserve(queries * pieces + 1);
      return queries;
    } catch (const CudaError& error) {
      if (!error.is_memory() || queries == 1) throw;
      scores_.free();
      some_values_.free();
      counts_.free();
    }
  }
}

// Makes of the pieces' counts where each begins, and says how many of the queries have room: in the
// program's memory and in the GPU's.
std::uint64_t NearRows::add_up(const GntpCudaNearness& asked, std::uint64_t queries,
                               std::uint64_t pieces) {
  host_counts_.resize(queries * pieces + 1);
  counts_.download(host_counts_.data(), queries * pieces, stream_);
  stream_.wait();
  std::uint64_t end = 0;
  std::uint64_t answered = 0;
  for (; answered < queries; ++answered) {
    const std::uint64_t begin = end;
    for (std::uint64_t piece = answered * pieces; piece < (answered + 1) * pieces; ++piece) {
      const std::uint32_t count = host_counts_[piece];
      host_counts_[piece] = static_cast<std::uint32_t>(end);
      end += count;
    }
    if (end > asked.room) {
      end = begin;
      break;
    }
    asked.end[answered] = end;
  }
  if (answered == 0) throw CudaError("there is no room for the rows that are near one", false);
  host_counts_[answered * pieces] = static_cast<std::uint32_t>(end);
  for (;; answered = (answered + 1) / 2) {
    try {
      // Without room to grow where it is for one alone.
      const std::uint64_t needed = asked.end[answered - 1];
      answered == 1 ? near_.resize(needed) : near_.reserve(needed);
      return answered;
    } catch (const CudaError& error) {
      if (!error.is_memory() || answered == 1) throw;
    }
  }
}

}  // namespace gntp::cuda
