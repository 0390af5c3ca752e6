#include "base/gemm.h"

#include <cblas.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/random.h"

#if defined(__x86_64__)
extern "C" {
// Of OpenBLAS, though no header declares them: its choice of a processor, undone and made anew.
void gotoblas_dynamic_quit(void);
void gotoblas_dynamic_init(void);
}
#endif

namespace gntp {
namespace {

// OpenBLAS knows processors by their numbers. One that is newer than the library is taken for the
// oldest of all ("Prescott"), which is several times slower than what the processor can do. So it
// is told what the processor's instructions are, unless the user has said so. Runs while the
// program is loaded: nobody else reads the environment yet.
bool choose_core() {
#if defined(__x86_64__)
  constexpr const char* kVariable = "OPENBLAS_CORETYPE";
  if (std::string_view(openblas_get_corename()) == "Prescott" &&
      std::getenv(kVariable) == nullptr && __builtin_cpu_supports("avx2") != 0 &&
      __builtin_cpu_supports("fma") != 0) {
    const bool is_wide =
        __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
        __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
    ::setenv(kVariable, is_wide ? "SKYLAKEX" : "HASWELL", 1);
    gotoblas_dynamic_quit();
    gotoblas_dynamic_init();
    ::unsetenv(kVariable);
  }
#endif
  openblas_set_num_threads(1);
  return true;
}

const bool kCoreIsChosen = choose_core();

// A library that was built for one thread hands the same scratch memory to two callers at the same
// time. It is as good as any other where calls wait for each other.
const bool kIsForOneThread =
    std::string_view(openblas_get_config()).find("SINGLE_THREADED") != std::string_view::npos;
std::mutex one_at_a_time;

// Some kernels of OpenBLAS (those for Haswell and Zen) round a row of a product otherwise by where
// it stands. Whether those of this processor do, equal rows show.
bool rows_are_alike(std::size_t rows, std::size_t columns) {
  constexpr std::size_t kInner = 100;
  Random random(1);
  Matrix a(rows, kInner);
  Matrix b(columns, kInner);
  for (float& value : b.values()) value = static_cast<float>(random.uniform() - 0.5);
  for (float& value : a.row(0)) value = static_cast<float>(random.uniform() - 0.5);
  for (std::size_t i = 1; i < rows; ++i) std::ranges::copy(a.row(0), a.row(i).begin());
  Matrix out(rows, columns);
  multiply(rows_of(std::as_const(a), 0, rows), Taken::kAsIs, rows_of(std::as_const(b), 0, columns),
           Taken::kTransposed, rows_of(out, 0, rows));
  for (std::size_t i = 1; i < rows; ++i) {
    if (!std::ranges::equal(out.row(0), out.row(i))) return false;
  }
  return true;
}

// Small products may have kernels of their own, up to a million multiplications.
bool all_rows_are_alike() {
  for (const std::size_t rows : {64, 32}) {
    for (const std::size_t columns : {144, 700}) {
      if (!rows_are_alike(rows, columns)) return false;
    }
  }
  return true;
}

// With up to sixteen rows of `a` as the columns of a product, all kernels treat them alike. Tiles
// stay in the cache until they are turned.
void multiply_in_tiles(const Block<const float>& a, const Block<const float>& b,
                       const Block<float>& out) {
  constexpr std::size_t kTogether = 16;
  constexpr std::size_t kTile = 256;
  Matrix tile(kTile, kTogether);
  for (std::size_t column = 0; column < out.columns; column += kTile) {
    const std::size_t columns = std::min(kTile, out.columns - column);
    for (std::size_t row = 0; row < out.rows; row += kTogether) {
      const std::size_t rows = std::min(kTogether, out.rows - row);
      multiply({b.values + column * b.stride, columns, b.columns, b.stride}, Taken::kAsIs,
               {a.values + row * a.stride, rows, a.columns, a.stride}, Taken::kTransposed,
               columns_of(rows_of(tile, 0, columns), 0, rows));
      for (std::size_t i = 0; i < rows; ++i) {
        float* const to = out.values + (row + i) * out.stride + column;
        for (std::size_t j = 0; j < columns; ++j) to[j] = tile(j, i);
      }
    }
  }
}

}  // namespace

void multiply(const Block<const float>& a, Taken take_a, const Block<const float>& b, Taken take_b,
              const Block<float>& out) {
  const bool turn_a = take_a == Taken::kTransposed;
  const bool turn_b = take_b == Taken::kTransposed;
  const std::size_t inner = turn_a ? a.rows : a.columns;
  assert(kCoreIsChosen);
  assert((turn_a ? a.columns : a.rows) == out.rows);
  assert((turn_b ? b.rows : b.columns) == out.columns);
  assert((turn_b ? b.columns : b.rows) == inner);
  std::unique_lock<std::mutex> lock(one_at_a_time, std::defer_lock);
  if (kIsForOneThread) lock.lock();
  cblas_sgemm(CblasRowMajor, turn_a ? CblasTrans : CblasNoTrans, turn_b ? CblasTrans : CblasNoTrans,
              static_cast<int>(out.rows), static_cast<int>(out.columns), static_cast<int>(inner), 1,
              a.values, static_cast<int>(a.stride), b.values, static_cast<int>(b.stride), 0,
              out.values, static_cast<int>(out.stride));
}

void multiply_each(const Block<const float>& a, const Block<const float>& b,
                   const Block<float>& out) {
  static const bool kAreAlike = all_rows_are_alike();
  if (kAreAlike) {
    multiply(a, Taken::kAsIs, b, Taken::kTransposed, out);
  } else {
    multiply_in_tiles(a, b, out);
  }
}

}  // namespace gntp
