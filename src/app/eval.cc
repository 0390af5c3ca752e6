// gntp eval: how good a model is.
#include <gntp/engine.h>

#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/evaluation_text.h"
#include "app/verbs.h"

namespace gntp {

void run_eval(Arguments arguments, const Console& console) {
  std::string folder;
  std::string split = "test";
  std::string data;
  OnError on_error = OnError::kStop;
  std::size_t thread_count = 0;
  bool by_relation = false;
  bool quiet = false;
  bool json = false;
  CommandLine line("eval",
                   "Rank the true answers of a split among all entities, other known answers left "
                   "out.\nTies are not decided by position: 'expected' is the mean over their "
                   "orders.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  line.option("--split", "SPLIT", split,
              "test (with test-*, the default), valid, test-I, all, ...");
  line.option("--data", "DATA", data, "data set folder, if not the one of the training");
  line.on_error_option(on_error);
  line.threads_option(thread_count);
  line.flag("--by-relation", by_relation, "a line for each relation, too");
  line.flag("--quiet", quiet, "no progress");
  line.json_flag(json);
  line.example("eval runs/s1");
  line.example("eval runs/umls --split valid --json");
  if (!line.parse(arguments, console)) return;
  if (data.empty() && line.given("--on-error")) {
    throw UsageError(
        "--on-error goes with --data; the data of the training are read as the training read them");
  }

  ConsoleObserver watch(console, quiet ? Talk::kWarnings : Talk::kAll);
  const Engine engine = Engine::open(folder, thread_count);
  const std::vector<Evaluation> evaluations =
      data.empty() ? engine.evaluate(split, watch.observer())
                   : engine.evaluate(data, split, watch.observer(), on_error);
  watch.finish();
  if (json) {
    console.print_json(to_json(evaluations));
    return;
  }
  for (const Evaluation& evaluation : evaluations) {
    console.print(to_text(evaluation, by_relation ? Detail::kByRelation : Detail::kSummary));
  }
}

}  // namespace gntp
