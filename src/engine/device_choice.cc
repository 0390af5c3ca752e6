#include "engine/device_choice.h"

#include <fmt/format.h>

#include "base/communicator.h"
#include "base/error.h"
#include "base/numbers.h"

namespace gntp {
namespace {

constexpr std::string_view kCuda = "cuda";

bool is_gpu_name(std::string_view name) {
  if (!name.starts_with(kCuda)) return false;
  const std::string_view number = name.substr(kCuda.size());
  return number.empty() ||
         (number.front() == ':' && parse_number<std::size_t>(number.substr(1)).has_value());
}

// Who names a GPU that is not there learns of it, though there may be nothing to do for it.
const Gpu* device_if(bool has_work, std::string_view name) {
  check_device_name(name);
  const Gpu* device = has_work || name != "auto" ? device_named(name) : nullptr;
  return has_work ? device : nullptr;
}

}  // namespace

bool has_vectors(const AllOptions& settings) {
  return settings.predictor.kind != PredictorKind::kNone ||
         settings.model.entities == SymbolKind::kSoft ||
         settings.model.relations == SymbolKind::kSoft;
}

void check_device_name(std::string_view name) {
  if (name == "auto" || is_gpu_name(name)) return;
  device_named(name);
}

const Gpu* device_for(std::string_view name, const AllOptions& settings) {
  return device_if(has_vectors(settings), name);
}

const Gpu* device_for(std::string_view name, const Model& model) {
  return device_if(model.predictor.is_used() || !model.has_symbolic_entities() ||
                       !model.has_symbolic_relations(),
                   name);
}

const Gpu* training_device(std::string_view name, const AllOptions& settings) {
  const Gpu* device = device_for(name, settings);
  const bool wants_gpu = settings.predictor.kind != PredictorKind::kNone &&
                         settings.predictor.precision == Precision::kTensorFloat;
  if (!wants_gpu || device != nullptr) return device;
  throw UsageError(fmt::format(
      "predictor.precision = \"tf32\" is for GPUs, and vectors would be trained on the processor "
      "here{}; leave it at \"auto\", or train where there is a GPU",
      name == "auto" ? fmt::format(" ({})", why_no_gpu()) : ", as the device is 'cpu'"));
}

std::string text_of(const Gpu* device) {
  if (device == nullptr) return std::string(kProcessor);
  return fmt::format("{}: {}", kCuda, device->describe().model);
}

void require_same_device(const Gpu* device) {
  Communicator& team = Communicator::current();
  if (team.is_alone()) return;
  team.require_equal(text_of(device),
                     "it computes on another kind of device; give all the same --device, and on "
                     "GPUs take those of one model");
}

}  // namespace gntp
