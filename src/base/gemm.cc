#include "base/gemm.h"

#include <cblas.h>

#include <cassert>
#include <cstdlib>
#include <mutex>
#include <string_view>

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

}  // namespace gntp
