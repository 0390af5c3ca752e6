// gntp mine: a data set in, a file of rules out.
#include <gntp/mining.h>

#include <deque>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/output_file.h"
#include "app/rule_format.h"
#include "app/verbs.h"
#include "base/communicator.h"
#include "engine/settings_text.h"
#include "engine/watch.h"

namespace gntp {
namespace {

struct MineArguments {
  std::string data;
  std::string out;
  std::string format = "pl";
  Settings settings;
  OnError on_error = OnError::kStop;
  ReadingOptions reading;
  std::size_t seed = 0;
  std::size_t threads = 0;
  bool force = false;
  WorkLimit limit;
  bool quiet = false;
  bool json = false;
};

// A setting as an option of this verb: --max-body for mine.max_body.
struct SettingOption {
  const Setting* setting;
  std::string option;
  std::string value;  // empty: not given
};

std::deque<SettingOption> setting_options() {
  std::deque<SettingOption> options;
  for (const Setting& setting : all_settings()) {
    if (setting.section() != "mine") continue;
    std::string option = fmt::format("--{}", setting.key());
    std::ranges::replace(option, '_', '-');
    options.push_back({&setting, std::move(option), ""});
  }
  return options;
}

bool parse(Arguments arguments, const Console& console, MineArguments& given) {
  CommandLine line(
      "mine",
      "Find rules in the training facts of a data set, count how often they are right, "
      "and write\nthe best to a file that 'gntp train --rules' reads.");
  line.argument("DATA", given.data, "data set folder, or one file of triples");
  line.required_option("--out", "FILE", given.out, "file of rules to write (required)");
  line.force_flag(given.force);
  line.option("--format", "pl|anyburl", given.format, "how rules are written (pl)");
  std::deque<SettingOption> options = setting_options();
  for (SettingOption& each : options) {
    line.option(
        each.option, "X", each.value,
        fmt::format("{} ({})", each.setting->description, given.settings.get(each.setting->name)));
  }
  line.on_error_option(given.on_error);
  line.reading_options(given.reading);
  std::vector<std::string> assignments;
  line.option("--set", "section.key=value", assignments,
              "the same by the setting's name, e.g. mine.max_body=3; may be repeated");
  line.option("--seed", given.seed, 0, std::numeric_limits<std::size_t>::max(),
              "of the samples (0)");
  line.limit_options(given.limit);
  line.threads_option(given.threads);
  line.flag("--quiet", given.quiet, "no progress");
  line.json_flag(given.json);
  line.example("mine data/umls --out rules.pl");
  line.example("mine data/wn18rr --constants 2 --format anyburl --out rules.anyburl");
  if (!line.parse(arguments, console)) return false;
  for (const std::string& assignment : assignments) given.settings.assign(assignment);
  for (const SettingOption& each : options) {
    if (!each.value.empty()) given.settings.set(each.setting->name, each.value);
  }
  return true;
}

nlohmann::ordered_json to_json(const MineArguments& given, const MinedRules& rules) {
  return {{"rules", rules.size()},
          {"accepted", rules.accepted()},
          {"counted_partly", rules.counted_partly()},
          {"sampled_from", rules.sampled_from()},
          {"steps", rules.steps()},
          {"complete", rules.complete()},
          {"seconds", rules.seconds()},
          {"out", given.out}};
}

}  // namespace

void run_mine(Arguments arguments, const Console& console) {
  MineArguments given;
  if (!parse(arguments, console, given)) return;
  const RuleFormat format = parse_rule_format(given.format);
  const IfExists if_exists = given.force ? IfExists::kReplace : IfExists::kRefuse;
  const bool writes = Communicator::current().is_first();
  if (writes) check_output(given.out, if_exists);
  ConsoleObserver watch(console, given.quiet ? Talk::kWarnings : Talk::kAll);
  given.settings.set("learn.rules", "mined");  // a folder without rules is nothing to remark on
  DatasetOptions options;
  options.on_error = given.on_error;
  options.reading = given.reading;
  const Dataset dataset = Dataset::load(given.data, given.settings, options);
  for (const std::string& warning : dataset.warnings()) console.warn(warning);
  const MinedRules rules =
      mine(dataset, given.settings, {given.seed, given.threads, given.limit}, watch.observer());
  throw_if_stopped(watch.observer());
  if (writes) rules.write(given.out, format, if_exists);
  watch.finish();
  if (!given.quiet) {
    console.note(fmt::format("mined {}; they are in {}", rules.summary(), given.out));
  }
  if (given.json) console.print_json(to_json(given, rules));
}

}  // namespace gntp
