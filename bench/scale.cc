// What the size of a knowledge base costs: greedy and exact epochs, our index against FAISS and
// ranking on WordNet, and the growth of loading, training, answering and memory up to twenty
// million facts. Writes scale.md and scale.svg.
//
// usage: bench_scale [DATA_FOLDER] [--only greed|indexes|ranking|growth] [--facts N]
//                    [--epoch-seconds N] [--out FOLDER]
// The data folder holds wn18 and wn18rr; by default shared/data beside the checkout. What is not
// there, and what --only leaves out, is not in the document.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "support/growth.h"
#include "support/stopwatch.h"
#include "support/wordnet_scale.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  fs::path data = fs::path(GNTP_SOURCE_DIR) / "../shared/data";
  fs::path out = fs::path(GNTP_SOURCE_DIR) / "docs";
  std::string only;
  GrowthOptions growth;
};

constexpr std::string_view kGreedIntro =
    "\n## Greedy and exact search: seconds an epoch\n\n"
    "WN18, vectors of 100 components, three templates with 20 rules each, batches of 1,000 facts "
    "with 4 negatives each; only\nthe rules' vectors learn, and entities are so far apart that "
    "each matches itself alone. Greedy search takes the nearest\nfacts by unification "
    "(`index.kind = \"structured\"`). \\* carried on from the first batches.\n\n";
constexpr std::string_view kIndexesIntro =
    "\n## The nearest fact: structured index and FAISS\n\n"
    "The same model, 400 goals of a batch (one in five a fact, to be found without itself), one "
    "thread. gntp looks for the nearest\nfact within the floor by unification; FAISS compares the "
    "concatenated vectors of each goal, and its recall is against the exact\nnearest ones by that "
    "distance. Building is for all four patterns of known arguments.\n\n";
constexpr std::string_view kRankingIntro =
    "\n## Ranking the test set\n\n"
    "WN18RR with an untrained model, both sides of each triple against all entities; with the "
    "smaller scale entities have soft neighbours.\n\n";
constexpr std::string_view kGrowthIntro =
    "\n## Growth\n\n"
    "A made-up knowledge base with hubs, inverses and compositions (`bench/support/large_kb.h`) "
    "and parts of it, from a TSV file on disk.\nEntities are symbolic, three templates with 20 "
    "rules each, batches of 10,000 facts with 4 negatives each; only the rules' vectors "
    "learn.\nA query asks `r(a, ?)` of a random fact's relation and head and finds every answer "
    "above the floor. Memory is the highest resident\nmemory of one process that does all of "
    "it.\n\n";

class Document {
 public:
  explicit Document(const Arguments& arguments) : arguments_(arguments) {}

  void add_wordnet() {
    const WordnetOptions options{arguments_.data};
    if (wants("greed", "wn18"))
      text_ += fmt::format("{}{}", kGreedIntro, greed_text(measure_greed(options)));
    if (wants("indexes", "wn18"))
      text_ += fmt::format("{}{}", kIndexesIntro, indexes_text(measure_indexes(options)));
    if (wants("ranking", "wn18rr"))
      text_ += fmt::format("{}{}", kRankingIntro, ranking_text(measure_ranking(options)));
  }

  void add_growth() {
    if (!is_chosen("growth")) return;
    const std::vector<nlohmann::json> sizes = measure_growth(arguments_.growth);
    text_ += fmt::format("{}{}\n![Growth](scale.svg)\n", kGrowthIntro, growth_text(sizes));
    write_file(arguments_.out / "scale.svg", growth_figure(sizes));
  }

  void write() const {
    write_file(
        arguments_.out / "scale.md",
        fmt::format("# Scale\n\nWritten by `./run bench scale`, on a machine with {} cores. Every "
                    "measurement ran in a process of its own.\n{}",
                    std::thread::hardware_concurrency(), text_));
  }

 private:
  bool is_chosen(std::string_view part) const {
    return arguments_.only.empty() || arguments_.only == part;
  }
  bool wants(std::string_view part, std::string_view folder) const {
    if (!is_chosen(part)) return false;
    if (fs::exists(arguments_.data / folder)) return true;
    fmt::print(stderr, "bench_scale: {} is skipped: {} is not there\n", part,
               (arguments_.data / folder).lexically_normal().string());
    return false;
  }

  const Arguments& arguments_;
  std::string text_;
};

void run(const Arguments& arguments) {
  const Stopwatch watch;
  Document document(arguments);
  document.add_wordnet();
  document.add_growth();
  document.write();
  fmt::print("scale.md is in {}; it took {:.0f} s\n", arguments.out.string(), watch.seconds());
}

}  // namespace
}  // namespace gntp::bench

int main(int argc, char** argv) {
  gntp::bench::Arguments arguments;
  CLI::App app("What the size of a knowledge base costs.", "bench_scale");
  app.add_option("data", arguments.data, "folder of the benchmark data sets");
  app.add_option("--only", arguments.only, "one part of it")
      ->check(CLI::IsMember({"greed", "indexes", "ranking", "growth"}));
  std::size_t facts = arguments.growth.largest.facts;
  app.add_option("--facts", facts, "of the largest knowledge base")
      ->check(CLI::Range(16'000, 1'000'000'000));
  app.add_option("--epoch-seconds", arguments.growth.epoch_seconds,
                 "an epoch of growth is measured for so long, then carried on");
  app.add_option("--out", arguments.out, "folder to write to")->check(CLI::ExistingDirectory);
  CLI11_PARSE(app, argc, argv);
  arguments.growth.largest.facts = facts;
  arguments.growth.largest.entities = facts / 10;
  try {
    gntp::bench::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_scale: {}\n", error.what());
    return 1;
  }
}
