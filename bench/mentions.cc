// The paper's figure on mentions, measured: AUC-PR on Countries S1 to S3 against the number of
// facts that were replaced by text, by what is made of the text. Writes mentions.md and
// figures/mentions.csv from all that the journal holds; points that it has already are not measured
// again. bench/figures.py draws the figure.
//
// usage: bench_mentions [DATA_FOLDER] [--seeds N] [--tasks 1 2 3] [--replaced 100 ...]
//                       [--ways off facts mean ngrams] [--apart] [--jobs N] [--journal FILE]
//                       [--out FOLDER]
// The data folder holds countries-mentions; by default $GNTP_BENCHMARKS.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "support/child.h"
#include "support/data_folder.h"
#include "support/mentions_points.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  fs::path data = data_folder();
  fs::path out = fs::path(GNTP_SOURCE_DIR) / "docs";
  fs::path journal = "mentions.jsonl";
  std::size_t seeds = 3;
  std::size_t jobs = 1;
  std::vector<int> tasks{1, 2, 3};
  MentionPoint::Start start = MentionPoint::Start::kPreset;
  std::vector<Way> ways{Way::kFactsOnly, Way::kPlain, Way::kEncoded, Way::kEncodedPairs};
  std::vector<int> replaced{100, 200, 300, 400, 500, 600, 700, 800, 900};
};

// All points of one seed before those of the next, so that a series cut short is even.
std::vector<MentionPoint> missing_points(const Arguments& arguments,
                                         const MentionJournal& journal) {
  std::vector<MentionPoint> points;
  for (std::uint64_t seed = 1; seed <= arguments.seeds; ++seed) {
    for (const int task : arguments.tasks) {
      for (const int replaced : arguments.replaced) {
        for (const auto predicates : {RulePredicates::kStandard, RulePredicates::kAttention}) {
          for (const Way way : arguments.ways) {
            const MentionPoint point{task, replaced, way, predicates, seed, arguments.start};
            if (!journal.has(point)) points.push_back(point);
          }
        }
      }
    }
  }
  return points;
}

void run(const Arguments& arguments) {
  if (!fs::exists(arguments.data / "countries-mentions")) {
    fail("{}: is not there; give the folder of the benchmark data sets",
         (arguments.data / "countries-mentions").lexically_normal().string());
  }
  MentionJournal journal(arguments.journal);
  std::vector<Task> tasks;
  for (const MentionPoint& point : missing_points(arguments, journal)) {
    tasks.push_back({point.name(), [point, &arguments] { return measure(point, arguments.data); }});
  }
  std::size_t done = 0;
  run_in_children(tasks, arguments.jobs, [&](const Task& task, const nlohmann::json& it) {
    journal.add(it);
    fmt::print(stderr, "[{}/{}] {}: {:.1f}, {:.1f} s\n", ++done, tasks.size(), task.name,
               it.at("test").get<double>(), it.at("seconds").get<double>());
  });
  write_file(arguments.out / "mentions.md", mentions_text(journal));
  fs::create_directories(arguments.out / "figures");
  write_file(arguments.out / "figures" / "mentions.csv", mentions_data(journal));
  fmt::print("mentions.md and figures/mentions.csv are in {}\n", arguments.out.string());
}

}  // namespace
}  // namespace gntp::bench

int main(int argc, char** argv) {
  using gntp::bench::Way;
  gntp::bench::Arguments arguments;
  CLI::App app("The paper's figure on mentions, measured.", "bench_mentions");
  app.add_option("data", arguments.data, "folder of the benchmark data sets");
  app.add_option("--seeds", arguments.seeds, "trainings of each kind")->check(CLI::Range(1, 100));
  app.add_option("--tasks", arguments.tasks, "of Countries, 1 to 3")->check(CLI::Range(1, 3));
  app.add_option("--replaced", arguments.replaced, "numbers of replaced facts");
  const std::map<std::string, Way> ways{{"off", Way::kFactsOnly},
                                        {"facts", Way::kPlain},
                                        {"mean", Way::kEncoded},
                                        {"ngrams", Way::kEncodedPairs}};
  app.add_option("--ways", arguments.ways, "what is made of the text")
      ->transform(CLI::CheckedTransformer(ways));
  app.add_flag_callback(
      "--apart", [&] { arguments.start = gntp::bench::MentionPoint::Start::kApart; },
      "relation vectors start out of each other's reach");
  app.add_option("--jobs", arguments.jobs, "trainings at a time")->check(CLI::Range(1, 1024));
  app.add_option("--journal", arguments.journal, "file of results, to go on from");
  app.add_option("--out", arguments.out, "folder to write to")->check(CLI::ExistingDirectory);
  CLI11_PARSE(app, argc, argv);
  try {
    gntp::bench::run(arguments);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_mentions: {}\n", error.what());
    return 1;
  }
}
