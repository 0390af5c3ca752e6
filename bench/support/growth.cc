#include "support/growth.h"
#include "base/stopwatch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <thread>

#include "base/random.h"
#include "kb/dataset.h"
#include "prover/answer_search.h"
#include "support/child.h"
#include "support/epoch_cost.h"

namespace gntp::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBatch = 10'000;
constexpr std::size_t kQueries = 1000;

// A folder that is gone afterwards.
class Scratch {
 public:
  Scratch() : path_(fs::temp_directory_path() / fmt::format("gntp-growth-{}", ::getpid())) {
    fs::create_directories(path_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// r(a, ?) for random facts r(a, b), one after the other.
void measure_queries(const Reasoner& reasoner, ThreadPool& threads, nlohmann::json& result) {
  const KnowledgeBase& kb = reasoner.kb();
  const Stopwatch grouping;
  const AnswerIndex index(reasoner, threads);
  result["group_seconds"] = grouping.seconds();
  AnswerSearch search(index);
  Random random(1);
  std::vector<Triple> asked(kQueries);
  for (Triple& fact : asked) fact = kb.facts[random.below(kb.facts.size())];
  std::ranges::sort(asked, {}, &Triple::relation);  // as ranking asks: the same tables serve
  const Stopwatch clock;
  std::size_t answers = 0;
  for (const Triple& fact : asked) {
    const AnswerQuery query{fact.relation, AskedSide::kTail, fact.head};
    answers += search.distances(query, reasoner.radius()).reached().size();
  }
  result["query_microseconds"] = 1e6 * clock.seconds() / kQueries;
  result["answers"] = static_cast<double>(answers) / kQueries;
}

nlohmann::json measure_one(const fs::path& folder, double epoch_seconds) {
  const PeakMemory memory;
  nlohmann::json result;
  const Stopwatch loading;
  const LoadedDataset dataset = load_dataset(folder);
  result["load_seconds"] = loading.seconds();
  result["load_bytes"] = memory.growth();
  result["facts"] = dataset.kb.facts.size();
  result["entities"] = dataset.kb.entities.size();
  ThreadPool threads(std::max(1U, std::thread::hardware_concurrency()));
  const Stopwatch indexing;
  Model model = make_model(dataset.kb, {.entities = SymbolKind::kSymbolic}, 1);
  Trainer trainer(dataset.kb, model, {}, rules_only(kBatch), 1, threads);
  result["index_seconds"] = indexing.seconds();
  const EpochCost epoch = measure_epoch(trainer, epoch_seconds);
  result["epoch_seconds"] = epoch.seconds;
  result["epoch_share"] = epoch.share;
  result["train_bytes"] = memory.growth();
  measure_queries(trainer.reasoner(), threads, result);
  result["peak_bytes"] = memory.growth();
  return result;
}

}  // namespace

std::vector<nlohmann::json> measure_growth(const GrowthOptions& options) {
  std::vector<nlohmann::json> sizes;
  for (const std::size_t n : {16, 8, 4, 2, 1}) {
    const Scratch scratch;
    const LargeKb part = options.largest.part(n);
    write_large_kb(part, scratch.path());
    const Task task{fmt::format("growth {}", part.facts),
                    [&] { return measure_one(scratch.path(), options.epoch_seconds); }};
    run_in_children({&task, 1}, 1, [&](const Task& done, const nlohmann::json& result) {
      fmt::print(stderr, "{}: {}\n", done.name, result.dump());
      sizes.push_back(result);
    });
  }
  return sizes;
}

double PowerLaw::at(double x) const {
  return factor * std::pow(x, exponent);
}

PowerLaw fit_power_law(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double sum_x = 0;
  double sum_y = 0;
  double sum_xx = 0;
  double sum_xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double log_x = std::log(x[i]);
    const double log_y = std::log(y[i]);
    sum_x += log_x;
    sum_y += log_y;
    sum_xx += log_x * log_x;
    sum_xy += log_x * log_y;
  }
  const double exponent = (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
  return {std::exp((sum_y - exponent * sum_x) / n), exponent};
}

}  // namespace gntp::bench
