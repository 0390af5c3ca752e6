// gntp sweep: many trainings over settings and seeds, judged on the valid split alone. The test
// split is never looked at, so that nothing can be chosen by it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/interrupt.h"
#include "app/proposals.h"
#include "app/training.h"
#include "app/validation.h"
#include "app/verbs.h"
#include "engine/resources.h"
#include "engine/sweep_journal.h"
#include "engine/sweep_plan.h"

namespace gntp {
namespace {

struct SweepArguments {
  std::vector<std::string> data;
  std::string space;
  std::string out;
  std::string preset;
  std::vector<std::string> rules;
  std::vector<std::string> assignments;
  std::size_t draws = 0;
  std::size_t draw_seed = 0;
  std::size_t seeds = 1;
  std::size_t top = 20;
  std::size_t threads = 0;
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
  line.option("--set", "section.key=value", given.assignments, "one setting; may be repeated");
  line.option("--draws", given.draws, 0, 100'000, "settings drawn at random; 0 = all combinations");
  line.option("--draw-seed", given.draw_seed, 0, std::numeric_limits<std::size_t>::max(),
              "of the drawing (0)");
  line.option("--seeds", given.seeds, 1, 1000, "trainings of each setting, with seeds 1 to N (1)");
  line.option("--top", given.top, 0, 100'000, "settings to print, best first (20); 0 = all");
  line.option("--threads", given.threads, 0, 1024, "runs at a time; 0 = one for each core");
  line.flag("--quiet", given.quiet, "no progress");
  line.json_flag(given.json);
  line.example("sweep data/umls --preset umls --space space.toml --seeds 3 --out sweep.jsonl");
  line.example("sweep folds/1 folds/2 --space space.toml --draws 100 --out sweep.jsonl");
  return line.parse(arguments, console);
}

// The runs of one setting over data sets and seeds, summed up.
struct Standing {
  const Trial* trial = nullptr;
  std::size_t runs = 0;
  std::size_t failed = 0;
  double mean = 0;
  double deviation = 0;  // of the sample; 0 for a single run
  double seconds = 0;    // mean
  std::string error;     // of the first failure
};

Standing sum_up(const Trial& trial, std::span<const SweepRun> runs) {
  Standing standing;
  standing.trial = &trial;
  std::vector<double> scores;
  for (const SweepRun& run : runs) {
    standing.seconds += run.seconds / static_cast<double>(runs.size());
    if (run.valid) {
      scores.push_back(*run.valid);
    } else {
      if (standing.failed++ == 0) standing.error = run.error;
    }
  }
  standing.runs = scores.size();
  for (const double score : scores) standing.mean += score / static_cast<double>(scores.size());
  double squares = 0;
  for (const double score : scores) squares += std::pow(score - standing.mean, 2);
  if (scores.size() > 1) {
    standing.deviation = std::sqrt(squares / static_cast<double>(scores.size() - 1));
  }
  return standing;
}

// All runs of a sweep, some of them perhaps done before.
class Sweep {
 public:
  Sweep(const SweepArguments& given, const SweepPlan& plan, const std::vector<Dataset>& datasets,
        SweepJournal& journal, const Console& console)
      : given_(given),
        plan_(plan),
        datasets_(datasets),
        journal_(journal),
        console_(console),
        runs_(plan.trials.size() * given.seeds * datasets.size()),
        progress_(console, "sweep",
                  given.quiet ? Progress::Style::kSilent : Progress::style_for(console)) {
    for (const Dataset& dataset : datasets) validations_.emplace_back(dataset);
  }

  // The settings by their mean score, best first; those that failed throughout come last.
  std::vector<Standing> run() {
    std::vector<std::size_t> missing;
    for (std::size_t item = 0; item < runs_.size(); ++item) {
      if (auto run = journal_.find(key_of(dataset(item), trial(item).settings, seed(item)))) {
        runs_[item] = std::move(*run);
      } else {
        missing.push_back(item);
      }
    }
    if (!given_.quiet) {
      console_.note(fmt::format("{} runs ({} settings, {} seeds, {} data sets), {} of them done",
                                runs_.size(), plan_.trials.size(), given_.seeds, datasets_.size(),
                                runs_.size() - missing.size()));
    }
    ThreadPool threads(given_.threads);
    propose(missing, threads);
    threads.for_each(missing.size(), [&](std::size_t i, std::size_t) {
      throw_if_interrupted();
      runs_[missing[i]] = run_one(missing[i]);
      journal_.add(runs_[missing[i]]);
      show(runs_[missing[i]], missing.size());
    });
    return standings();
  }

 private:
  // Runs of one setting are together, so that the first settings are complete early.
  std::size_t runs_per_trial() const { return given_.seeds * datasets_.size(); }
  const Trial& trial(std::size_t item) const { return plan_.trials[item / runs_per_trial()]; }
  std::uint64_t seed(std::size_t item) const {
    return 1 + item % runs_per_trial() / datasets_.size();
  }
  const Dataset& dataset(std::size_t item) const { return datasets_[item % datasets_.size()]; }

  // Mines once for all runs that want the same rules of the same data, whatever their seeds.
  void propose(const std::vector<std::size_t>& missing, ThreadPool& threads) {
    for (const std::size_t item : missing) {
      const Settings& settings = trial(item).settings;
      if (!mines(settings)) continue;
      const auto [place, is_new] =
          proposed_.try_emplace({item % datasets_.size(), proposal_key(settings)}, dataset(item));
      if (!is_new) continue;
      propose_rules(place->second, settings, threads, console_, Progress::Style::kSilent);
    }
  }

  // The data set with the rules of the item's settings.
  const Dataset& proposed(std::size_t item) const {
    const auto found =
        proposed_.find({item % datasets_.size(), proposal_key(trial(item).settings)});
    return found == proposed_.end() ? dataset(item) : found->second;
  }

  SweepRun run_one(std::size_t item) const {
    const Dataset& data = proposed(item);
    const Settings& settings = trial(item).settings;
    SweepRun run;
    run.key = key_of(data, settings, seed(item));
    run.data = data.folder.string();
    run.seed = seed(item);
    for (std::size_t i = 0; i < plan_.varied.size(); ++i) {
      run.settings.emplace_back(plan_.varied[i], trial(item).values[i]);
    }
    ThreadPool alone(1);
    try {
      check_settings(settings);
      const Training training =
          train_model(data, settings, run.seed, alone, console_, Progress::Style::kSilent);
      Reasoner reasoner(data.kb, training.model, settings.prover);
      reasoner.refresh(alone);
      run.valid = validations_[item % datasets_.size()].score(reasoner, alone);
      run.epoch = training.kept_epoch;
      run.seconds = training.seconds;
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      run.error = error.what();  // settings that cannot work are a result, too
    }
    return run;
  }

  void show(const SweepRun& run, std::size_t wanted) {
    const std::scoped_lock lock(mutex_);
    ++done_;
    best_ = std::max(best_, run.valid.value_or(0));
    progress_.update(static_cast<double>(done_) / static_cast<double>(wanted),
                     fmt::format("{} of {} runs  best valid {:.4f}", done_, wanted, best_));
  }

  std::vector<Standing> standings() const {
    std::vector<Standing> all;
    for (std::size_t i = 0; i < plan_.trials.size(); ++i) {
      all.push_back(sum_up(plan_.trials[i],
                           std::span(runs_).subspan(i * runs_per_trial(), runs_per_trial())));
    }
    std::ranges::stable_sort(all, [](const Standing& a, const Standing& b) {
      return std::pair(a.runs > 0, a.mean) > std::pair(b.runs > 0, b.mean);
    });
    return all;
  }

  const SweepArguments& given_;
  const SweepPlan& plan_;
  const std::vector<Dataset>& datasets_;
  SweepJournal& journal_;
  const Console& console_;
  std::vector<Validation> validations_;
  std::vector<SweepRun> runs_;
  std::map<std::pair<std::size_t, std::string>, Dataset> proposed_;  // by data set and settings
  std::mutex mutex_;
  Progress progress_;
  std::size_t done_ = 0;
  double best_ = 0;
};

std::string to_table(const std::vector<Standing>& standings, const SweepPlan& plan) {
  std::string text = fmt::format("{:>8} {:>8} {:>5} {:>7} {:>8}  settings\n", "valid", "+-", "runs",
                                 "failed", "seconds");
  for (const Standing& standing : standings) {
    text += fmt::format("{:>8.4f} {:>8.4f} {:>5} {:>7} {:>8.1f} ", standing.mean,
                        standing.deviation, standing.runs, standing.failed, standing.seconds);
    for (std::size_t i = 0; i < plan.varied.size(); ++i) {
      text += fmt::format(" {}={}", plan.varied[i], standing.trial->values[i]);
    }
    if (!standing.error.empty()) text += fmt::format("  ({})", standing.error);
    text += '\n';
  }
  return text;
}

nlohmann::ordered_json to_json(const std::vector<Standing>& standings, const SweepPlan& plan) {
  auto list = nlohmann::ordered_json::array();
  for (const Standing& standing : standings) {
    nlohmann::ordered_json object{
        {"valid", standing.mean},    {"deviation", standing.deviation}, {"runs", standing.runs},
        {"failed", standing.failed}, {"seconds", standing.seconds},
    };
    if (!standing.error.empty()) object["error"] = standing.error;
    object["settings"] = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < plan.varied.size(); ++i) {
      object["settings"][plan.varied[i]] = standing.trial->values[i];
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

std::vector<Dataset> load_all(const SweepArguments& given, const SweepPlan& plan,
                              const Console& console) {
  RuleSources sources;
  sources.files = rule_files(given.rules, given.preset);
  sources.more_to_come =
      std::ranges::all_of(plan.trials, [](const Trial& trial) { return mines(trial.settings); });
  std::vector<Dataset> datasets;
  for (const std::string& folder : given.data) {
    datasets.push_back(load_dataset(folder, sources, mentions_of(plan)));
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
  Settings base;
  if (!given.preset.empty()) read_settings(find_preset(given.preset).file, base);
  for (const std::string& assignment : given.assignments) assign_setting(assignment, base);
  const std::vector<Alternatives> space = read_alternatives(given.space);
  const SweepPlan plan = plan_sweep(base, space, given.draws, given.draw_seed);
  const std::vector<Dataset> datasets = load_all(given, plan, console);

  const InterruptGuard guard;
  SweepJournal journal(given.out);
  std::vector<Standing> standings = Sweep(given, plan, datasets, journal, console).run();
  if (given.top > 0 && standings.size() > given.top) standings.resize(given.top);
  if (given.json) {
    console.print_json(to_json(standings, plan));
  } else {
    console.print(to_table(standings, plan));
  }
}

}  // namespace gntp
