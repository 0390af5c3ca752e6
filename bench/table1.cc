// The paper's Table 1 and its run-time figure, measured: NTP, the greedy prover and the exact one
// on Countries, Kinship, Nations and UMLS, with free and with attending rule predicates. Writes
// table1.md, figures/table1.csv (drawn by bench/figures.py) and rules.md. Every training runs in a
// process of its own, on one thread. The parts are those of 'gntp compare' (src/compare); what is
// its own here are the data sets' tuned presets, the paper's figures and greedy against exact
// search.
//
// usage: bench_table1 [DATA_FOLDER] [--seeds N] [--out FOLDER] [--jobs N] [--k-facts N]
//                     [--k-rules N] [--only PRESET]
// The data folder holds countries/S1 to S3, kinship, nations and umls; by default
// $GNTP_BENCHMARKS.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "base/stopwatch.h"
#include "support/cell.h"
#include "support/child.h"
#include "support/data_folder.h"
#include "support/table1_report.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  fs::path data = data_folder();
  fs::path out = fs::path(GNTP_SOURCE_DIR) / "docs";
  std::size_t seeds = 2;
  std::size_t jobs = std::max(1U, std::thread::hardware_concurrency());
  Greed greed;
  std::string only;  // a preset
};

std::vector<const PaperRow*> chosen_rows(const Arguments& arguments) {
  std::vector<const PaperRow*> rows;
  for (const PaperRow& row : paper_rows()) {
    if (!arguments.only.empty() && row.preset != arguments.only) continue;
    if (!fs::exists(arguments.data / row.folder)) {
      fail("{}: is not there; give the folder of the benchmark data sets",
           (arguments.data / row.folder).lexically_normal().string());
    }
    rows.push_back(&row);
  }
  if (rows.empty()) fail("--only {}: there is no such preset here", arguments.only);
  return rows;
}

// The large data sets first, so that no core waits for one of them at the end.
std::vector<Cell> make_cells(std::vector<const PaperRow*> rows, const Arguments& arguments) {
  std::vector<Cell> cells;
  std::ranges::reverse(rows);
  for (const PaperRow* row : rows) {
    const bool ntp_is_exact = !limits_rules(*row, arguments.data);
    for (const auto predicates : {RulePredicates::kStandard, RulePredicates::kAttention}) {
      for (std::uint64_t seed = 1; seed <= arguments.seeds; ++seed) {
        const auto checks = seed == 1 ? Cell::Checks::kAll : Cell::Checks::kNone;
        cells.push_back({row, predicates, System::kExact, seed, checks});
        cells.push_back({row, predicates, System::kGreedy, seed});
        if (!ntp_is_exact) cells.push_back({row, predicates, System::kNtp, seed});
      }
    }
  }
  return cells;
}

std::vector<nlohmann::json> measure_all(const std::vector<Cell>& cells,
                                        const Arguments& arguments) {
  std::vector<Task> tasks;
  tasks.reserve(cells.size());
  for (const Cell& cell : cells) {
    tasks.push_back({cell.name(), [cell, &arguments] {
                       return measure(cell, arguments.data, arguments.greed);
                     }});
  }
  std::size_t done = 0;
  return run_in_children(tasks, arguments.jobs, [&](const Task& task, const nlohmann::json& it) {
    fmt::print(stderr, "[{}/{}] {}: {:.3f}, {:.1f} s\n", ++done, tasks.size(), task.name,
               it.at("accuracy").get<double>(),
               it.at("train_seconds").get<double>() + it.at("rank_seconds").get<double>());
  });
}

Comparison compare(const PaperRow& row, RulePredicates predicates, const std::vector<Cell>& cells,
                   const std::vector<nlohmann::json>& results) {
  const auto of = [&](System system) {
    std::vector<nlohmann::json> chosen;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Cell& cell = cells[i];
      if (cell.row == &row && cell.predicates == predicates && cell.system == system) {
        chosen.push_back(results[i]);
      }
    }
    return chosen;
  };
  const std::vector<nlohmann::json> exact = of(System::kExact);
  const std::vector<nlohmann::json> ntp = of(System::kNtp);
  return {&row,
          predicates,
          summarise(ntp.empty() ? exact : ntp),
          summarise(of(System::kGreedy)),
          summarise(exact),
          exact.front().at("ntp"),
          exact.front().at("greedy_against_exact"),
          exact.front()};
}

// Prints what was checked; false if anything is not as it must be.
bool report_checks(const std::vector<Comparison>& comparisons) {
  int goals = 0;
  int disagreements = 0;
  int lower = 0;
  for (const Comparison& it : comparisons) {
    goals += it.exhaustive.at("goals").get<int>();
    disagreements += it.exhaustive.at("disagreements").get<int>();
    for (const nlohmann::json& counts : it.greedy_against_exact) {
      lower += counts.at("lower").get<int>();
    }
  }
  fmt::print("exhaustive against exact: {} goals, {} disagreements\n", goals, disagreements);
  fmt::print("exact against greedy: {} goals scored lower by exact search\n", lower);
  return disagreements == 0 && lower == 0;
}

int run(const Arguments& arguments) {
  const Stopwatch stopwatch;
  const std::vector<const PaperRow*> rows = chosen_rows(arguments);
  const std::vector<Cell> cells = make_cells(rows, arguments);
  const std::vector<nlohmann::json> results = measure_all(cells, arguments);
  std::vector<Comparison> comparisons;
  for (const PaperRow* row : rows) {
    for (const auto predicates : {RulePredicates::kStandard, RulePredicates::kAttention}) {
      comparisons.push_back(compare(*row, predicates, cells, results));
    }
  }
  if (!report_checks(comparisons)) {
    fmt::print(stderr, "bench_table1: the provers disagree; nothing is written\n");
    return 1;
  }
  write_file(arguments.out / "table1.md",
             table_text(comparisons, {arguments.seeds, arguments.greed}));
  fs::create_directories(arguments.out / "figures");
  write_file(arguments.out / "figures" / "table1.csv", figure_data(comparisons));
  write_file(arguments.out / "rules.md", rules_text(comparisons));
  fmt::print("table1.md, figures/table1.csv and rules.md are in {}; it took {:.0f} s\n",
             arguments.out.string(), stopwatch.seconds());
  return 0;
}

}  // namespace
}  // namespace gntp::bench

int main(int argc, char** argv) {
  gntp::bench::Arguments arguments;
  CLI::App app("The paper's Table 1 and run-time figure, measured.", "bench_table1");
  app.add_option("data", arguments.data, "folder of the benchmark data sets");
  app.add_option("--seeds", arguments.seeds, "trainings of each kind")->check(CLI::Range(1, 100));
  app.add_option("--out", arguments.out, "folder to write to")->check(CLI::ExistingDirectory);
  app.add_option("--jobs", arguments.jobs, "trainings at a time")->check(CLI::Range(1, 1024));
  app.add_option("--k-facts", arguments.greed.k_facts, "of greedy search")
      ->check(CLI::Range(1, 1000));
  app.add_option("--k-rules", arguments.greed.k_rules, "of greedy search")
      ->check(CLI::Range(1, 1000));
  app.add_option("--only", arguments.only, "the data set with this preset");
  CLI11_PARSE(app, argc, argv);
  try {
    return gntp::bench::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_table1: {}\n", error.what());
    return 1;
  }
}
