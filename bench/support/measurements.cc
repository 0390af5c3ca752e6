#include "support/measurements.h"

#include <fmt/format.h>
#include <gntp/version.h>

#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/json.h"
#include "base/stopwatch.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Json read(const fs::path& file, const Json& options) {
  std::optional<Json> result = parse_json<Json>(read_file(file));
  if (!result || !result->is_object()) fail("{}: is damaged; remove it", file.string());
  const Json before = result->value("options", Json());
  if (before != options) {
    fail(
        "{}: was measured with {}, not with {}; remove it, and what was measured after it, to "
        "measure it again",
        file.string(), before.dump(), options.dump());
  }
  return std::move(*result);
}

}  // namespace

Measurements::Measurements(fs::path folder, std::string subject)
    : folder_(std::move(folder)), subject_(std::move(subject)) {
  make_folders(folder_);
}

Json Measurements::take(std::string_view name, const Json& options,
                        const std::function<Json()>& measure) const {
  const fs::path file = folder_ / fmt::format("{}.json", name);
  if (fs::exists(file)) {
    fmt::print(stderr, "{}: {}: measured before, see {}\n", subject_, name, file.string());
    return read(file, options);
  }
  fmt::print(stderr, "{}: {} ...\n", subject_, name);
  const double running = programs_running();
  const Stopwatch watch;
  Json result;
  try {
    result = measure();
  } catch (const std::exception& error) {
    fail("{}: {} failed: {}", subject_, name, error.what());
  }
  fmt::print(stderr, "{}: {}: {:.1f} s\n", subject_, name, watch.seconds());
  result["options"] = options;
  result["cores"] = std::thread::hardware_concurrency();
  result["programs_running"] = running;
  result["commit"] = build_information().commit;
  write_file(file, result.dump(2) + '\n');
  return result;
}

double programs_running() {
  double load = 0;
  return ::getloadavg(&load, 1) == 1 ? load : 0;
}

}  // namespace gntp::bench
