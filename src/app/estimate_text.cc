#include "app/estimate_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/units.h"

namespace gntp {

std::string to_text(const TrainingEstimate& estimate, const Settings& settings) {
  const bool restarts =
      settings.get("learn.restarts") != "1" && settings.get("learn.validate_every") != "0";
  std::string text = fmt::format(
      "training   {} {} for {} epochs{}\n"
      "an epoch   {:.3g} s ({} of {} batches tried)\n",
      estimate.is_lower_bound ? "more than" : "about", duration_text(estimate.seconds),
      settings.get("learn.epochs"),
      restarts ? fmt::format(" from each of {} random starts", settings.get("learn.restarts")) : "",
      estimate.epoch_seconds, estimate.batches_tried, estimate.batches);
  if (estimate.validation_seconds > 0) {
    text += fmt::format("valid      {:.3g} s each time, every {} epochs\n",
                        estimate.validation_seconds, settings.get("learn.validate_every"));
  }
  if (estimate.vector_seconds > 0) {
    text += fmt::format("vectors    about {} of it\n", duration_text(estimate.vector_seconds));
  }
  text += fmt::format("memory     about {} at the peak, {} of it the model\n",
                      size_text(estimate.peak_bytes), size_text(estimate.model_bytes));
  return text;
}

nlohmann::ordered_json to_json(const TrainingEstimate& estimate) {
  return {{"seconds", estimate.seconds},
          {"is_lower_bound", estimate.is_lower_bound},
          {"setup_seconds", estimate.setup_seconds},
          {"epoch_seconds", estimate.epoch_seconds},
          {"validation_seconds", estimate.validation_seconds},
          {"vector_seconds", estimate.vector_seconds},
          {"batches_tried", estimate.batches_tried},
          {"batches", estimate.batches},
          {"model_bytes", estimate.model_bytes},
          {"peak_bytes", estimate.peak_bytes}};
}

}  // namespace gntp
