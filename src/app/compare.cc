// gntp compare: several models on one data set, in one table.
#include <gntp/training.h>

#include <filesystem>
#include <limits>

#include "app/command_line.h"
#include "app/console_observer.h"
#include "app/verbs.h"
#include "compare/comparison.h"
#include "compare/report.h"

namespace gntp {
namespace {

struct CompareArguments {
  std::string data;
  std::string out;
  std::string models;
  std::size_t seed = 0;
  std::size_t seeds = 1;
  std::size_t threads = 0;
  std::string device = "auto";
  std::optional<double> time_limit;
  bool quiet = false;
  bool json = false;
};

// In the working folder.
std::string default_folder(const std::filesystem::path& data) {
  const std::filesystem::path name = std::filesystem::absolute(data).lexically_normal();
  const std::filesystem::path last = name.has_filename() ? name : name.parent_path();
  return "compared-" + last.filename().string();
}

bool parse(Arguments arguments, const Console& console, CompareArguments& given) {
  CommandLine line(
      "compare",
      "Train several models on a data set and print how good, fast and large they are.\n"
      "Models: ntp (exhaustive proving; its time is projected), gntp and gntp-attention (the\n"
      "paper's greedy prover), rules, transe, distmult, complex, hybrid (the default of\n"
      "'gntp train'), or any preset. Each is trained with its preset, in a process of its own.\n"
      "FOLDER gets the runs, comparison.md, comparison.json and comparison.svg. The same command\n"
      "goes on where it was stopped; what is done is not done again.");
  line.argument("DATA", given.data, "data set folder with a test split");
  line.option("--out", "FOLDER", given.out,
              "folder to make, or of a comparison to go on with (compared-NAME for data in NAME)");
  line.option("--models", "LIST", given.models, "names with commas between; all of the above");
  line.option("--seeds", given.seeds, 1, 1000, "trainings of each model (1)");
  line.option("--seed", given.seed, 0, std::numeric_limits<std::size_t>::max() - 1000,
              "of the first training; the others count up (0)");
  line.duration_option("--time-limit", given.time_limit, "for each training (10m)");
  line.threads_option(given.threads);
  line.device_option(given.device);
  line.flag("--quiet", given.quiet, "no progress");
  line.json_flag(given.json);
  line.example("compare data/countries/S1 --out runs/compared");
  line.example("compare data/countries/S1 --models ntp,gntp,rules --seeds 3 --out runs/compared");
  if (!line.parse(arguments, console)) return false;
  if (given.out.empty()) given.out = default_folder(given.data);
  return true;
}

}  // namespace

void run_compare(Arguments arguments, const Console& console) {
  CompareArguments given;
  if (!parse(arguments, console, given)) return;
  ComparisonPlan plan{given.data, given.out,   parse_models(given.models),
                      given.seed, given.seeds, given.threads};
  if (given.time_limit) plan.time_limit = *given.time_limit;
  plan.device = given.device;

  ConsoleObserver watch(console, given.quiet ? Talk::kWarnings : Talk::kAll);
  const Comparison comparison = compare_models(plan, watch.observer());
  watch.finish();
  write_reports(comparison);
  if (given.json) {
    console.print_json(to_json(comparison));
  } else {
    console.print(to_text(comparison));
  }
  if (!given.quiet) {
    console.note(fmt::format("comparison.md, .json and .svg are in {}", given.out));
  }
  if (const std::string error = comparison.first_error(); !error.empty()) {
    fail("{}; the same command tries again", error);
  }
}

}  // namespace gntp
