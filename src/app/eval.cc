// gntp eval: how good a model is.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/interrupt.h"
#include "app/run_folder.h"
#include "app/verbs.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// The data set to evaluate on: the one named, or the one that the model was trained with.
Dataset load_data(const Run& run, const std::string& named) {
  const fs::path folder = named.empty() ? run.metadata.data : fs::path(named);
  if (named.empty() && !fs::is_directory(folder)) {
    fail("{}: the data set that {} was trained with is gone; say where it is now with --data DATA",
         folder.string(), run.folder.string());
  }
  return load_dataset(folder, run.checkpoint.kb.entities, run.checkpoint.kb.relations);
}

}  // namespace

void run_eval(Arguments arguments, const Console& console) {
  std::string folder;
  std::string split = "test";
  std::string data;
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
  line.threads_option(thread_count);
  line.flag("--by-relation", by_relation, "a line for each relation, too");
  line.flag("--quiet", quiet, "no progress");
  line.json_flag(json);
  line.example("eval runs/s1");
  line.example("eval runs/umls --split valid --json");
  if (!line.parse(arguments, console)) return;

  const InterruptGuard guard;
  const Run run = load_run(folder);
  const Dataset dataset = load_data(run, data);
  for (const std::string& warning : dataset.warnings) console.warn(warning);
  if (const auto what = difference(run.metadata, dataset)) console.warn(*what);
  const std::vector<const Split*> splits = select_splits(dataset, split);
  ThreadPool threads(thread_count);
  Reasoner reasoner(run.checkpoint.kb, run.checkpoint.model, run.settings.prover);
  reasoner.refresh(threads);
  const Progress::Style style = quiet ? Progress::Style::kSilent : Progress::style_for(console);
  const auto reports = evaluate(reasoner, dataset, splits, threads, console, style);

  const Vocabulary& relations = run.checkpoint.kb.relations;
  if (json) {
    console.print_json(to_json(reports, relations));
    return;
  }
  for (const SplitReport& report : reports) {
    console.print(to_text(report, relations, by_relation ? Detail::kByRelation : Detail::kSummary));
  }
}

}  // namespace gntp
