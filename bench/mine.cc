// Mines path rules, and says what it took and, where rules were planted, how many were found.
//
// usage: bench_mine [--data FOLDER | --facts N] [--threads N] [--max-body N] [--constants N]
//                   [--per-fact N] [--total-paths N] [--seconds N] [--rules FILE]
// Without --data the knowledge base is made up in memory (bench/support/freebase_like.h). A folder
// that bench_generate has made says itself what was planted (planted.tsv).
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/stopwatch.h"
#include "kb/dataset.h"
#include "mine/adapted_options.h"
#include "mine/miner.h"
#include "support/freebase_like.h"
#include "support/planted_recall.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  fs::path data;
  FreebaseLikeOptions made;
  std::size_t threads = 2;
  std::size_t seconds = 0;
  fs::path rules;
  MineOptions options;
};

KnowledgeBase made_kb(const FreebaseLike& made) {
  KnowledgeBase kb;
  const auto entities = static_cast<std::uint32_t>(made.options().entities);
  const auto relations = static_cast<std::uint32_t>(made.options().relations);
  for (std::uint32_t i = 0; i < entities; ++i) kb.entities.add(made.entity_name(i));
  for (std::uint32_t i = 0; i < relations; ++i) kb.relations.add(made.relation_name(i));
  std::vector<Triple> triples;
  std::vector<MadeFact> facts;
  for (std::size_t part = 0; part < made.parts(); ++part) {
    facts.clear();
    made.append_facts(part, facts);
    for (const MadeFact& fact : facts) {
      triples.push_back({EntityId(fact.head), RelationId(fact.relation), EntityId(fact.tail)});
    }
  }
  kb.set_facts(std::move(triples));
  return kb;
}

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1 << 20U);
}

// By their text, with intervals where they were counted from a sample.
FoundRules found_rules(const Mining& mining, const KnowledgeBase& kb) {
  FoundRules found;
  for (const MinedRule& rule : mining.rules) {
    ClauseText clause = to_clause(rule, kb);
    clause.confidence.reset();
    std::optional<ConfidenceInterval> interval;
    if (rule.counts.share < 1) interval = {rule.counts.low, rule.counts.high};
    found.emplace(to_text(clause), interval);
  }
  return found;
}

// The table of planted rules; empty: nobody knows what was planted.
std::string planted_in(const Arguments& arguments, const std::optional<FreebaseLike>& made) {
  if (made) return planted_table(made->planted());
  const fs::path table = arguments.data / "planted.tsv";
  return fs::exists(table) ? read_file(table) : std::string();
}

void run(const Arguments& arguments) {
  std::optional<FreebaseLike> made;
  KnowledgeBase kb;
  if (arguments.data.empty()) {
    made.emplace(arguments.made);
    kb = made_kb(*made);
  } else {
    kb = load_dataset(arguments.data).kb;
  }
  fmt::print("{} facts, {} entities, {} relations; {:.2f} GiB\n", kb.facts.size(),
             kb.entities.size(), kb.relations.size(), peak_gigabytes());
  ThreadPool threads(arguments.threads);
  const Stopwatch watch;
  MiningSteps steps;
  if (arguments.seconds > 0) {
    steps.may_go_on = [&] { return watch.seconds() < static_cast<double>(arguments.seconds); };
  }
  const std::clock_t cpu = std::clock();
  const Mining mining = mine_rules(kb, arguments.options, threads, std::move(steps));
  fmt::print(
      "{} rules of {} accepted, {} by samples, {} steps of {}, {:.2f} s ({:.2f} s of CPU), {:.2f} "
      "GiB\n",
      mining.rules.size(), mining.accepted, mining.partly, mining.steps,
      mining_steps(arguments.options), mining.seconds,
      static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC, peak_gigabytes());
  const std::string planted = planted_in(arguments, made);
  if (!planted.empty()) fmt::print("{}", to_text(planted_recall(planted, found_rules(mining, kb))));
  if (arguments.rules.empty()) return;
  std::string text;
  for (const MinedRule& rule : mining.rules) text += to_rule_line(rule, kb) + '\n';
  write_file(arguments.rules, text, IfExists::kReplace);
}

}  // namespace
}  // namespace gntp::bench

int main(int argc, char** argv) {
  gntp::bench::Arguments arguments;
  arguments.options.max_rules = 0;
  CLI::App app("Mines path rules.", "bench_mine");
  app.add_option("--data", arguments.data, "folder of a data set");
  app.add_option("--facts", arguments.made.facts, "to make up, where there is no data set");
  app.add_option("--threads", arguments.threads, "2 by default");
  app.add_option("--max-body", arguments.options.max_body, "atoms");
  app.add_option("--constants", arguments.options.constants, "atoms of bodies with constants");
  app.add_option("--per-fact", arguments.options.per_fact, "rules");
  app.add_option("--total-paths", arguments.options.total_paths, "of all bodies of a length");
  app.add_option("--seconds", arguments.seconds, "after which it ends");
  app.add_option("--rules", arguments.rules, "file to write the rules to");
  CLI11_PARSE(app, argc, argv);
  try {
    gntp::bench::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_mine: {}\n", error.what());
    return 1;
  }
}
