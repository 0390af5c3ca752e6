// gntp sweep: many trainings over settings and seeds, compared on the valid split alone.
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/output_file.h"
#include "app/verbs.h"
#include "base/text.h"
#include "engine/resources.h"
#include "engine/rule_mining.h"
#include "engine/sweep.h"

namespace gntp {
namespace {

struct SweepArguments {
  std::vector<std::string> data;
  std::string space;
  std::string out;
  std::string preset;
  std::vector<std::string> rules;
  OnError on_error = OnError::kStop;
  std::vector<std::string> assignments;
  std::size_t draws = 0;
  std::size_t draw_seed = 0;
  std::size_t seeds = 1;
  std::size_t top = 20;
  std::size_t threads = 0;
  WorkLimit limit;
  bool quiet = false;
  bool json = false;
};

bool parse(Arguments arguments, const Console& console, SweepArguments& given) {
  CommandLine line(
      "sweep",
      "Train with many settings and seeds, in parallel, and compare them on the valid split.\n"
      "Finished runs are kept in a journal: the same command goes on where it was stopped.\n"
      "Several data sets are several folds: a setting's score is the mean over them.");
  line.arguments("DATA", given.data, "data set folders, each with a valid split");
  line.required_option("--space", "FILE", given.space,
                       "settings in TOML where a list stands for alternatives (required)");
  line.required_option("--out", "FILE", given.out, "journal of the finished runs (required)");
  line.option("--preset", "NAME", given.preset, "settings to start from");
  line.option("--rules", "FILE", given.rules,
              "rules to use instead of the preset's or the folders' rules.pl; may be repeated");
  line.on_error_option(given.on_error);
  line.option("--set", "section.key=value", given.assignments, "one setting; may be repeated");
  line.option("--draws", given.draws, 0, 100'000, "settings drawn at random; 0 = all combinations");
  line.option("--draw-seed", given.draw_seed, 0, std::numeric_limits<std::size_t>::max(),
              "of the drawing (0)");
  line.option("--seeds", given.seeds, 1, 1000, "trainings of each setting, with seeds 1 to N (1)");
  line.option("--top", given.top, 0, 100'000, "settings to print, best first (20); 0 = all");
  line.option("--threads", given.threads, 0, 1024, "runs at a time; 0 = one for each core");
  line.limit_options(given.limit);
  line.flag("--quiet", given.quiet, "no progress");
  line.json_flag(given.json);
  line.example("sweep data/umls --preset umls --space space.toml --seeds 3 --out sweep.jsonl");
  line.example("sweep folds/1 folds/2 --space space.toml --draws 100 --out sweep.jsonl");
  return line.parse(arguments, console);
}

std::string to_table(const std::vector<TrialSummary>& trials, const SweepPlan& plan) {
  std::string text = fmt::format("{:>8} {:>8} {:>5} {:>7} {:>8}  settings\n", "valid", "+-", "runs",
                                 "failed", "seconds");
  for (const TrialSummary& summary : trials) {
    text += fmt::format("{:>8.4f} {:>8.4f} {:>5} {:>7} {:>8.1f} ", summary.mean, summary.deviation,
                        summary.runs, summary.failed, summary.seconds);
    for (std::size_t i = 0; i < plan.varied.size(); ++i) {
      text += fmt::format(" {}={}", plan.varied[i], summary.trial->values[i]);
    }
    if (!summary.error.empty()) text += fmt::format("  ({})", summary.error);
    text += '\n';
  }
  return text;
}

nlohmann::ordered_json to_json(const std::vector<TrialSummary>& trials, const SweepPlan& plan) {
  auto list = nlohmann::ordered_json::array();
  for (const TrialSummary& summary : trials) {
    nlohmann::ordered_json object{
        {"valid", summary.mean},    {"deviation", summary.deviation}, {"runs", summary.runs},
        {"failed", summary.failed}, {"seconds", summary.seconds},
    };
    if (!summary.error.empty()) object["error"] = summary.error;
    object["settings"] = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < plan.varied.size(); ++i) {
      object["settings"][plan.varied[i]] = summary.trial->values[i];
    }
    list.push_back(std::move(object));
  }
  return list;
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

}  // namespace

void run_sweep(Arguments arguments, const Console& console) {
  SweepArguments given;
  if (!parse(arguments, console, given)) return;
  refuse_data(given.out);
  AllOptions base;
  if (!given.preset.empty()) read_settings(find_preset(given.preset).file, base);
  for (const std::string& assignment : given.assignments) assign_setting(assignment, base);
  const std::vector<Alternatives> space = read_alternatives(given.space);
  SweepPlan plan = plan_sweep(base, space, given.draws, given.draw_seed);
  for (const std::string& assignment : given.assignments) {
    plan.fixed.emplace_back(trim(std::string_view(assignment).substr(0, assignment.find('='))));
  }
  check_fixed_settings(plan);
  const std::vector<LoadedDataset> datasets = load_all(given, plan, console);

  ConsoleObserver watch(console, given.quiet ? Talk::kWarnings : Talk::kAll);
  SweepJournal journal(given.out);
  ThreadPool threads(given.threads);
  std::vector<TrialSummary> trials;
  try {
    Sweep sweep(plan, datasets, given.seeds, journal, watch.observer());
    trials = sweep.run(given.limit, threads);
  } catch (const Interrupted&) {
    throw Interrupted(fmt::format(
        "stopped; the finished runs are in {}, and the same command goes on", given.out));
  }
  watch.finish();
  if (given.top > 0 && trials.size() > given.top) trials.resize(given.top);
  if (given.json) {
    console.print_json(to_json(trials, plan));
  } else {
    console.print(to_table(trials, plan));
  }
}

}  // namespace gntp
