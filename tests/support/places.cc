#include "support/places.h"

namespace gntp::testing {

std::filesystem::path checkout() {
  return GNTP_SOURCE_DIR;
}

std::filesystem::path program() {
  return GNTP_BINARY;
}

std::filesystem::path slow_gpu_plugin() {
  return GNTP_SLOW_CUDA;
}

}  // namespace gntp::testing
