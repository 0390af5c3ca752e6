// Which device (device/device.h) a user's word means for a training or an engine, and what a run's
// records call it.
#pragma once

#include <string>
#include <string_view>

#include "device/device.h"
#include "engine/settings.h"
#include "model/model.h"

namespace gntp {

// What records call the processor.
inline constexpr std::string_view kProcessor = "cpu";

// Throws UsageError where the name is no device's. Looks for no GPU, so that a process that will
// fork may call it.
void check_device_name(std::string_view name);

// Whether some symbol has a vector, so that there is something for a GPU to do.
bool has_vectors(const AllOptions& settings);

// The device for a model with these settings; null: the processor, also where there is nothing for
// a GPU to do. Throws as device_named does.
const Gpu* device_for(std::string_view name, const AllOptions& settings);
// The same for a model that is there.
const Gpu* device_for(std::string_view name, const Model& model);
// The same for a training. Throws UsageError, too, where the device lacks the precision that the
// settings want.
const Gpu* training_device(std::string_view name, const AllOptions& settings);

// "cpu", or "cuda: NVIDIA H200": numbers of devices of the same name are the same.
std::string text_of(const Gpu* device);

// Of several processes (base/communicator.h): throws Error in all of them where their devices have
// not all the same name.
void require_same_device(const Gpu* device);

}  // namespace gntp
