// gntp eval: how good a model is.
#include <gntp/engine.h>

#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/evaluation_text.h"
#include "app/opened_run.h"
#include "app/output_file.h"
#include "app/verbs.h"
#include "base/communicator.h"
#include "base/error.h"
#include "base/staged_file.h"
#include "report/reliability_diagram.h"

namespace gntp {

void run_eval(Arguments arguments, const Console& console) {
  std::string folder;
  std::string split = "test";
  std::string data;
  OnError on_error = OnError::kStop;
  std::size_t thread_count = 0;
  bool by_relation = false;
  bool calibration = false;
  std::string diagram;
  bool force = false;
  bool quiet = false;
  bool json = false;
  CommandLine line("eval",
                   "Rank the true answers of a split among all entities, other known answers left "
                   "out.\nTies are not decided by position: 'expected' is the mean over their "
                   "orders.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  line.option("--split", "SPLIT", split,
              "test (with test-*, the default), valid, test-I, all, ...");
  line.option("--data", "DATA", data,
              "data set folder, file or store, if not the one of the training");
  OpenedRun run(line, OpenedRun::Offers::kFacts);
  line.on_error_option(on_error);
  line.threads_option(thread_count);
  line.flag("--by-relation", by_relation, "a line for each relation, too");
  line.flag("--calibration", calibration,
            "how well probabilities hold, in ten bins; on valid each half by the other");
  line.option("--diagram", "FILE", diagram, "the same as a picture of the first split, SVG");
  line.flag("--force", force, "replace the picture if it is there");
  line.flag("--quiet", quiet, "no progress");
  line.json_flag(json);
  line.example("eval runs/s1");
  line.example("eval runs/umls --split valid --json");
  line.example("eval runs/umls --calibration --diagram umls.svg");
  if (!line.parse(arguments, console)) return;
  if (data.empty() && line.given("--on-error")) {
    throw UsageError(
        "--on-error goes with --data; the data of the training are read as the training read them");
  }

  if (diagram.empty() && force) throw UsageError("--force goes with --diagram");
  const IfExists if_exists = force ? IfExists::kReplace : IfExists::kRefuse;
  const bool draws = !diagram.empty() && Communicator::current().is_first();
  if (draws) check_output(diagram, if_exists);

  ConsoleObserver watch(console, quiet ? Talk::kWarnings : Talk::kAll);
  const Engine engine = run.open(folder, thread_count, watch.observer(), data);
  const std::vector<Evaluation> evaluations =
      data.empty() ? engine.evaluate(split, watch.observer())
                   : engine.evaluate(data, split, watch.observer(), on_error);
  watch.finish();
  const Evaluation& first = evaluations.front();
  if (first.calibration.empty() && (calibration || !diagram.empty())) {
    fail(
        "{}: has no probabilities (they take gntp 0.3 and a valid split that asks enough), or the "
        "split '{}' has too few answers to measure them by",
        folder, first.split);
  }
  if (draws) {
    StagedFile file(diagram, if_exists);
    file.append(reliability_diagram(first));
    file.commit();
  }
  if (json) {
    console.print_json(to_json(evaluations));
    return;
  }
  for (const Evaluation& evaluation : evaluations) {
    console.print(to_text(evaluation, by_relation ? Detail::kByRelation : Detail::kSummary));
    if (calibration) console.print(calibration_text(evaluation));
  }
}

}  // namespace gntp
