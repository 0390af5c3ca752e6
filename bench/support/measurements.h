// Measurements that are kept: each is a JSON file of its own, written when it is complete, so that
// a benchmark that was stopped goes on with what is missing. For one process at a time.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace gntp::bench {

class Measurements {
 public:
  // In `folder`, which is made; messages say what is measured (`subject`).
  Measurements(std::filesystem::path folder, std::string subject);

  const std::filesystem::path& folder() const { return folder_; }

  // What was measured before, else what `measure` returns: an object. It gets four members more:
  // `options`, what it depends on, `cores`, `programs_running`, how many ran when it began, and
  // the `commit` that was measured. Throws Error with the name of the measurement where that fails,
  // or where it was taken with other options.
  nlohmann::json take(std::string_view name, const nlohmann::json& options,
                      const std::function<nlohmann::json()>& measure) const;

 private:
  std::filesystem::path folder_;
  std::string subject_;
};

// How many programs were running in the last minute, on average.
double programs_running();

}  // namespace gntp::bench
