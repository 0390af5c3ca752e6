// gntp mine: a data set in, a file of rules out.
#include <limits>
#include <nlohmann/json.hpp>

#include "app/command_line.h"
#include "app/interrupt.h"
#include "app/proposals.h"
#include "app/rule_format.h"
#include "app/verbs.h"
#include "base/file.h"

namespace gntp {
namespace {

struct MineArguments {
  std::string data;
  std::string out;
  std::string format = "pl";
  MineOptions options;
  std::size_t seed = 0;
  std::size_t threads = 0;
  bool quiet = false;
  bool json = false;
};

bool parse(Arguments arguments, const Console& console, MineArguments& given) {
  constexpr double kManySeconds = 1e9;
  constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
  MineOptions& options = given.options;
  CommandLine line(
      "mine",
      "Find rules in the training facts of a data set, count how often they are right, "
      "and write\nthe best to a file that 'gntp train --rules' reads.");
  line.argument("DATA", given.data, "data set folder");
  line.required_option("--out", "FILE", given.out, "file of rules to write (required)");
  line.option("--format", "pl|anyburl", given.format, "how rules are written (pl)");
  line.option("--max-body", options.max_body, 1, 4,
              "atoms of a body, up to 4; 4 is for data with few relations (2)");
  line.option("--constants", options.constants, 0, 2,
              "atoms of a body of rules with constants, r(X, c) :- b(X, d), up to 2; 0 = none (0)");
  line.option("--min-support", options.min_support, 1, kAny,
              "facts that a rule must predict correctly (5)");
  line.option("--constant-support", options.constant_support, 0, kAny,
              "the same for a rule with constants; 0 = as --min-support (0)");
  line.option("--min-confidence", options.min_confidence, 0, 1,
              "leave out the less confident (0.1)");
  line.option(
      "--max-rules", options.max_rules, 0, kAny,
      "rules of each kind to keep, the most confident (1000); kinds are paths of one or two "
      "atoms, longer paths, constants with one atom, with two; 0 = all");
  line.option("--max-per-head", options.max_per_head, 0, kAny,
              "rules of each kind and relation to keep; 0 = all");
  line.option("--correction", options.correction, 0, kManySeconds,
              "confidence = support / (body size + correction) (5)");
  line.option("--samples", options.samples, 1, kAny,
              "facts of each relation that propose bodies where there are too many to try (1000)");
  line.option("--seconds", options.seconds, 0, kManySeconds,
              "time limit, after which what is counted is written; 0 = none");
  line.option("--seed", given.seed, 0, kAny, "of the samples (0)");
  line.threads_option(given.threads);
  line.flag("--quiet", given.quiet, "no progress");
  line.json_flag(given.json);
  line.example("mine data/umls --out rules.pl");
  line.example("mine data/wn18rr --constants 2 --format anyburl --out rules.anyburl");
  return line.parse(arguments, console);
}

nlohmann::ordered_json to_json(const MineArguments& given, const Mining& mining) {
  return {{"rules", mining.rules.size()},
          {"accepted", mining.accepted},
          {"counted_partly", mining.partly},
          {"sampled_from", mining.sampled_from},
          {"complete", mining.complete},
          {"seconds", mining.seconds},
          {"out", given.out}};
}

}  // namespace

void run_mine(Arguments arguments, const Console& console) {
  MineArguments given;
  if (!parse(arguments, console, given)) return;
  given.options.seed = given.seed;
  const RuleFormat format = parse_rule_format(given.format);
  const Progress::Style style =
      given.quiet ? Progress::Style::kSilent : Progress::style_for(console);

  const InterruptGuard guard;
  RuleSources sources;
  sources.more_to_come = true;
  const Dataset dataset = load_dataset(given.data, sources);
  for (const std::string& warning : dataset.warnings) console.warn(warning);
  ThreadPool threads(given.threads);
  const Mining mining = mine_with_progress(dataset.kb, given.options, threads, console, style);
  std::string text;
  for (const MinedRule& rule : mining.rules) {
    text += format == RuleFormat::kAnyburl ? to_anyburl_line(rule, dataset.kb)
                                           : to_rule_line(rule, dataset.kb);
    text += '\n';
  }
  throw_if_interrupted();
  write_file(given.out, text);
  if (!given.quiet) {
    console.note(
        fmt::format("mined {}; they are in {}", summary(mining, given.options), given.out));
  }
  if (given.json) console.print_json(to_json(given, mining));
}

}  // namespace gntp
