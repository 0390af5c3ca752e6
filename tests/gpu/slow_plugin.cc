// The slow plug-in as a library, so that the program itself runs with a GPU where there is none
// (GNTP_CUDA_PLUGIN). What goes wrong is told by the environment:
//
//   GNTP_SLOW_CUDA_PROBLEM=TEXT  the GPU cannot be used, for this reason
//   GNTP_SLOW_CUDA_FREE=BYTES    so much of its memory is free
//   GNTP_SLOW_CUDA_FULL=1        its memory does not suffice
//   GNTP_SLOW_CUDA_STEPS=N       it is lost after N steps of training
#include <cstdlib>
#include <string>

#include "device/cuda_plugin.h"
#include "gpu/slow_cuda.h"

namespace gntp::testing {
namespace {

int (*begin_slow_step)(void* training, const GntpCudaBatch* batch);
int steps_left = -1;  // less than 0: it is never lost

int describe_with_problem(std::uint32_t device, GntpCudaDevice* description) {
  const int result = slow_gpu().plugin().describe(device, description);
  if (const char* problem = std::getenv("GNTP_SLOW_CUDA_PROBLEM")) {
    const std::string text = problem;
    description->problem[text.copy(description->problem, sizeof description->problem - 1)] = 0;
  }
  if (const char* bytes = std::getenv("GNTP_SLOW_CUDA_FREE")) {
    description->free_bytes = std::strtoull(bytes, nullptr, 10);
  }
  return result;
}

int begin_step(void* training, const GntpCudaBatch* batch) {
  if (steps_left == 0) let_slow_gpu_fail(kGntpCudaFailed, "the GPU is lost");
  if (steps_left > 0) --steps_left;
  return begin_slow_step(training, batch);
}

GntpCudaPlugin make_plugin() {
  GntpCudaPlugin plugin = slow_gpu().plugin();
  begin_slow_step = plugin.begin_step;
  plugin.begin_step = begin_step;
  plugin.describe = describe_with_problem;
  if (std::getenv("GNTP_SLOW_CUDA_FULL") != nullptr) {
    let_slow_gpu_fail(kGntpCudaNoMemory, "out of memory");
  }
  if (const char* steps = std::getenv("GNTP_SLOW_CUDA_STEPS")) steps_left = std::atoi(steps);
  return plugin;
}

}  // namespace
}  // namespace gntp::testing

extern "C" __attribute__((visibility("default"))) const GntpCudaPlugin* gntp_cuda_plugin() {
  static const GntpCudaPlugin kPlugin = gntp::testing::make_plugin();
  return &kPlugin;
}
