// The plug-in for GPUs once more: slow, in double precision, on this machine, as
// device/cuda_plugin.h defines it. What lays out batches and questions for a GPU is tried against
// it where there is none, and the real one is compared with the same expectations.
#pragma once

#include "device/device.h"

namespace gntp::testing {

// A GPU that computes with the slow plug-in.
const Gpu& slow_gpu();

// What its next steps and questions return: kGntpCudaDone, or a failure with this text.
void let_slow_gpu_fail(int result, const char* text);

}  // namespace gntp::testing
