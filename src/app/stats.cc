// gntp stats: what a data set holds.
#include <gntp/dataset.h>

#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/statistics_text.h"
#include "app/verbs.h"

namespace gntp {

void run_stats(Arguments arguments, const Console& console) {
  std::string folder;
  DatasetOptions options;
  bool json = false;
  CommandLine line("stats", "Read a data set, check it and count what it holds.");
  line.argument("DATA", folder, "data set folder, or one file of triples, '-' for standard input");
  line.on_error_option(options.on_error);
  line.reading_options(options.reading);
  line.json_flag(json);
  line.example("stats data/countries/S1");
  if (!line.parse(arguments, console)) return;

  Settings settings;
  settings.set("learn.rules", "mined");  // a folder without rules is nothing to remark on
  const Dataset dataset = Dataset::load(folder, settings, options);
  for (const std::string& warning : dataset.warnings()) console.warn(warning);
  if (json) {
    console.print_json(to_json(dataset, dataset.statistics()));
  } else {
    console.print(to_text(dataset, dataset.statistics()));
  }
}

}  // namespace gntp
