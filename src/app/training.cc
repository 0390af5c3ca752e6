#include "app/training.h"

#include <algorithm>
#include <chrono>

#include "app/interrupt.h"

namespace gntp {
namespace {

// Goals from thousands on are counted in k.
std::string rate_text(double per_second) {
  return per_second < 10000 ? fmt::format("{:.0f} goals/s", per_second)
                            : fmt::format("{:.0f}k goals/s", per_second / 1000);
}

}  // namespace

Training train_model(const KnowledgeBase& kb, const Settings& settings, std::uint64_t seed,
                     ThreadPool& threads, const Console& console, Progress::Style style) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  LearnOptions learn = settings.learn;
  learn.adam.train_slope = settings.model.train_slope;

  Training training{make_model(kb, settings.model, seed), {}, 0};
  Trainer trainer(kb, training.model, settings.prover, learn, seed, threads);
  Progress progress(console, "training", style);
  const auto epochs = static_cast<double>(learn.epochs);
  std::size_t goals = 0;
  const auto show = [&](const EpochReport& report) {
    throw_if_interrupted();
    const auto done =
        static_cast<double>(report.epoch - 1) +
        static_cast<double>(report.batches_done) / static_cast<double>(report.batches);
    const auto proved = static_cast<double>(goals + report.goals);
    progress.update(done / epochs,
                    fmt::format("epoch {}/{}  loss {:.4f}  {}", report.epoch, learn.epochs,
                                report.loss, rate_text(proved / std::max(elapsed(), 1e-9))));
  };
  while (training.epochs.size() < learn.epochs) {
    training.epochs.push_back(trainer.run_epoch(show));
    goals += training.epochs.back().goals;
  }
  training.seconds = elapsed();
  return training;
}

}  // namespace gntp
