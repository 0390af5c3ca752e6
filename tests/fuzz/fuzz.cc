// The program that libFuzzer drives. The environment variable GNTP_FUZZ_TARGET names the target.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/targets.h"

namespace {

const gntp::fuzz::Target* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/) {
  const char* name = std::getenv("GNTP_FUZZ_TARGET");
  for (const gntp::fuzz::Target& target : gntp::fuzz::kTargets) {
    if (name != nullptr && target.name == name) chosen = &target;
  }
  if (chosen != nullptr) return 0;
  std::fputs("set GNTP_FUZZ_TARGET to one of", stderr);
  for (const gntp::fuzz::Target& target : gntp::fuzz::kTargets) {
    std::fprintf(stderr, " %s", target.name.data());
  }
  std::fputs("\n", stderr);
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  chosen->run({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
