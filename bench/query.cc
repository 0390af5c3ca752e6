// What a question costs an open engine: how long opening takes, the first question, which builds
// the index, and the median of many random ones.
//   bench_query [RUN [QUESTIONS]]
// Without a run folder a model of Countries S2 is trained first.
#include <fmt/format.h>
#include <gntp/gntp.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/stopwatch.h"
#include "kb/syntax.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kQuestions = 1000;

// The names that a file of a run folder lists, one a line.
std::vector<std::string> read_names(const fs::path& file) {
  std::vector<std::string> names;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names;
}

// p(a, ?) or p(?, a), all equally likely.
std::vector<std::string> random_questions(const fs::path& run, std::size_t count) {
  const std::vector<std::string> entities = read_names(run / "entities.tsv");
  const std::vector<std::string> relations = read_names(run / "relations.tsv");
  std::minstd_rand random(1);
  std::vector<std::string> questions;
  while (questions.size() < count) {
    const std::string relation = quoted_predicate(relations[random() % relations.size()]);
    const std::string entity = quoted(entities[random() % entities.size()]);
    questions.push_back(random() % 2 == 0 ? fmt::format("{}({}, ?)", relation, entity)
                                          : fmt::format("{}(?, {})", relation, entity));
  }
  return questions;
}

double ask(const Engine& engine, const std::string& question) {
  const Stopwatch watch;
  engine.predict(question);
  return watch.seconds();
}

void measure(const fs::path& run, std::size_t count) {
  const Stopwatch watch;
  const Engine engine = Engine::open(run, 1);
  fmt::print("open            {:9.3f} ms\n", 1e3 * watch.seconds());
  const std::vector<std::string> questions = random_questions(run, count + 1);
  fmt::print("first question  {:9.3f} ms\n", 1e3 * ask(engine, questions.back()));
  std::vector<double> seconds;
  for (std::size_t i = 0; i < count; ++i) seconds.push_back(ask(engine, questions[i]));
  std::ranges::sort(seconds);
  fmt::print("median of {:<5} {:9.3f} ms, 95 % below {:.3f} ms, the slowest {:.3f} ms\n", count,
             1e3 * seconds[count / 2], 1e3 * seconds[count * 95 / 100], 1e3 * seconds.back());
}

// A run folder of its own, gone at the end.
struct TrainedRun {
  TrainedRun() {
    fs::remove_all(folder);
    const fs::path data = fs::path(GNTP_SOURCE_DIR) / "data/countries/S2";
    Engine::train(Dataset::load(data), Settings::preset("mined")).save(folder);
  }
  TrainedRun(const TrainedRun&) = delete;
  TrainedRun& operator=(const TrainedRun&) = delete;
  ~TrainedRun() { fs::remove_all(folder); }
  fs::path folder = fs::temp_directory_path() / "gntp-bench-query";
};

}  // namespace
}  // namespace gntp::bench

int main(int argc, char** argv) {
  try {
    std::optional<gntp::bench::TrainedRun> trained;
    if (argc < 2) trained.emplace();
    gntp::bench::measure(trained ? trained->folder : std::filesystem::path(argv[1]),
                         argc < 3 ? gntp::bench::kQuestions : std::stoul(argv[2]));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_query: {}\n", error.what());
    return 1;
  }
}
