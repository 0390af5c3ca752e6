// gntp score: a score for each triple of a list.
#include <gntp/engine.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/opened_run.h"
#include "app/question_lines.h"
#include "app/triple_file.h"
#include "app/verbs.h"
#include "base/bad_lines.h"
#include "engine/names.h"
#include "kb/reader.h"

namespace gntp {
namespace {

// All triples of a file, or of standard input for `-`. Throws Error with file:line.
std::vector<Fact> read_list(const std::string& file, const Engine& engine, BadLines& bad,
                            const Observer& observer) {
  std::vector<Fact> facts;
  const std::filesystem::path path = shown_path(file);
  const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                        std::size_t line) {
    const Question fact{std::string(head), std::string(relation), std::string(tail)};
    facts.push_back(fact_of(resolve_line(engine, fact, path, line, bad)));
  };
  read_triple_file(file, engine, take, bad, TripleNames::kKnown, observer);
  bad.check_rest(path, facts.size());
  return facts;
}

// `rel(a, b)` in place of a file.
bool is_fact(const std::string& argument) {
  std::error_code ignored;
  return argument.find('(') != std::string::npos && !triple_stem(argument) &&
         !std::filesystem::exists(argument, ignored);
}

nlohmann::ordered_json to_json(std::span<const Fact> facts, std::span<const Judgement> judgements) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const auto& [head, relation, tail] = facts[i];
    const auto& [score, tie_breaker, probability] = judgements[i];
    list.push_back({{"head", head},
                    {"relation", relation},
                    {"tail", tail},
                    {"score", score},
                    {"tie_breaker", tie_breaker}});
    if (probability) list.back()["probability"] = *probability;
  }
  return list;
}

// A tie-breaker as a further column. All numbers of a run are equally wide, so that the order of
// the texts is theirs: scores are at most 1, evidence has at most five digits before the point.
std::string column_of(const std::vector<double>& tie_breaker, std::string_view aggregate) {
  constexpr int kDecimals = 15;
  const int digits = aggregate == "\"noisy_or\"" ? 5 : 1;
  std::string text = "\t";
  for (const double number : tie_breaker) {
    text += fmt::format("{}{:0{}.{}f}", text.size() > 1 ? " " : "", number, digits + 1 + kDecimals,
                        kDecimals);
  }
  return text;
}

}  // namespace

void run_score(Arguments arguments, const Console& console) {
  std::string folder;
  std::string file = "-";
  OnError on_error = OnError::kStop;
  std::size_t threads = 0;
  bool json = false;
  CommandLine line(
      "score",
      "Score triples: head, relation, tail and score, tab-separated; 0 where there is no "
      "proof\nabove the floor. A fifth column, with rank.aggregate other than \"max\", is the "
      "tie-breaker:\n'LC_ALL=C sort -t TAB -k4,4gr -k5,5r' orders triples as 'gntp predict' does "
      "answers.\nThe last column, where scores are calibrated on a valid split, is the "
      "probability, as an answer\nto 'rel(a, ?)'. Everything is read and checked before anything "
      "is printed.");
  line.argument("RUN", folder, "run folder of 'gntp train'");
  line.optional_argument(
      "FILE", file,
      "triples (.tsv, .txt, .pl, .nl, also packed), or one fact; default: TSV on "
      "stdin");
  OpenedRun run(line, OpenedRun::Offers::kFactsAndWithout, OpenedRun::Data::kStore);
  line.on_error_option(on_error);
  line.threads_option(threads);
  line.json_flag(json);
  line.example("score runs/s1 data/countries/S1/test.tsv");
  line.example("score runs/s1 < triples.tsv");
  line.example("score runs/s1 asked.tsv --facts new.tsv");
  line.example("score runs/s1 '\"[XXX] lies in [YYY]\"(finland, europe)'");
  if (!line.parse(arguments, console)) return;

  if (is_fact(file) && line.given("--on-error")) {
    throw UsageError("--on-error goes with a file of triples");
  }

  const Engine engine = run.open(folder, threads, messages_to(console));
  BadLines bad(on_error);
  const std::vector<Fact> facts = is_fact(file)
                                      ? std::vector<Fact>{engine.parse(file)}
                                      : read_list(file, engine, bad, messages_to(console));
  for (const std::string& warning : warnings_of(bad)) console.warn(warning);
  const std::vector<Judgement> judgements = engine.judge(facts, messages_to(console));
  if (json) {
    console.print_json(to_json(facts, judgements));
    return;
  }
  const std::string aggregate = engine.settings().get("rank.aggregate");
  const bool ties_are_broken = aggregate != "\"max\"";
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const auto& [head, relation, tail] = facts[i];
    const auto& [score, tie_breaker, probability] = judgements[i];
    console.print(fmt::format("{}\t{}\t{}\t{:.15g}{}{}\n", head, relation, tail, score,
                              ties_are_broken ? column_of(tie_breaker, aggregate) : "",
                              probability ? fmt::format("\t{:.6g}", *probability) : ""));
  }
}

}  // namespace gntp
