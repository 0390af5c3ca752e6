// The steps of a training of vectors on a GPU: lays batches out as the plug-in wants them
// (device/cuda_plugin.h). Batches are made and arranged as for the threads of this machine; the GPU
// does the arithmetic.
#pragma once

#include <memory>

#include "predict/predictor_steps.h"

namespace gntp {

std::unique_ptr<PredictorSteps> make_gpu_steps(const Gpu& gpu, const StepGraph& facts,
                                               PredictorTables& tables,
                                               const PredictorOptions& options,
                                               const FactWeights& weights);

}  // namespace gntp
