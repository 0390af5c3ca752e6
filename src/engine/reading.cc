#include "engine/reading.h"

#include <fmt/format.h>

#include "engine/watch.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// Of all files, as far as they have one.
std::uint64_t total_size(const std::vector<std::string>& files) {
  std::uint64_t total = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (!error) total += size;
  }
  return total;
}

void warn_of_oddities(const Observer& observer, const ReadingSummary& summary) {
  for (const std::string& text : warnings_of(summary.bad_lines)) warn(observer, text);
  if (summary.malformed > 0) {
    warn(
        observer,
        fmt::format("{}: not UTF-8, here and {} times more; such bytes were read as U+FFFD. If the "
                    "text is in another encoding, convert it first (e.g. iconv -f LATIN1 -t UTF-8)",
                    summary.first_malformed, summary.malformed - 1));
  }
  if (summary.names.unusable > 0) {
    warn(observer, fmt::format("{} names have no letter or digit and were not looked for",
                               summary.names.unusable));
  }
}

}  // namespace

ReadingSummary read_mentions_of(const fs::path& data, const std::vector<std::string>& texts,
                                const fs::path& out, const TextOptions& options,
                                ThreadPool& threads, const Observer& observer) {
  const StopScope stop(observer.stop);
  const EntityNames names = read_entity_names(data, options.on_error);
  for (const std::string& text : names.warnings) warn(observer, text);
  const auto total = static_cast<double>(total_size(texts));
  const auto show = [&](std::uint64_t bytes, std::uint64_t pairs) {
    report(observer, "reading", total == 0 ? 0 : static_cast<double>(bytes) / total,
           [&] { return fmt::format("{} pairs", pairs); });
  };
  ReadingSummary summary = read_texts(texts, names, out, options, threads, show);
  warn_of_oddities(observer, summary);
  return summary;
}

}  // namespace gntp
