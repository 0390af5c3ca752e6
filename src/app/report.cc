// gntp report: a run as one page to send to somebody.
#include "report/report.h"

#include <gntp/engine.h>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/output_file.h"
#include "app/verbs.h"
#include "base/error.h"
#include "base/staged_file.h"
#include "engine/run_folder.h"

namespace gntp {

void run_report(Arguments arguments, const Console& console) {
  std::string folder;
  std::string data;
  std::string out;
  OnError on_error = OnError::kStop;
  std::size_t threads = 0;
  std::string device = "auto";
  bool force = false;
  bool quiet = false;
  CommandLine line(
      "report",
      "Write one page of HTML about a run, complete in itself, to read, send or print: what the "
      "data\nhold, how training went, all metrics, whether probabilities hold, the best rules with "
      "examples,\nright and wrong predictions with their proofs, settings, versions and hashes. "
      "The evaluation is\nthe run's own; where it has none, or with --data, splits are ranked "
      "first.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  line.option("--data", "DATA", data,
              "data set folder, file or store, if not the one of the training");
  line.required_option("--out", "FILE", out, "the page, e.g. report.html");
  line.on_error_option(on_error);
  line.force_flag(force);
  line.threads_option(threads);
  line.device_option(device);
  line.flag("--quiet", quiet, "no progress");
  line.example("report runs/s1 --out s1.html");
  if (!line.parse(arguments, console)) return;
  if (data.empty() && line.given("--on-error")) {
    throw UsageError(
        "--on-error goes with --data; the data of the training are read as the training read them");
  }
  const IfExists if_exists = force ? IfExists::kReplace : IfExists::kRefuse;
  check_output(out, if_exists);

  ConsoleObserver watch(console, quiet ? Talk::kWarnings : Talk::kAll);
  const bool is_store = is_store_of(folder, data);
  const Engine engine = Engine::open(folder, OpenOptions{threads, is_store ? data : "", device});
  const std::string page =
      make_report(engine, folder, {.data = data, .on_error = on_error}, watch.observer());
  StagedFile file(out, if_exists);
  file.append(page);
  file.commit();
  watch.finish();
  if (!quiet) console.note(fmt::format("the report is in {}", out));
}

}  // namespace gntp
