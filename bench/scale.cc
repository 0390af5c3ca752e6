// What the size of a knowledge base costs: greedy and exact epochs, our index against FAISS and
// ranking on WordNet, and how packing, opening, training, answering and memory grow up to hundreds
// of millions of facts. Writes scale.md and figures/scale.csv (drawn by bench/figures.py).
//
// usage: bench_scale [DATA_FOLDER] [--only greed|indexes|ranking|joint|growth]
//                    [--facts N] [--smallest N] [--time-limit TIME] [--epoch-seconds N]
//                    [--work FOLDER] [--out FOLDER]
// The data folder holds wn18 and wn18rr; by default $GNTP_BENCHMARKS. What is not
// there, and what --only leaves out, stays in the document as it was.
//
// Growth makes up its data, in the work folder. What it has measured is kept in figures/growth, one
// file a measurement, and is not measured again: remove a file to have it measured anew.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/stopwatch.h"
#include "support/data_folder.h"
#include "support/growth.h"
#include "support/measurements.h"
#include "support/prose.h"
#include "support/wordnet_scale.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  fs::path data = data_folder();
  fs::path out = fs::path(GNTP_SOURCE_DIR) / "docs";
  std::string only;
  GrowthOptions growth{.work = fs::path(GNTP_SOURCE_DIR) / "build" / "scale", .records = {}};
};

struct Section {
  std::string_view part;
  std::string_view heading;
  std::string_view introduction;  // empty: the text itself has one
};

constexpr std::string_view kIntroduction =
    "Written by `./run bench scale`. It measures all parts or one of them (`--only`); a part that "
    "was not measured again stays as it was, and each says what ran beside it. Every measurement "
    "ran in a process of its own.";

constexpr Section kGreed{
    "greed", "Greedy and exact search: seconds an epoch",
    "WN18, vectors of 100 components, three templates with 20 rules each, batches of 1,000 facts "
    "with 4 negatives each; only the rules' vectors learn, and entities are so far apart that each "
    "matches itself alone. Greedy search takes the nearest facts by unification "
    "(`index.kind = \"structured\"`). \\* carried on from the first batches."};
constexpr Section kIndexes{
    "indexes", "The nearest fact: structured index and FAISS",
    "The same model; questions `r(a, ?)` as the bodies of rules ask them, from a batch of goals (a "
    "goal that is a fact is asked without it), on one thread. FAISS is asked 200 of them, gntp "
    "100,000, each once. FAISS compares the concatenated vectors; its recall is against the exact "
    "nearest facts by that distance."};
constexpr Section kRanking{
    "ranking", "Ranking the test set",
    "WN18RR with an untrained model, both sides of each triple against all entities; with the "
    "smaller scale entities have soft neighbours."};
constexpr Section kJoint{
    "joint", "Entities that learn: seconds an epoch",
    "The work of the first table, exact, but entities and relations learn, too (learning rate .01, "
    "entities at a part of it). Smaller scales give entities soft neighbours. The making of the "
    "first neighbour lists is not counted. \\* carried on from the first batches."};
constexpr Section kGrowth{"growth", "Growth", ""};

// What a document already says under a heading, up to the next one; empty if it has no such.
std::string section_of(std::string_view document, std::string_view heading) {
  const std::string title = fmt::format("\n## {}\n", heading);
  const std::size_t begin = document.find(title);
  if (begin == std::string_view::npos) return {};
  return std::string(document.substr(begin, document.find("\n## ", begin + 1) - begin));
}

// What else was going on: numbers from a busy machine are no good numbers.
std::string machine_text() {
  return fmt::format("Measured with {} cores; when it began, {:.1f} programs were running already.",
                     std::thread::hardware_concurrency(), programs_running());
}

std::string introduction_of(const Section& section) {
  if (section.introduction.empty()) return {};
  return paragraph(fmt::format("{} {}", section.introduction, machine_text())) + '\n';
}

class Document {
 public:
  explicit Document(const Arguments& arguments) : arguments_(arguments) {
    const fs::path file = arguments.out / "scale.md";
    if (fs::exists(file)) before_ = read_file(file);
  }

  void add_wordnet() {
    const WordnetOptions options{arguments_.data};
    add(kGreed, "wn18", [&] { return greed_text(measure_greed(options)); });
    add(kIndexes, "wn18", [&] { return indexes_text(measure_indexes(options)); });
    add(kRanking, "wn18rr", [&] { return ranking_text(measure_ranking(options)); });
    add(kJoint, "wn18", [&] { return joint_text(measure_joint(options)); });
  }

  void add_growth() {
    add(kGrowth, "", [&] {
      GrowthOptions options = arguments_.growth;
      options.records = arguments_.out / "figures" / "growth";
      const std::vector<nlohmann::json> sizes = measure_growth(options);
      fs::create_directories(arguments_.out / "figures");
      write_file(arguments_.out / "figures" / "scale.csv", growth_data(sizes));
      return growth_text(sizes) + "\n![Growth](scale.svg)\n";
    });
  }

  void write() const {
    write_file(arguments_.out / "scale.md",
               fmt::format("# Scale\n\n{}{}", paragraph(kIntroduction), text_));
  }

 private:
  // Measures the section, or takes it from the document that is there.
  template <typename Measure>
  void add(const Section& section, std::string_view folder, Measure measure) {
    const bool chosen = arguments_.only.empty() || arguments_.only == section.part;
    const fs::path needed = arguments_.data / folder;
    if (chosen && !folder.empty() && !fs::exists(needed)) {
      fmt::print(stderr, "bench_scale: {} is skipped: {} is not there\n", section.part,
                 needed.lexically_normal().string());
    } else if (chosen) {
      text_ += fmt::format("\n## {}\n\n{}", section.heading, introduction_of(section));
      text_ += measure();
      return;
    }
    text_ += section_of(before_, section.heading);
  }

  const Arguments& arguments_;
  std::string before_;
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
      ->check(CLI::IsMember({"greed", "indexes", "ranking", "joint", "growth"}));
  gntp::bench::GrowthOptions& growth = arguments.growth;
  const CLI::Range facts(20'000, 1'000'000'000);
  app.add_option("--facts", growth.largest, "of the largest knowledge base (100000000)")
      ->check(facts);
  app.add_option("--smallest", growth.smallest,
                 "facts of the smallest (1000000); then ten times as many each")
      ->check(facts);
  app.add_option("--time-limit", growth.time_limit, "of each training, as gntp train has it (1h)");
  app.add_option("--epoch-seconds", growth.epoch_seconds,
                 "an epoch of growth is measured for so long, then carried on (60)");
  app.add_option("--work", growth.work, "folder where growth keeps stores and runs (build/scale)");
  app.add_option("--out", arguments.out, "folder to write to")->check(CLI::ExistingDirectory);
  CLI11_PARSE(app, argc, argv);
  try {
    gntp::bench::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_scale: {}\n", error.what());
    return 1;
  }
}
