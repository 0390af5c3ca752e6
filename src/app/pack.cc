// gntp pack: a data set as one file that opens at once.
#include <gntp/packing.h>

#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/output_file.h"
#include "app/verbs.h"
#include "base/stopwatch.h"
#include "base/units.h"

namespace gntp {
namespace {

nlohmann::ordered_json to_json(const PackSummary& summary, const std::string& out, double seconds) {
  return {{"out", out},
          {"digest", summary.digest},
          {"bytes", summary.bytes},
          {"seconds", seconds},
          {"facts", summary.facts},
          {"duplicates", summary.duplicates},
          {"mentions", summary.mentions},
          {"entities", summary.entities},
          {"relations", summary.relations},
          {"splits", summary.splits},
          {"skipped", summary.skipped}};
}

std::string to_text(const PackSummary& summary, const std::string& out, double seconds) {
  constexpr double kMegabyte = 1e6;
  const auto bytes = static_cast<double>(summary.bytes);
  return fmt::format("{}: {} facts of {} entities, {:.1f} MB, {:.1f} bytes a fact, in {}", out,
                     summary.facts, summary.entities, bytes / kMegabyte,
                     bytes / static_cast<double>(summary.facts + summary.mentions),
                     duration_text(seconds));
}

}  // namespace

void run_pack(Arguments arguments, const Console& console) {
  std::string data;
  std::string out;
  PackOptions options;
  std::size_t memory = options.memory;
  bool force = false;
  bool quiet = false;
  bool json = false;
  CommandLine line(
      "pack",
      "Write a data set as one file, a store: facts, splits, labels, types, mentions, candidates,\n"
      "weights and rules. A store opens in milliseconds whatever its size, stays on disk but for "
      "what\nis looked at, and is shared by processes. All verbs take it where they take a "
      "data set.");
  line.argument("DATA", data, "data set folder, or one file of triples, '-' for standard input");
  line.required_option("--out", "KB.gntp", out, "store to write, e.g. kb.gntp");
  line.size_option("--memory", memory, "for names and facts; more is sorted on disk (4G)");
  line.reading_options(options.reading);
  line.on_error_option(options.on_error);
  line.flag("--force", force, "replace the store if it is there");
  line.threads_option(options.threads);
  line.flag("--quiet", quiet, "no progress, no summary");
  line.json_flag(json);
  line.example("pack data/countries/S1 --out s1.gntp");
  line.example("pack - --from nt --out kb.gntp --memory 16G < facts.nt");
  if (!line.parse(arguments, console)) return;

  options.memory = memory;
  options.if_exists = force ? IfExists::kReplace : IfExists::kRefuse;
  check_output(out, options.if_exists);
  ConsoleObserver watch(console, quiet ? Talk::kWarnings : Talk::kAll);
  const Stopwatch stopwatch;
  const PackSummary summary = pack(data, out, options, watch.observer());
  const double seconds = stopwatch.seconds();
  watch.finish();
  for (const std::string& warning : summary.warnings) console.warn(warning);
  if (json) {
    console.print_json(to_json(summary, out, seconds));
  } else if (!quiet) {
    console.note(to_text(summary, out, seconds));
  }
}

}  // namespace gntp
