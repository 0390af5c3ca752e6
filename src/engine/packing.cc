#include "kb/packing.h"

#include <fmt/format.h>
#include <gntp/packing.h>

#include "base/stop.h"
#include "engine/watch.h"

namespace gntp {

PackSummary pack(const std::filesystem::path& data, const std::filesystem::path& store,
                 const PackOptions& options, const Observer& observer) {
  const StopScope stop(observer.stop);
  PackingOptions packing;
  packing.reading = options.reading;
  packing.on_error = options.on_error;
  packing.store = {.memory = options.memory, .if_exists = options.if_exists};
  packing.progress = [&](std::string_view task, double done, std::uint64_t lines) {
    report(observer, std::string(task), done < 0 ? 0 : done,
           [&] { return fmt::format("{} facts", lines); });
  };
  ThreadPool threads(options.threads);
  PackedStore packed = pack_dataset(data, store, packing, threads);
  PackSummary summary;
  summary.mentions = packed.mentions;
  summary.facts = packed.facts - packed.mentions;
  summary.entities = packed.entities;
  summary.relations = packed.relations;
  summary.duplicates = packed.duplicates;
  summary.skipped = packed.skipped;
  summary.bytes = packed.bytes;
  summary.digest = digest_text(packed.digest);
  summary.splits = std::move(packed.splits);
  summary.warnings = std::move(packed.warnings);
  return summary;
}

}  // namespace gntp
