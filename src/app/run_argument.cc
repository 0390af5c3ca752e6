#include "app/run_argument.h"

#include <fmt/format.h>
#include <gntp/error.h>

#include <filesystem>

#include "base/text.h"

namespace gntp {

void check_run_is_first(const std::string& verb, const std::string& run,
                        const std::string& question) {
  std::error_code ignored;
  const bool swapped =
      !std::filesystem::exists(run, ignored) && std::filesystem::is_directory(question, ignored);
  if (!swapped) return;
  throw UsageError(
      fmt::format("the run folder comes first: gntp {} {} '{}'", verb, question, excerpt(run)));
}

}  // namespace gntp
