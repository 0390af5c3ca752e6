// What a test says that needs a GPU where there is none.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "device/device.h"

namespace gntp::testing {

// Skips the test, from its SetUp; where GNTP_NEEDS_GPU is set, it fails: a machine whose GPU is not
// found does not pass.
inline void miss_gpu() {
  const std::string text = "needs an NVIDIA GPU: " + why_no_gpu();
  if (std::getenv("GNTP_NEEDS_GPU") != nullptr) FAIL() << text;
  GTEST_SKIP() << text;
}

}  // namespace gntp::testing
