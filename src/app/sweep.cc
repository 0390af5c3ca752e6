// gntp sweep: many trainings over settings and seeds, compared on the valid split alone.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/output_file.h"
#include "app/sweep_text.h"
#include "app/verbs.h"
#include "base/byte_archive.h"
#include "base/communicator.h"
#include "base/staged_file.h"
#include "base/text.h"
#include "engine/device_choice.h"
#include "engine/resources.h"
#include "engine/rule_mining.h"
#include "engine/same_input.h"
#include "engine/settings_state.h"
#include "engine/settings_text.h"
#include "engine/short_settings.h"
#include "engine/sweep.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

struct SweepArguments {
  std::vector<std::string> data;
  std::string space;
  std::string out;
  std::string best;
  std::string preset;
  std::vector<std::string> rules;
  OnError on_error = OnError::kStop;
  std::vector<std::string> assignments;
  std::size_t draws = 0;
  std::size_t draw_seed = 0;
  std::size_t seeds = 1;
  std::size_t top = 20;
  std::size_t threads = 0;
  std::string device = "auto";
  WorkLimit limit;
  bool keep_all = false;
  bool force = false;
  bool quiet = false;
  bool json = false;

  IfExists if_best_exists() const { return force ? IfExists::kReplace : IfExists::kRefuse; }
};

bool parse(Arguments arguments, const Console& console, SweepArguments& given) {
  CommandLine line(
      "sweep",
      "Train with many settings and seeds, in parallel, and compare them on the valid split.\n"
      "Finished runs are kept in a journal: the same command goes on where it was stopped.\n"
      "Several data sets are several folds: a setting's score is the mean over them.\n"
      "Where a setting has several runs, all settings get the first, the better half (and at\n"
      "least 3) as many again, and so on; the last ones get all. The others are given up.");
  line.arguments("DATA", given.data, "data set folders, each with a valid split");
  line.required_option("--space", "FILE", given.space,
                       "settings in TOML where a list stands for alternatives (required)");
  line.required_option("--out", "FILE", given.out, "journal of the finished runs (required)");
  line.option("--best", "FILE", given.best,
              "write the best settings to this file, for 'gntp train --config'");
  line.flag("--force", given.force,
            "replace what --best names if it is there; never the data of a data set");
  line.option("--preset", "PRESET", given.preset, "settings to start from");
  line.option("--rules", "FILE", given.rules,
              "rules to use instead of the preset's or the folders' rules.pl; may be repeated");
  line.on_error_option(given.on_error);
  line.option("--set", "section.key=value", given.assignments, "one setting; may be repeated");
  line.option("--draws", given.draws, 0, 100'000, "settings drawn at random; 0 = all combinations");
  line.option("--draw-seed", given.draw_seed, 0, std::numeric_limits<std::size_t>::max(),
              "of the drawing (0)");
  line.option("--seeds", given.seeds, 1, 1000, "trainings of each setting, with seeds 1 to N (1)");
  line.flag("--keep-all", given.keep_all, "give no setting up: all get all their runs");
  line.option("--top", given.top, 0, 100'000, "settings to print, best first (20); 0 = all");
  line.option("--threads", given.threads, 0, 1024, "runs at a time; 0 = one for each core");
  line.device_option(given.device);
  line.limit_options(given.limit);
  line.flag("--quiet", given.quiet, "no progress");
  line.json_flag(given.json);
  line.example(
      "sweep data/umls --preset umls --space space.toml --seeds 3 --out sweep.jsonl --best "
      "best.toml");
  line.example("sweep folds/1 folds/2 --space space.toml --draws 100 --out sweep.jsonl");
  if (!line.parse(arguments, console)) return false;
  if (given.force && given.best.empty()) {
    throw UsageError("--force is for the file of --best; a journal is gone on with, not replaced");
  }
  return true;
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) || fs::weakly_canonical(fs::absolute(a), ignored) ==
                                              fs::weakly_canonical(fs::absolute(b), ignored);
}

// Before anything is run.
void check_outputs(const SweepArguments& given) {
  refuse_data(given.out);
  if (given.best.empty()) return;
  std::vector<std::string> others{given.out, given.space};
  others.insert(others.end(), given.rules.begin(), given.rules.end());
  for (const std::string& other : others) {
    if (!is_same_file(given.best, other)) continue;
    fail("{}: this sweep needs that file itself; choose another name for --best", given.best);
  }
  check_output(given.best, given.if_best_exists());
}

AllOptions preset_settings(const SweepArguments& given) {
  AllOptions settings;
  if (!given.preset.empty()) settings = Settings::preset(given.preset).state().options;
  return settings;
}

// What a training needs besides the file of settings to be that of the sweep.
std::vector<std::string> options_beside(const SweepArguments& given) {
  std::vector<std::string> options;
  options.reserve(given.rules.size() + 2);
  for (const std::string& file : given.rules) options.push_back(fmt::format("--rules {}", file));
  if (given.rules.empty() && !rule_files({}, given.preset).empty()) {
    options.push_back(fmt::format("--preset {}", given.preset));
  }
  if (given.on_error == OnError::kSkip) options.emplace_back("--on-error skip");
  return options;
}

// All trials share the data, so they must agree on whether mentions are read.
Mentions mentions_of(const SweepPlan& plan) {
  const Mentions mentions = plan.trials.front().settings.model.mentions;
  for (const Trial& trial : plan.trials) {
    if ((trial.settings.model.mentions == Mentions::kOff) == (mentions == Mentions::kOff)) continue;
    fail("a sweep reads mentions or does not; sweep model.mentions = \"off\" apart");
  }
  return mentions;
}

std::vector<LoadedDataset> load_all(const SweepArguments& given, const SweepPlan& plan,
                                    const Console& console) {
  RuleSources sources;
  sources.files = rule_files(given.rules, given.preset);
  sources.more_to_come =
      std::ranges::all_of(plan.trials, [](const Trial& trial) { return mines(trial.settings); });
  sources.bodiless = std::ranges::all_of(plan.trials, [](const Trial& trial) {
    return trial.settings.model.entities == SymbolKind::kSymbolic &&
           trial.settings.model.relations == SymbolKind::kSymbolic;
  });
  std::vector<LoadedDataset> datasets;
  for (const std::string& folder : given.data) {
    datasets.push_back(load_dataset(folder, sources, mentions_of(plan), given.on_error));
    for (const std::string& warning : datasets.back().warnings) console.warn(warning);
    if (!Validation(datasets.back()).possible()) {
      fail("{}: has no valid triples that training lacks, so there is nothing to judge by", folder);
    }
  }
  return datasets;
}

SweepPlan make_plan(const SweepArguments& given) {
  AllOptions base = preset_settings(given);
  for (const std::string& assignment : given.assignments) assign_setting(assignment, base);
  const std::vector<Alternatives> space = read_alternatives(given.space);
  SweepPlan plan = plan_sweep(base, space, given.draws, given.draw_seed);
  for (const std::string& assignment : given.assignments) {
    plan.fixed.emplace_back(trim(std::string_view(assignment).substr(0, assignment.find('='))));
  }
  check_fixed_settings(plan);
  return plan;
}

// Before anything is read. Throws where a trial cannot run on the device.
void check_device(const SweepArguments& given, const SweepPlan& plan) {
  const Gpu* device = nullptr;
  for (const Trial& trial : plan.trials) {
    const Gpu* each = training_device(given.device, trial.settings);
    if (each != nullptr) device = each;
  }
  require_same_device(device);
}

// Process 0 has the journal; the others have what is in it.
std::unique_ptr<SweepJournal> open_journal(const std::string& file) {
  Communicator& team = Communicator::current();
  std::unique_ptr<SweepJournal> journal;
  const std::string bytes = team.broadcast([&] {
    journal = std::make_unique<SweepJournal>(file);
    ByteWriter archive;
    if (team.is_alone()) return std::string();
    std::vector<SweepRun> runs = journal->runs();
    archive(runs.size());
    for (SweepRun& run : runs) run.exchange(archive);
    return archive.take();
  });
  if (journal) return journal;
  ByteReader archive(bytes);
  std::size_t count = 0;
  archive(count);
  std::vector<SweepRun> runs(count);
  for (SweepRun& run : runs) run.exchange(archive);
  archive.finish();
  return std::make_unique<SweepJournal>(std::move(runs));
}

// What tells one plan from another.
std::string text_of(const SweepPlan& plan) {
  std::string text;
  for (const Trial& trial : plan.trials) text += to_toml(trial.settings);
  return text;
}

void write_best(const SweepArguments& given, const TrialSummary& best, const SweepPlan& plan,
                const std::vector<LoadedDataset>& datasets) {
  std::vector<DataTraits> traits;
  traits.reserve(datasets.size());
  for (const LoadedDataset& dataset : datasets) traits.push_back(traits_of(dataset.kb));
  const std::vector<AllOptions> starts{preset_settings(given)};
  const TrialOrigin origin{given.data, given.seeds, plan.trials.size(), options_beside(given)};
  StagedFile file(given.best, given.if_best_exists());
  file.append(best_file_text(best, origin, to_short_toml(best.trial->settings, starts, traits)));
  file.commit();
}

// Those that are to be shown.
void print(const SweepArguments& given, std::vector<TrialSummary> trials, const SweepPlan& plan,
           const Console& console) {
  if (given.top > 0 && trials.size() > given.top) trials.resize(given.top);
  if (given.json) {
    console.print_json(to_json(trials, plan));
  } else {
    console.print(to_table(trials, plan));
  }
}

}  // namespace

