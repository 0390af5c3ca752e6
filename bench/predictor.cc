// Time and accuracy of a link predictor's training: bench_predictor DATA
//   [--kind complex|distmult|transe] [--dim N] [--epochs N] [--batch N] [--rate X] [--penalty X]
//   [--relations X] [--scale X] [--every N] [--threads N] [--adam] [--constant] [--l2] [--samples
//   N] [--seed N] [--device cpu|cuda] [--fp32]
// Each line has the mean seconds of an epoch so far, and how long it took to fetch the vectors from
// where they were trained and to rank the valid and test splits.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>

#include "base/stopwatch.h"
#include "device/device.h"
#include "kb/dataset.h"
#include "predict/predictor_scores.h"
#include "predict/predictor_trainer.h"
#include "rank/ranking.h"
#include "rank/scored_ranks.h"

namespace gntp {
namespace {

int run(int count, char** arguments) {
  CLI::App app("link predictor");
  std::string folder;
  std::string kind = "complex";
  PredictorOptions options;
  std::size_t every = 5;
  std::size_t thread_count = 0;
  std::uint64_t seed = 1;
  std::string device = "cpu";
  bool full = false;
  bool adam = false;
  bool l2 = false;
  bool constant = false;
  app.add_option("data", folder)->required();
  app.add_option("--kind", kind);
  app.add_option("--dim", options.dim);
  app.add_option("--epochs", options.epochs);
  app.add_option("--batch", options.batch_size);
  app.add_option("--rate", options.learning_rate);
  app.add_option("--penalty", options.penalty_weight);
  app.add_option("--relations", options.relation_weight);
  app.add_option("--scale", options.scale);
  app.add_option("--samples", options.samples);
  app.add_option("--every", every);
  app.add_option("--threads", thread_count);
  app.add_option("--seed", seed);
  app.add_option("--device", device);
  app.add_flag("--fp32", full);
  app.add_flag("--adam", adam);
  app.add_flag("--constant", constant);
  app.add_flag("--l2", l2);
  CLI11_PARSE(app, count, arguments);
  options.kind = std::map<std::string, PredictorKind>{{"complex", PredictorKind::kComplEx},
                                                      {"distmult", PredictorKind::kDistMult},
                                                      {"transe", PredictorKind::kTransE}}
                     .at(kind);
  if (adam) options.optimizer = RowOptimizer::kAdam;
  if (constant) options.schedule = PredictorSchedule::kConstant;
  if (l2) options.penalty = Penalty::kL2;
  options.precision = full ? Precision::kFull : Precision::kAuto;
  const DeviceScope scope(device);
  const LoadedDataset data = load_dataset(folder);
  const KnowledgeBase& kb = data.kb;
  const StepGraph& facts = kb.facts.graph();
  const KnownTriples known(data);
  Predictor predictor = make_predictor(options, kb.entities.size(), 2 * kb.relations.size(), seed);
  ThreadPool threads(thread_count);
  PredictorTrainer trainer(facts, predictor, options, seed, threads);
  double spent = 0;
  for (std::size_t epoch = 1; epoch <= options.epochs; ++epoch) {
    do {
      trainer.run_step();
    } while (!trainer.is_epoch_over());
    spent += trainer.epoch().seconds;
    if (epoch % every != 0 && epoch != options.epochs) continue;
    const Stopwatch stopwatch;
    trainer.synchronize();
    const auto rank = [&](const char* split) {
      return mean_reciprocal_rank(predictor, data.find_split(split)->triples, known, kb.candidates,
                                  threads);
    };
    const double valid = rank("valid");
    const double test = rank("test");
    fmt::print(
        "epoch {} {:.6f} s/epoch loss {:.4f} valid mrr {:.4f} test mrr {:.4f} ranked in "
        "{:.3f} s\n",
        epoch, spent / static_cast<double>(epoch), trainer.epoch().loss, valid, test,
        stopwatch.seconds());
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace gntp

int main(int count, char** arguments) {
  return gntp::run(count, arguments);
}
