// What this build is made of. CMake compiles this file alone with what it knows about the build.
#include <cblas.h>
#include <faiss/Index.h>
#include <fmt/format.h>
#include <gntp/version.h>
#include <hwy/highway.h>
#include <lzma.h>
#include <toml++/toml.h>
#include <unicode/uversion.h>
#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/text.h"
#include "device/device.h"
#include "model/kernel.h"

namespace gntp {
namespace {

std::string compiler() {
#if defined(__clang__)
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

// "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ..." is what the library says about itself.
std::string openblas_version() {
  const std::vector<std::string_view> words = split(openblas_get_config(), ' ');
  return words.size() > 1 ? std::string(words[1]) : std::string();
}

std::string icu_version() {
  UVersionInfo version;
  u_getVersion(version);
  return fmt::format("{}.{}", version[0], version[1]);
}

// 10203 is 1.2.3.
std::string dotted(unsigned number) {
  return fmt::format("{}.{}.{}", number / 10000, number / 100 % 100, number % 100);
}

std::string dotted(unsigned major, unsigned minor, unsigned patch) {
  return fmt::format("{}.{}.{}", major, minor, patch);
}

// A shared library says itself which version runs; of the others the headers know.
std::vector<BuildInformation::Library> libraries() {
  return {
      {"faiss", dotted(FAISS_VERSION_MAJOR, FAISS_VERSION_MINOR, FAISS_VERSION_PATCH)},
      {"fmt", dotted(FMT_VERSION)},
      {"highway", dotted(HWY_MAJOR, HWY_MINOR, HWY_PATCH)},
      {"icu", icu_version()},
      {"lzma", lzma_version_string()},
      {"nlohmann-json", dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                               NLOHMANN_JSON_VERSION_PATCH)},
      {"openblas", openblas_version()},
      {"robin-map", GNTP_ROBIN_MAP_VERSION},
      {"serd", GNTP_SERD_VERSION},
      {"toml++", dotted(TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH)},
      {"xxhash", dotted(XXH_versionNumber())},
      {"zlib", zlibVersion()},
      {"zstd", ZSTD_versionString()},
  };
}

// A better instruction set has a lower bit.
std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (std::int64_t left = HWY_TARGETS; left != 0; left &= left - 1) {
    names.emplace_back(hwy::TargetName(left & -left));
  }
  return names;
}

std::vector<std::string> sanitizers() {
  constexpr std::string_view kList = GNTP_SANITIZERS;
  if (kList.empty()) return {};
  const std::vector<std::string_view> names = split(kList, ',');
  return {names.begin(), names.end()};
}

}  // namespace

BuildInformation build_information() {
  BuildInformation information;
  information.version = version();
  information.commit = GNTP_COMMIT;
  information.compiler = compiler();
  information.build_type = GNTP_BUILD_TYPE;
  information.libraries = libraries();
  information.simd_compiled = simd_targets();
  information.simd_chosen = processor_kind();
  information.blas_core = openblas_get_corename();
  information.hardened = GNTP_IS_HARDENED != 0;
  information.sanitizers = sanitizers();
  const FoundGpus& found = find_gpus();
  for (const Gpu& gpu : found.gpus) {
    const Gpu::Description each = gpu.describe();
    information.gpus.push_back(
        {each.name, each.model, each.architecture, each.bytes, each.problem});
  }
  information.gpus_missing = found.why;
  return information;
}

}  // namespace gntp