void run_sweep(Arguments arguments, const Console& console) {
  SweepArguments given;
  if (!parse(arguments, console, given)) return;
  const bool writes = Communicator::current().is_first();
  if (writes) check_outputs(given);
  const SweepPlan plan = make_plan(given);
  check_device(given, plan);
  const std::vector<LoadedDataset> datasets = load_all(given, plan, console);
  for (const LoadedDataset& dataset : datasets) require_same_input(dataset, text_of(plan));

  ConsoleObserver watch(console, given.quiet ? Talk::kWarnings : Talk::kAll);
  const std::unique_ptr<SweepJournal> journal = open_journal(given.out);
  ThreadPool threads(given.threads);
  const SweepOptions options{given.seeds, given.keep_all ? GiveUp::kNone : GiveUp::kHopeless,
                             given.device};
  std::vector<TrialSummary> trials;
  try {
    Sweep sweep(plan, datasets, options, *journal, watch.observer());
    trials = sweep.run(given.limit, threads);
  } catch (const Interrupted&) {
    throw Interrupted(fmt::format(
        "stopped; the finished runs are in {}, and the same command goes on", given.out));
  }
  watch.finish();
  const bool has_best = !trials.empty() && trials.front().is_sound();
  if (writes && !given.best.empty() && has_best) write_best(given, trials.front(), plan, datasets);
  print(given, trials, plan, console);
  if (given.best.empty()) return;
  if (!has_best) {
    fail("{}: not written: {}", given.best,
         trials.empty() ? "no run was made" : "no setting is without failed runs");
  }
  if (!given.quiet) console.note(fmt::format("the best settings are in {}", given.best));
}

}  // namespace gntp
