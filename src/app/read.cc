// gntp read: raw text in, mentions out.
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/output_file.h"
#include "app/verbs.h"
#include "base/staged_file.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "base/units.h"
#include "engine/reading.h"

namespace gntp {
namespace {

constexpr double kMegabyte = 1e6;

// What the user typed.
struct ReadArguments {
  std::vector<std::string> texts;
  std::string entities;
  std::string out;
  std::string format;
  std::string ambiguous = "skip";
  std::string directions = "both";
  std::size_t window = ExtractionOptions{}.window;
  std::size_t max_length = ExtractionOptions{}.max_length;
  std::size_t min_count = CountOptions{}.min_count;
  std::size_t sources = CountOptions{}.max_sources;
  std::size_t memory = CountOptions{}.memory;
  OnError on_error = OnError::kStop;
  std::size_t threads = 0;
  bool force = false;
  bool json = false;
  bool quiet = false;
};

// The value of that name. Throws UsageError with what was meant.
template <typename Value, std::size_t Size>
Value choice(std::string_view option, std::string_view name,
             const std::array<std::pair<std::string_view, Value>, Size>& choices) {
  std::vector<std::string> names;
  for (const auto& [known, value] : choices) {
    if (known == name) return value;
    names.emplace_back(known);
  }
  const std::string hint = suggestion(name, names);
  throw UsageError(fmt::format("{} must be one of {}, not '{}'{}{}", option, join(names, ", "),
                               excerpt(name), hint.empty() ? "" : "; ", hint));
}

TextOptions options_of(const ReadArguments& given) {
  TextOptions options;
  options.extraction.window = given.window;
  options.extraction.max_length = given.max_length;
  options.extraction.ambiguity = choice<Ambiguity, 3>(
      "--ambiguous", given.ambiguous,
      {{{"skip", Ambiguity::kSkip}, {"all", Ambiguity::kAll}, {"first", Ambiguity::kFirst}}});
  options.counting.min_count = static_cast<std::uint32_t>(given.min_count);
  options.counting.max_sources = given.sources;
  options.counting.memory = given.memory;
  options.counting.directions =
      choice<Directions, 2>("--directions", given.directions,
                            {{{"both", Directions::kBoth}, {"text", Directions::kText}}});
  options.if_exists = given.force ? IfExists::kReplace : IfExists::kRefuse;
  options.on_error = given.on_error;
  if (!given.format.empty()) {
    options.format = choice<TextFormat, 3>("--format", given.format,
                                           {{{"text", TextFormat::kText},
                                             {"lines", TextFormat::kLines},
                                             {"jsonl", TextFormat::kJsonl}}});
  }
  return options;
}

nlohmann::ordered_json to_json(const ReadingSummary& summary, const ReadArguments& given,
                               double seconds) {
  nlohmann::ordered_json object;
  object["out"] = given.out;
  object["seconds"] = seconds;
  object["bytes"] = summary.bytes;
  object["documents"] = summary.documents;
  object["sentences"] = summary.found.sentences;
  object["malformed_utf8"] = summary.malformed;
  object["first_malformed"] = summary.first_malformed;
  object["names"] = summary.names.names;
  object["ambiguous_names"] = summary.names.ambiguous;
  object["unusable_names"] = summary.names.unusable;
  object["entities_without_a_name"] = summary.names.nameless;
  object["found_names"] = summary.found.names;
  object["found_ambiguous"] = summary.found.ambiguous;
  object["pairs"] = summary.found.pairs;
  object["skipped"] = nlohmann::ordered_json::object();
  for (const SkippedLines& skipped : summary.bad_lines.skipped()) {
    object["skipped"][skipped.file.string()] = skipped.count;
  }
  object["mentions"] = summary.mentions;
  object["patterns"] = summary.patterns;
  return object;
}

void report(const Console& console, const ReadingSummary& summary, const ReadArguments& given,
            double seconds) {
  const double megabytes = static_cast<double>(summary.bytes) / kMegabyte;
  console.note(
      fmt::format("{} names, {} of them shared by several entities{}; {} entities cannot be found",
                  summary.names.names, summary.names.ambiguous,
                  given.ambiguous == "skip" ? " and skipped" : "", summary.names.nameless));
  console.note(
      fmt::format("{:.1f} MB in {}: {} documents, {} sentences, {} names found, {} skipped",
                  megabytes, duration_text(seconds), summary.documents, summary.found.sentences,
                  summary.found.names, summary.found.ambiguous));
  console.note(fmt::format("{}: {} mentions with {} patterns, from {} pairs", given.out,
                           summary.mentions, summary.patterns, summary.found.pairs));
}

// The mentions and, beside a file, their sentences.
void check_outputs(const ReadArguments& given, IfExists if_exists) {
  check_output(given.out, if_exists);
  if (given.sources == 0 || destination_of(given.out).is_stream) return;
  check_output(sources_path(given.out), if_exists);
}

void declare(CommandLine& line, ReadArguments& given) {
  line.arguments("TEXT", given.texts, "texts (.txt, .jsonl, any other; also packed); - = stdin");
  line.required_option("--entities", "DATA", given.entities,
                       "data set folder; names are in its labels.tsv and aliases.tsv");
  line.required_option("--out", "FILE", given.out,
                       "mentions to write, e.g. mentions.tsv; sentences go to "
                       "mentions.sources.tsv");
  line.force_flag(given.force);
  line.option("--format", "text|lines|jsonl", given.format,
              "text: paragraphs with empty lines between (default); lines: a document a line; "
              "jsonl: objects with a \"text\" (default for .jsonl)");
  line.option("--ambiguous", "skip|all|first", given.ambiguous,
              "a name of several entities: skip it (default), all of them, or the first (lowest "
              "WordNet sense)");
  line.option("--directions", "both|text", given.directions,
              "both: also [YYY] ... [XXX] for the pair turned round (default); text: only "
              "[XXX] ... [YYY]");
  line.option("--window", given.window, 0, 1000,
              fmt::format("tokens between two names at most; default {}", given.window));
  line.option("--max-length", given.max_length, 0, 100,
              fmt::format("words of a pattern at most; default {}", given.max_length));
  line.option("--min-count", given.min_count, 1, 1000000000,
              fmt::format("leave out rarer mentions; default {}", given.min_count));
  line.option("--sources", given.sources, 0, 1000,
              fmt::format("sentences to keep for a mention; default {}", given.sources));
  line.size_option("--memory", given.memory, "for counting; more goes to disk (1G)");
  line.on_error_option(given.on_error);
  line.threads_option(given.threads);
  line.flag("--quiet", given.quiet, "no progress, no summary");
  line.json_flag(given.json);
  line.example("read corpus.txt --entities data/wn18 --out data/wn18/mentions.tsv");
  line.example("read *.jsonl.gz --entities data/wn18 --out mentions.tsv --min-count 2");
}

}  // namespace

void run_read(Arguments arguments, const Console& console) {
  ReadArguments given;
  CommandLine line("read",
                   "Read raw text and write down which entities it mentions together: head, "
                   "pattern, tail and\ncount, tab-separated, with patterns such as "
                   "[XXX]:is:located:in:[YYY]. Names are found whole and in\nany case, with plural "
                   "and possessive endings; the longest counts.");
  declare(line, given);
  if (!line.parse(arguments, console)) return;

  const TextOptions options = options_of(given);
  check_outputs(given, options.if_exists);
  ConsoleObserver watch(console, given.quiet ? Talk::kWarnings : Talk::kAll);
  ThreadPool threads(given.threads);
  const Stopwatch stopwatch;
  const ReadingSummary summary =
      read_mentions_of(given.entities, given.texts, given.out, options, threads, watch.observer());
  const double seconds = stopwatch.seconds();
  watch.finish();
  if (!given.quiet) report(console, summary, given, seconds);
  if (given.json) console.print_json(to_json(summary, given, seconds));
}

}  // namespace gntp
