#include "device/device.h"

#include <dlfcn.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/numbers.h"
#include "base/plugin_places.h"
#include "base/units.h"
#include "device/cuda_plugin.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPluginName = "libgntp_cuda.so";
constexpr const char* kPluginVariable = "GNTP_CUDA_PLUGIN";  // names another one
constexpr GpuTask kLooking{"looking at the GPU", {}};
// `auto` takes no GPU with less memory that nobody uses: others work there.
constexpr std::uint64_t kLeastFree = std::uint64_t{1} << 30U;

thread_local const Gpu* current_gpu = nullptr;

std::string name_of(std::uint32_t number) {
  return fmt::format("cuda:{}", number);
}

// The plug-in, or why there is none.
struct LoadedPlugin {
  const GntpCudaPlugin* plugin = nullptr;
  std::string why;
};

LoadedPlugin load_plugin(const fs::path& file) {
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {nullptr, fmt::format("{}; is CUDA installed?", ::dlerror())};
  void* symbol = ::dlsym(library, "gntp_cuda_plugin");
  const auto entry = reinterpret_cast<GntpCudaEntry>(symbol);
  const GntpCudaPlugin* plugin = entry == nullptr ? nullptr : entry();
  if (plugin != nullptr && plugin->version == kGntpCudaVersion) return {plugin, {}};
  return {nullptr, fmt::format("{}: is not of this version of gntp; install the one that came "
                               "with it",
                               file.string())};
}

// Where there is none, loading the plug-in and all of cuBLAS would take time and memory for
// nothing.
bool has_driver() {
  void* driver = ::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (driver == nullptr) return false;
  ::dlclose(driver);
  return true;
}

LoadedPlugin find_plugin() {
  const char* wish = std::getenv("GNTP_CUDA");
  if (wish != nullptr && std::string_view(wish) == "off") return {nullptr, "GNTP_CUDA is off"};
  if (wish != nullptr && std::string_view(wish) != "on") fail("GNTP_CUDA must be on or off");
  const bool is_named = std::getenv(kPluginVariable) != nullptr;
  const std::vector<fs::path> places = plugin_places(kPluginName, kPluginVariable);
  std::string why;  // the first that is there cannot be used
  for (const fs::path& place : places) {
    std::error_code ignored;
    if (!fs::exists(place, ignored)) continue;
    if (!is_named && !has_driver()) return {nullptr, "there is no NVIDIA driver (libcuda.so.1)"};
    LoadedPlugin loaded = load_plugin(place);
    if (loaded.plugin != nullptr) return loaded;
    if (why.empty()) why = loaded.why;
  }
  if (!why.empty()) return {nullptr, why};
  std::vector<std::string> missing;
  missing.reserve(places.size());
  for (const fs::path& place : places) missing.push_back(place.string());
  return {nullptr, fmt::format("the plug-in {} is not there (looked for {}); see docs/gpu.md",
                               kPluginName, fmt::join(missing, ", "))};
}

FoundGpus look_for_gpus() {
  const LoadedPlugin loaded = find_plugin();
  if (loaded.plugin == nullptr) return {{}, loaded.why};
  std::uint32_t count = 0;
  if (loaded.plugin->count(&count) != kGntpCudaDone) return {{}, loaded.plugin->last_error()};
  FoundGpus found;
  for (std::uint32_t number = 0; number < count; ++number) {
    found.gpus.emplace_back(*loaded.plugin, number);
  }
  if (count == 0) found.why = "this machine has no NVIDIA GPU";
  return found;
}

// The number in `cuda:1`; 0 for `cuda`.
std::optional<std::size_t> number_in(std::string_view name) {
  constexpr std::string_view kPrefix = "cuda";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  const std::string_view rest = name.substr(kPrefix.size());
  if (rest.empty()) return 0;
  return rest.front() == ':' ? parse_number<std::size_t>(rest.substr(1)) : std::nullopt;
}

}  // namespace

Gpu::Description Gpu::describe() const {
  GntpCudaDevice found{};
  check(plugin_.describe(number_, &found), kLooking);
  return {name_of(number_), found.name,       found.architecture,
          found.bytes,      found.free_bytes, found.problem};
}

std::string Gpu::Description::shortcoming() const {
  if (!problem.empty() || free_bytes >= kLeastFree) return problem;
  return fmt::format("of its memory {} are free, and 'auto' takes none with less than {}",
                     size_text(free_bytes), size_text(kLeastFree));
}

void Gpu::check(int result, const GpuTask& task, std::uint64_t bytes) const {
  if (result == kGntpCudaDone) return;
  const std::string why = plugin_.last_error();
  if (result != kGntpCudaNoMemory) {
    throw DeviceError(fmt::format("{}: {}: {}", name_of(number_), task.name, why));
  }
  GntpCudaDevice found{};
  const bool is_known = plugin_.describe(number_, &found) == kGntpCudaDone;
  std::string text = fmt::format("{}: not enough memory for {}", name_of(number_), task.name);
  if (bytes > 0) text += fmt::format(", which takes {}", size_text(bytes));
  if (is_known) text += fmt::format("; {} are free", size_text(found.free_bytes));
  throw DeviceError(fmt::format("{}; {}", text, task.takes_less_by));
}

const FoundGpus& find_gpus() {
  static const FoundGpus kFound = look_for_gpus();
  return kFound;
}

std::string why_no_gpu() {
  const FoundGpus& found = find_gpus();
  if (found.gpus.empty()) return found.why;
  const Gpu::Description first = found.gpus.front().describe();
  return fmt::format("{} cannot be used: {}", first.name, first.shortcoming());
}

const Gpu* device_named(std::string_view name) {
  if (name == "cpu") return nullptr;
  if (name == "auto") {
    for (const Gpu& gpu : find_gpus().gpus) {
      if (gpu.describe().shortcoming().empty()) return &gpu;
    }
    return nullptr;
  }
  const std::optional<std::size_t> number = number_in(name);
  if (!number) {
    throw UsageError(
        fmt::format("'{}' is no device; take auto, cpu, cuda or, of several GPUs, cuda:1", name));
  }
  const FoundGpus& found = find_gpus();
  if (found.gpus.empty()) fail("{} cannot be used: {}", name, found.why);
  if (*number >= found.gpus.size()) {
    fail("{} is not there; this machine has {}", name,
         found.gpus.size() == 1 ? "cuda:0 alone"
                                : fmt::format("cuda:0 to cuda:{}", found.gpus.size() - 1));
  }
  const Gpu& gpu = found.gpus[*number];
  const std::string problem = gpu.describe().problem;
  if (!problem.empty()) fail("{} cannot be used: {}", name, problem);
  return &gpu;
}

DeviceScope::DeviceScope(const Gpu* gpu) : outer_(current_gpu) {
  current_gpu = gpu;
}

DeviceScope::~DeviceScope() {
  current_gpu = outer_;
}

const Gpu* DeviceScope::current() {
  return current_gpu;
}

}  // namespace gntp
