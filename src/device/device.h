// Where dense arithmetic is done: on this machine's processor, or on a GPU. GPUs are reached by a
// plug-in (device/cuda_plugin.h) that is looked for when somebody first asks; without it, or
// without a driver, there are none.
//
// A user names a device as `auto`, `cpu`, `cuda` or `cuda:1`. The library's code names none: a
// DeviceScope says which one work below it on this thread is to use.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

struct GntpCudaPlugin;

namespace gntp {

// A GPU failed, or its memory does not suffice: nothing is wrong with what it was asked to do.
class DeviceError : public Error {
 public:
  using Error::Error;
};

// Work for a GPU, as its errors name it.
struct GpuTask {
  std::string_view name;           // training vectors
  std::string_view takes_less_by;  // what a user can do where memory does not suffice
};

// A GPU of this machine. Immutable; for any number of threads.
class Gpu {
 public:
  struct Description {
    std::string name;          // cuda:0
    std::string model;         // NVIDIA H200
    std::string architecture;  // 9.0
    std::uint64_t bytes = 0;
    std::uint64_t free_bytes = 0;
    std::string problem;  // why it cannot be used; empty: it can
    // Why `auto` passes it over: a problem, or too little memory that nobody uses; empty: it does
    // not.
    std::string shortcoming() const;
  };

  Gpu(const GntpCudaPlugin& plugin, std::uint32_t number) : plugin_(plugin), number_(number) {}

  const GntpCudaPlugin& plugin() const { return plugin_; }
  std::uint32_t number() const { return number_; }
  // As it is now.
  Description describe() const;

  // What a function of the plug-in returned. Throws DeviceError where it is a failure; `bytes` is
  // what the task takes, if that is known.
  void check(int result, const GpuTask& task, std::uint64_t bytes = 0) const;

 private:
  const GntpCudaPlugin& plugin_;
  std::uint32_t number_;
};

// What the plug-in holds for the program, and gives up with it.
using GpuObject = std::unique_ptr<void, void (*)(void*)>;

// The GPUs of this machine. Where there are none, `why` says in a few words what is missing.
struct FoundGpus {
  std::vector<Gpu> gpus;
  std::string why;
};
const FoundGpus& find_gpus();
// Why `auto` is the processor: what is missing, or why the first GPU cannot be used.
std::string why_no_gpu();

// Which device a user means; null: the processor. `auto` is the first GPU that can be used, or the
// processor where there is none. Throws UsageError where the name is none, and Error where that GPU
// is not there or cannot be used.
const Gpu* device_named(std::string_view name);

// The device that dense work of this thread is to use, until the scope ends.
class DeviceScope {
 public:
  explicit DeviceScope(const Gpu* gpu);
  explicit DeviceScope(std::string_view name) : DeviceScope(device_named(name)) {}
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;
  ~DeviceScope();

  // The innermost scope's; null, the processor, outside of any.
  static const Gpu* current();

 private:
  const Gpu* outer_;
};

}  // namespace gntp
