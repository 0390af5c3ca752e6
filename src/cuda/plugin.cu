// libgntp_cuda.so: what gntp computes on NVIDIA GPUs (device/cuda_plugin.h).
#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <string>

#include "cuda/near_rows.h"
#include "cuda/table.h"
#include "cuda/training.h"

namespace gntp::cuda {
namespace {

thread_local std::string error_text;

// Calls `work`; what it throws becomes a number and a text.
template <typename Work>
int guarded(Work work) {
  try {
    work();
    return kGntpCudaDone;
  } catch (const CudaError& error) {
    error_text = error.what();
    return error.is_memory() ? kGntpCudaNoMemory : kGntpCudaFailed;
  } catch (const std::bad_alloc&) {
    error_text = "this machine's memory does not suffice";
  } catch (const std::exception& error) {
    error_text = error.what();
  }
  return kGntpCudaFailed;
}

// Makes an object on a GPU for the program to hold.
template <typename Object, typename... Arguments>
int open(std::uint32_t device, void** opened, const Arguments&... arguments) {
  return guarded([&] {
    check(cudaSetDevice(static_cast<int>(device)));
    *opened = new Object(device, arguments...);
  });
}

// An object that was opened, with its GPU as this thread's.
template <typename Object>
Object& object_of(void* object) {
  Object& it = *static_cast<Object*>(object);
  check(cudaSetDevice(static_cast<int>(it.device())));
  return it;
}

template <typename Object>
void close(void* object) {
  Object* const it = static_cast<Object*>(object);
  cudaSetDevice(static_cast<int>(it->device()));
  delete it;
}

const char* last_error() {
  return error_text.c_str();
}

// A machine without a GPU, or without a driver, has none.
int count(std::uint32_t* devices) {
  int found = 0;
  const cudaError_t result = cudaGetDeviceCount(&found);
  *devices = result == cudaSuccess ? static_cast<std::uint32_t>(found) : 0;
  if (result == cudaSuccess || result == cudaErrorNoDevice) return kGntpCudaDone;
  cudaGetLastError();
  error_text =
      result == cudaErrorInsufficientDriver
          ? "there is no NVIDIA driver, or it is older than the CUDA that the plug-in needs"
          : cudaGetErrorString(result);
  return kGntpCudaFailed;
}

// As much of a text as there is room for, with the zero at its end.
template <std::size_t kRoom>
void copy_text(const std::string& text, char (&to)[kRoom]) {
  to[text.copy(to, kRoom - 1)] = 0;
}

std::string architecture_text(int number) {
  return std::to_string(number / 10) + "." + std::to_string(number % 10);
}

// The compute capabilities that there is code for; the driver compiles it for newer ones.
constexpr int kCompiledFor[] = {__CUDA_ARCH_LIST__};  // 800, 890, 900

int describe(std::uint32_t device, GntpCudaDevice* description) {
  return guarded([&] {
    *description = {};
    // It may be broken, another program's alone, or full.
    try {
      cudaDeviceProp properties{};
      check(cudaGetDeviceProperties(&properties, static_cast<int>(device)));
      const int architecture = 10 * properties.major + properties.minor;
      copy_text(properties.name, description->name);
      copy_text(architecture_text(architecture), description->architecture);
      description->bytes = properties.totalGlobalMem;
      const int oldest = *std::min_element(std::begin(kCompiledFor), std::end(kCompiledFor)) / 10;
      if (architecture < oldest) {
        copy_text("its compute capability is " + architecture_text(architecture) +
                      ", and the plug-in needs " + architecture_text(oldest) + " or newer",
                  description->problem);
        return;
      }
      std::size_t free = 0;
      std::size_t all = 0;
      check(cudaSetDevice(static_cast<int>(device)));
      check(cudaMemGetInfo(&free, &all));
      description->free_bytes = free;
    } catch (const CudaError& error) {
      copy_text(error.what(), description->problem);
    }
  });
}

int open_training(std::uint32_t device, const GntpCudaTraining* training, void** opened) {
  return open<Training>(device, opened, *training);
}

int write_training(void* training, const GntpCudaTables* from) {
  return guarded([&] { object_of<Training>(training).write(*from); });
}

int read_training(void* training, const GntpCudaTables* to) {
  return guarded([&] { object_of<Training>(training).read(*to); });
}

int begin_step(void* training, const GntpCudaBatch* batch) {
  return guarded([&] { object_of<Training>(training).begin_step(*batch); });
}

int take_losses(void* training, std::uint64_t running, double* losses, std::uint64_t* count) {
  return guarded(
      [&] { *count = object_of<Training>(training).take_losses(running, losses, *count); });
}

int open_table(std::uint32_t device, std::uint32_t kind, std::uint64_t entities,
               std::uint64_t steps, std::uint64_t width, const float* entity_rows,
               const float* step_rows, void** opened) {
  return open<Table>(device, opened, kind, entities, steps, width, entity_rows, step_rows);
}

int find_scores(void* table, std::uint64_t questions, const std::uint32_t* entity,
                const std::uint32_t* step, std::uint32_t as_shares, float* scores,
                std::uint64_t stride) {
  return guarded([&] {
    object_of<Table>(table).find_scores(questions, entity, step, as_shares != 0, scores, stride);
  });
}

int find_ranks(void* table, const GntpCudaRanking* ranking) {
  return guarded([&] { object_of<Table>(table).find_ranks(*ranking); });
}

int open_rows(std::uint32_t device, std::uint64_t rows, std::uint64_t width, const float* values,
              void** opened) {
  return open<NearRows>(device, opened, rows, width, values);
}

int write_rows(void* rows, std::uint64_t count, const std::uint32_t* row, const float* values) {
  return guarded([&] { object_of<NearRows>(rows).write(count, row, values); });
}

int find_near(void* rows, const GntpCudaNearness* asked, std::uint64_t* answered) {
  return guarded([&] { *answered = object_of<NearRows>(rows).find(*asked); });
}

constexpr GntpCudaPlugin kPlugin{
    kGntpCudaVersion, last_error,   count,       describe,        open_training, write_training,
    read_training,    begin_step,   take_losses, close<Training>, open_table,    find_scores,
    find_ranks,       close<Table>, open_rows,   write_rows,      find_near,     close<NearRows>};

}  // namespace
}  // namespace gntp::cuda

extern "C" __attribute__((visibility("default"))) const GntpCudaPlugin* gntp_cuda_plugin() {
  return &gntp::cuda::kPlugin;
}
