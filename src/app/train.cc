// gntp train: a data set in, a run folder out.
#include <gntp/version.h>

#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/estimate.h"
#include "app/interrupt.h"
#include "app/proposals.h"
#include "app/run_folder.h"
#include "app/verbs.h"
#include "engine/resources.h"
#include "engine/settings_text.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr double kLeastConfidence = 1e-6;

struct TrainArguments {
  std::string data;
  std::string out;
  std::string preset;
  std::string config;
  std::vector<std::string> rules;
  double rule_confidence = 1;
  std::vector<std::string> assignments;
  std::size_t seed = 0;
  std::size_t threads = 0;
  bool dry_run = false;
  bool no_eval = false;
  bool quiet = false;
  bool json = false;
};

bool parse(Arguments arguments, const Console& console, TrainArguments& given) {
  CommandLine line(
      "train",
      "Learn embeddings and rules from a data set and write a run folder.\n"
      "Settings come from the defaults, --preset, --config and --set, the later over the "
      "earlier;\n'gntp help settings' and 'gntp help presets' list them.");
  line.argument("DATA", given.data, "data set folder: train.tsv, and valid, test, rules.pl if any");
  line.option("--out", "RUN", given.out, "run folder to make; must not exist yet");
  line.option("--preset", "NAME", given.preset, "settings that come with gntp, e.g. umls");
  line.option("--config", "FILE", given.config, "settings in TOML");
  line.option("--rules", "FILE", given.rules,
              "rules to use instead of the preset's or the folder's rules.pl, as it or as AnyBURL "
              "writes them; may be repeated");
  line.option("--rule-confidence", given.rule_confidence, kLeastConfidence, 1,
              "what given rules without a confidence start with and learn from; 1 = they are "
              "certain and stay so");
  line.option("--set", "section.key=value", given.assignments, "one setting; may be repeated");
  line.option("--seed", given.seed, 0, std::numeric_limits<std::size_t>::max(),
              "of all random numbers (0); same seed, same model");
  line.threads_option(given.threads);
  line.flag("--dry-run", given.dry_run,
            "make nothing; say how long training would take and how much memory");
  line.flag("--no-eval", given.no_eval, "do not evaluate on the valid and test splits afterwards");
  line.flag("--quiet", given.quiet, "no progress");
  line.json_flag(given.json);
  line.example("train data/countries/S1 --preset countries-s1 --out runs/s1");
  line.example("train data/umls --out runs/umls --set learn.epochs=50 --set prover.depth=1");
  if (!line.parse(arguments, console)) return false;
  if (given.out.empty() && !given.dry_run) {
    throw UsageError("--out is required: the run folder to make; see 'gntp train --help'");
  }
  return true;
}

Settings collect_settings(const TrainArguments& given) {
  Settings settings;
  if (!given.preset.empty()) read_settings(find_preset(given.preset).file, settings);
  if (!given.config.empty()) read_settings(given.config, settings);
  for (const std::string& assignment : given.assignments) assign_setting(assignment, settings);
  check_settings(settings);
  return settings;
}

RuleSources rule_sources(const TrainArguments& given) {
  RuleSources sources;
  sources.files = rule_files(given.rules, given.preset);
  if (given.rule_confidence < 1) sources.confidence = given.rule_confidence;
  return sources;
}

std::vector<SplitReport> evaluate_all(const Dataset& dataset, const Settings& settings,
                                      const Model& model, ThreadPool& threads,
                                      const Console& console, Progress::Style style) {
  if (dataset.splits.empty()) return {};
  Reasoner reasoner(dataset.kb, model, settings.prover);
  reasoner.refresh(threads);
  return evaluate(reasoner, dataset, select_splits(dataset, "all"), threads, console, style);
}

void print_result(const TrainArguments& given, const Dataset& dataset, const Training& training,
                  const std::vector<SplitReport>& reports, const Console& console) {
  if (given.json) {
    nlohmann::ordered_json object;
    object["run"] = given.out;
    object["training_seconds"] = training.seconds;
    object["kept_epoch"] = training.kept_epoch;
    if (!training.epochs.empty()) object["loss"] = training.epochs.back().report.loss;
    if (training.valid_before) object["valid_before"] = *training.valid_before;
    if (training.valid_kept) object["valid_kept"] = *training.valid_kept;
    object["splits"] = nlohmann::ordered_json::object();
    for (const SplitReport& report : reports) {
      object["splits"][report.split] = to_json(report, dataset.kb.relations);
    }
    console.print_json(object);
    return;
  }
  for (const SplitReport& report : reports) {
    console.print(to_text(report, dataset.kb.relations, Detail::kSummary));
  }
}

// With the rules that the settings ask for.
Dataset load_data(const TrainArguments& given, const Settings& settings, ThreadPool& threads,
                  const Console& console, Progress::Style style) {
  RuleSources sources = rule_sources(given);
  sources.more_to_come = mines(settings);
  Dataset dataset = load_dataset(given.data, sources, settings.model.mentions);
  for (const std::string& warning : dataset.warnings) console.warn(warning);
  propose_rules(dataset, settings, threads, console, style);
  return dataset;
}

void print_estimate(const TrainArguments& given, const Settings& settings, const Console& console,
                    Progress::Style style) {
  ThreadPool threads(given.threads);
  const Dataset dataset = load_data(given, settings, threads, console, style);
  const Estimate estimate = estimate_training(dataset, settings, given.seed, threads);
  if (given.json) {
    console.print_json(to_json(estimate));
  } else {
    console.print(to_text(estimate, settings));
  }
}

}  // namespace

void run_train(Arguments arguments, const Console& console) {
  TrainArguments given;
  if (!parse(arguments, console, given)) return;
  const Settings settings = collect_settings(given);
  const Progress::Style style =
      given.quiet ? Progress::Style::kSilent : Progress::style_for(console);

  const InterruptGuard guard;
  if (given.dry_run) {
    print_estimate(given, settings, console, style);
    return;
  }
  RunWriter writer(given.out);
  ThreadPool threads(given.threads);
  const Dataset dataset = load_data(given, settings, threads, console, style);
  const Training training = train_model(dataset, settings, given.seed, threads, console, style);
  std::vector<SplitReport> reports;
  if (!given.no_eval) {
    reports = evaluate_all(dataset, settings, training.model, threads, console, style);
  }
  const Metadata metadata{GNTP_VERSION, given.seed, given.preset, fs::canonical(given.data),
                          dataset.sources};
  writer.write(dataset.kb, settings, metadata, training, reports);
  throw_if_interrupted();
  writer.commit();
  if (!given.quiet) {
    console.note(fmt::format("trained {} epochs in {}; the model, of epoch {}, is in {}",
                             training.epochs.size(), duration_text(training.seconds),
                             training.kept_epoch, given.out));
    if (training.valid_before) {
      console.note(fmt::format("valid: {:.4f} with the confidences as they were, {:.4f} now",
                               *training.valid_before, *training.valid_kept));
    }
  }
  print_result(given, dataset, training, reports, console);
}

}  // namespace gntp
