// gntp train: a data set in, a run folder out.
#include <gntp/engine.h>
#include <gntp/run.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/estimate_text.h"
#include "app/evaluation_text.h"
#include "app/verbs.h"
#include "base/communicator.h"
#include "base/numbers.h"
#include "base/text.h"
#include "base/units.h"
#include "engine/device_choice.h"
#include "engine/settings_state.h"

namespace gntp {
namespace {

constexpr double kLeastConfidence = 1e-6;

struct TrainArguments {
  std::string data;
  std::string out;
  std::string resume;
  std::string preset;
  std::string config;
  std::vector<std::string> rules;
  double rule_confidence = 1;
  OnError on_error = OnError::kStop;
  ReadingOptions reading;
  std::vector<std::string> assignments;
  std::size_t seed = 0;
  std::size_t threads = 0;
  std::string device = "auto";
  WorkLimit limit;
  std::string holdout;
  std::optional<double> checkpoint;
  bool dry_run = false;
  bool no_eval = false;
  bool quiet = false;
  bool json = false;
};

// All that decides about the model is in the run folder.
void refuse_beside_resume(Arguments arguments, const TrainArguments& given) {
  constexpr std::array<std::string_view, 5> kAllowed{"--resume", "--threads", "--device", "--quiet",
                                                     "--json"};
  std::string refused = given.data;
  for (const std::string& argument : arguments) {
    const std::string_view name = std::string_view(argument).substr(0, argument.find('='));
    if (name.starts_with("--") && std::ranges::find(kAllowed, name) == kAllowed.end()) {
      refused = name;
    }
  }
  if (refused.empty()) return;
  throw UsageError(
      fmt::format("--resume goes on with the data and settings that the training was begun with; "
                  "leave out '{}'",
                  excerpt(refused)));
}

bool parse(Arguments arguments, const Console& console, TrainArguments& given) {
  CommandLine line(
      "train",
      "Learn rules from a data set and write a run folder.\n"
      "Without --preset and --config the preset 'hybrid' is used: it suits data of any kind.\n"
      "--config starts from the defaults of all settings, or from --preset, and --set comes last;\n"
      "'gntp help settings' and 'gntp help presets' list them.");
  line.optional_argument(
      "DATA", given.data,
      "data set folder: train.tsv, and valid, test, rules.pl if any; or one file "
      "of triples, '-' for standard input");
  line.option("--out", "RUN", given.out, "run folder to make; must not exist yet");
  line.option("--resume", "RUN", given.resume,
              "go on with a training that was stopped, as it was begun: without DATA and settings");
  line.option("--preset", "PRESET", given.preset, "settings that come with gntp, e.g. umls");
  line.option("--config", "FILE", given.config, "settings in TOML");
  line.option("--rules", "FILE", given.rules,
              "rules to use instead of the preset's or the folder's rules.pl, as it or as AnyBURL "
              "writes them; may be repeated");
  line.option("--rule-confidence", given.rule_confidence, kLeastConfidence, 1,
              "what given rules without a confidence start with and learn from; 1 = they are "
              "certain and stay so");
  line.on_error_option(given.on_error);
  line.reading_options(given.reading);
  line.option("--set", "section.key=value", given.assignments, "one setting; may be repeated");
  line.option("--seed", given.seed, 0, std::numeric_limits<std::size_t>::max(),
              "of all random numbers (0); same seed, same model");
  line.limit_options(given.limit);
  line.option("--holdout", "SHARE", given.holdout,
              "of the training facts, to choose by where valid has fewer than 100 triples (10%)");
  line.duration_option("--checkpoint", given.checkpoint,
                       "time between two checkpoints to go on from (2m)");
  line.threads_option(given.threads);
  line.device_option(given.device);
  line.flag("--dry-run", given.dry_run,
            "make nothing; say how long training would take and how much memory");
  line.flag("--no-eval", given.no_eval, "do not evaluate on the valid and test splits afterwards");
  line.flag("--quiet", given.quiet, "no progress");
  line.json_flag(given.json);
  line.example("train data/countries/S1 --preset countries-s1 --out runs/s1");
  line.example("train data/umls --out runs/umls --set learn.epochs=50 --set prover.depth=1");
  line.example("train facts.nt --holdout 5% --out runs/facts");
  line.example("train --resume runs/umls");
  if (!line.parse(arguments, console)) return false;
  if (!given.resume.empty()) {
    refuse_beside_resume(arguments, given);
    return true;
  }
  if (given.data.empty()) {
    throw UsageError("DATA is required: the data set folder or file; see 'gntp train --help'");
  }
  if (given.out.empty() && !given.dry_run) {
    throw UsageError("--out is required: the run folder to make; see 'gntp train --help'");
  }
  return true;
}

// 5% is 0.05.
std::string share_of(const std::string& text) {
  const std::optional<double> percent =
      text.ends_with('%') ? parse_number<double>(text.substr(0, text.size() - 1)) : std::nullopt;
  return percent ? fmt::format("{}", *percent / 100) : text;
}

Settings collect_settings(const TrainArguments& given) {
  Settings settings;
  if (!given.preset.empty()) {
    settings = Settings::preset(given.preset);
  } else if (given.config.empty()) {
    settings = Settings::recommended();
  }
  if (!given.config.empty()) settings.read(given.config);
  for (const std::string& assignment : given.assignments) settings.assign(assignment);
  if (!given.holdout.empty()) settings.set("learn.holdout", share_of(given.holdout));
  settings.check();
  return settings;
}

Dataset load_data(const TrainArguments& given, const Settings& settings, const Console& console) {
  DatasetOptions options;
  options.rules.assign(given.rules.begin(), given.rules.end());
  if (given.rule_confidence < 1) options.rule_confidence = given.rule_confidence;
  options.on_error = given.on_error;
  options.reading = given.reading;
  Dataset dataset = Dataset::load(given.data, settings, options);
  for (const std::string& warning : dataset.warnings()) console.warn(warning);
  return dataset;
}

const std::string& folder_of(const TrainArguments& given) {
  return given.resume.empty() ? given.out : given.resume;
}

void print_result(const TrainArguments& given, const TrainingSummary& training,
                  const std::vector<Evaluation>& evaluations, const Console& console) {
  if (given.json) {
    nlohmann::ordered_json object;
    object["run"] = folder_of(given);
    object["training_seconds"] = training.seconds;
    object["kept_epoch"] = training.kept_epoch;
    object["steps"] = training.steps;
    object["complete"] = training.complete;
    if (training.last_loss) object["loss"] = *training.last_loss;
    if (training.valid_before) object["valid_before"] = *training.valid_before;
    if (training.valid_kept) object["valid_kept"] = *training.valid_kept;
    if (training.vector_epochs > 0) object["vector_epochs"] = training.vector_epochs;
    if (training.valid_by_both) {
      object["valid_by_rules"] = *training.valid_by_rules;
      object["valid_by_vectors"] = *training.valid_by_vectors;
      object["valid_by_both"] = *training.valid_by_both;
    }
    object["splits"] = by_split(evaluations);
    console.print_json(object);
    return;
  }
  for (const Evaluation& evaluation : evaluations) {
    console.print(to_text(evaluation, Detail::kSummary));
  }
}

void describe(const TrainArguments& given, const TrainingSummary& training,
              const Console& console) {
  const std::string vectors = training.vector_epochs > 0
                                  ? fmt::format(" and vectors {} epochs", training.vector_epochs)
                                  : std::string();
  console.note(fmt::format("trained {} epochs{} in {}; the model, of epoch {}, is in {}",
                           training.epochs, vectors, duration_text(training.seconds),
                           training.kept_epoch, folder_of(given)));
  if (!training.complete) {
    console.note(fmt::format(
        "the limit ended it before the last step; '--steps {}' gives the same model again",
        training.steps));
  }
  if (training.valid_before) {
    console.note(fmt::format("valid: {:.4f} with the confidences as they were, {:.4f} now",
                             *training.valid_before, *training.valid_kept));
  }
}

}  // namespace

namespace {

void estimate(const TrainArguments& given, const Settings& settings, const RunOptions& options,
              ConsoleObserver& watch, const Console& console) {
  const TrainingEstimate estimate =
      Engine::estimate(load_data(given, settings, console), settings, options, watch.observer());
  watch.finish();
  if (given.json) {
    console.print_json(to_json(estimate));
  } else {
    console.print(to_text(estimate, settings));
  }
}

TrainedRun train(const TrainArguments& given, const Settings& settings, const RunOptions& run,
                 ConsoleObserver& watch, const Console& console) {
  // Before anything is read: minutes later would be late to fail.
  if (Communicator::current().is_first()) require_new_run(given.out);
  const Dataset dataset = load_data(given, settings, console);
  TrainRunOptions options{run};
  options.evaluate = !given.no_eval;
  if (given.checkpoint) options.checkpoint_seconds = *given.checkpoint;
  return train_run(given.out, dataset, settings, options, watch.observer());
}

}  // namespace

void run_train(Arguments arguments, const Console& console) {
  TrainArguments given;
  if (!parse(arguments, console, given)) return;
  const Settings settings = collect_settings(given);
  // Before anything is read.
  if (given.resume.empty()) training_device(given.device, settings.state().options);
  RunOptions options{given.seed, given.threads, given.limit, given.device};
  if (!options.limit.seconds && settings.get("mine.adaptive") == "true") {
    options.limit.seconds = kUsualSeconds;
  }
  ConsoleObserver watch(console, given.quiet ? Talk::kWarnings : Talk::kAll);
  if (given.dry_run) {
    estimate(given, settings, options, watch, console);
    return;
  }
  const TrainedRun run =
      given.resume.empty()
          ? train(given, settings, options, watch, console)
          : resume_run(given.resume, ResumeOptions{given.threads, given.device}, watch.observer());
  watch.finish();
  const std::optional<TrainingSummary>& training = run.engine.training();
  if (!training) {
    console.note(fmt::format("{}: was finished already", given.resume));
    return;
  }
  if (!given.quiet) describe(given, *training, console);
  print_result(given, *training, run.evaluations, console);
}

}  // namespace gntp
