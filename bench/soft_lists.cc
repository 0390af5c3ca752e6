// What soft entities cost in training, by where it is looked who is near whom: the seconds of joint
// epochs, split into following the entities that moved (neighbour lists, and rules, which are
// few) and all else. bench_soft_lists DATA [--scale X] [--pace X] [--batch N] [--epochs N]
//   [--batches N] [--threads N] [--device auto|cpu|cuda]
// The same lists are made wherever that is: the loss is the same, too, to the last digit.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>

#include "base/stopwatch.h"
#include "device/device.h"
#include "learn/trainer.h"
#include "support/data_folder.h"
#include "support/epoch_cost.h"
#include "support/wordnet_scale.h"

namespace gntp::bench {
namespace {

struct Arguments {
  std::filesystem::path data = data_folder() / "wn18";
  double scale = 1.36;  // at which entities have about a hundred neighbours
  double pace = 1;      // of the entities, as a part of the rules'
  std::size_t batch = 1000;
  std::size_t epochs = 1;
  std::size_t batches = 0;  // at most; 0: whole epochs
  std::size_t threads = 0;
  std::string device = "auto";
};

struct Cost {
  std::size_t batches = 0;
  double total = 0;
  double batch = 0;  // drawing, proving, the gradient and Adam's step
  double loss = 0;   // mean over the goals of the last epoch
};

Cost train(Trainer& trainer, const Arguments& arguments) {
  Cost cost;
  for (std::size_t epoch = 0; epoch < arguments.epochs; ++epoch) {
    double seconds = 0;
    do {
      const Stopwatch watch;
      const EpochReport& report = trainer.run_step();
      cost.total += watch.seconds();
      seconds = report.seconds;
      cost.loss = report.loss;
      ++cost.batches;
    } while (!trainer.is_epoch_over() && cost.batches != arguments.batches);
    cost.batch += seconds;
    if (cost.batches == arguments.batches) break;
  }
  return cost;
}

void run(const Arguments& arguments) {
  const DeviceScope scope(arguments.device);
  const Gpu* gpu = DeviceScope::current();
  const KnowledgeBase kb = load_with_templates(arguments.data);
  Model model = make_model(kb, {.entity_scale = arguments.scale}, 1);
  ThreadPool threads(arguments.threads);
  const Stopwatch first;
  Trainer trainer(kb, model, {}, joint(arguments.batch, arguments.pace), 1, threads);
  const double first_seconds = first.seconds();
  const double before = mean_neighbours(trainer.reasoner());
  const Cost cost = train(trainer, arguments);
  fmt::print(
      "{} on {} threads, scale {}, pace {}, {:.1f} neighbours, then {:.1f}: first lists {:.3f} s; "
      "{} batches {:.3f} s, of which lists {:.3f} s, all else {:.3f} s; loss {}\n",
      gpu == nullptr ? "cpu" : gpu->describe().name, threads.size(), arguments.scale,
      arguments.pace, before, mean_neighbours(trainer.reasoner()), first_seconds, cost.batches,
      cost.total, cost.total - cost.batch, cost.batch, cost.loss);
}

}  // namespace
}  // namespace gntp::bench

int main(int argc, char** argv) {
  gntp::bench::Arguments arguments;
  CLI::App app("What soft entities cost in training.", "bench_soft_lists");
  app.add_option("data", arguments.data, "folder of a data set")->check(CLI::ExistingDirectory);
  app.add_option("--scale", arguments.scale, "of the entities' first vectors (1.36)");
  app.add_option("--pace", arguments.pace, "of the entities, as a part of the rules' (1)");
  app.add_option("--batch", arguments.batch, "facts of a batch (1000)")->check(CLI::PositiveNumber);
  app.add_option("--epochs", arguments.epochs, "that are measured (1)");
  app.add_option("--batches", arguments.batches, "that are measured at most (all)");
  app.add_option("--threads", arguments.threads, "all cores, unless said otherwise");
  app.add_option("--device", arguments.device, "auto, cpu or cuda");
  CLI11_PARSE(app, argc, argv);
  try {
    gntp::bench::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_soft_lists: {}\n", error.what());
    return 1;
  }
}
