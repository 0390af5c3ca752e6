// gntp add: a run that knows more facts, or fewer, without training again.
#include <gntp/engine.h>
#include <gntp/run.h>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/opened_run.h"
#include "app/triple_file.h"
#include "app/verbs.h"

namespace gntp {

void run_add(Arguments arguments, const Console& console) {
  std::string folder;
  std::string store;
  std::string file;
  std::string removed;
  std::string labels;
  std::string out;
  OnError on_error = OnError::kStop;
  std::size_t threads = 0;
  std::string device = "auto";
  CommandLine line(
      "add",
      "Write a run that knows more facts, or fewer, without training again; RUN stays as it "
      "is.\nEntities may be new, relations may not. Rules use the facts at once, and new entities "
      "get vectors\nfrom their facts where the model has vectors. Rules, their counts and "
      "probabilities stay as trained.");
  line.argument("RUN", folder, "run folder of 'gntp train' or 'gntp add'");
  line.optional_argument("FACTS", file,
                         "facts to add, in any format that data have; '-': TSV on stdin");
  line.required_option("--out", "RUN2", out, "run folder to write (required); must not exist");
  line.option("--remove", "FILE", removed, "known facts to remove; they go first");
  line.option("--labels", "FILE", labels,
              "what new entities are called, id TAB name; RDF may have that itself");
  store_option(line, store);
  line.on_error_option(on_error);
  line.threads_option(threads);
  line.device_option(device);
  line.example("add runs/s1 new.tsv --out runs/s2");
  line.example("add runs/s1 --remove wrong.tsv --out runs/s2");
  if (!line.parse(arguments, console)) return;

  if (file.empty() && removed.empty()) {
    throw UsageError("nothing to change; give a file of FACTS, or --remove FILE");
  }
  if (file.empty() && !labels.empty()) throw UsageError("--labels goes with FACTS");
  if (file == "-" && removed == "-") {
    throw UsageError("standard input can be read once: as FACTS, or with --remove");
  }
  require_new_run(out);
  const ConsoleObserver watch(console, Talk::kAll);
  const Engine engine = Engine::open(folder, OpenOptions{threads, store, device});
  BadLines bad(on_error);
  FactChanges changes;
  if (!file.empty()) read_added(file, engine, changes, bad, watch.observer());
  if (!removed.empty()) read_removed(removed, engine, changes, bad, watch.observer());
  if (!labels.empty()) read_added_labels(labels, changes, bad);
  for (const std::string& warning : warnings_of(bad)) console.warn(warning);
  engine.with(changes, watch.observer()).save(out);
  console.note(fmt::format("the run is in {}", out));
}

}  // namespace gntp
