#include "app/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "app/evaluation.h"
#include "app/interrupt.h"
#include "learn/best_model.h"

namespace gntp {
namespace {

// Goals from thousands on are counted in k.
std::string rate_text(double per_second) {
  return per_second < 10000 ? fmt::format("{:.0f} goals/s", per_second)
                            : fmt::format("{:.0f}k goals/s", per_second / 1000);
}

// Scores a model while it is trained. Valid triples that are training facts too would be proved by
// themselves and are left out.
class Validation {
 public:
  explicit Validation(const Dataset& dataset) : dataset_(dataset), known_(known_triples(dataset)) {
    const TripleSet facts(dataset.kb.facts.begin(), dataset.kb.facts.end());
    if (const Split* valid = dataset.find_split("valid")) {
      std::ranges::copy_if(valid->triples, std::back_inserter(triples_),
                           [&](const Triple& triple) { return !facts.contains(triple); });
    }
  }

  bool possible() const { return !triples_.empty(); }
  double score(const Reasoner& reasoner, ThreadPool& threads) const {
    const auto watch = [](std::size_t, std::size_t) { throw_if_interrupted(); };
    if (!dataset_.candidates.empty()) {
      return rank_candidates(reasoner, triples_, dataset_.candidates, known_, threads, watch);
    }
    return rank_triples(reasoner, triples_, known_, threads, watch).both[RankType::kExpected].mrr;
  }

 private:
  const Dataset& dataset_;
  TripleSet known_;
  std::vector<Triple> triples_;
};

}  // namespace

Training train_model(const Dataset& dataset, const Settings& settings, std::uint64_t seed,
                     ThreadPool& threads, const Console& console, Progress::Style style) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  LearnOptions learn = settings.learn;
  learn.adam.train_slope = settings.model.train_slope;

  Model model = make_model(dataset.kb, settings.model, seed);
  Trainer trainer(dataset.kb, model, settings.prover, learn, seed, threads);
  const Validation validation(dataset);
  const bool validates = learn.validate_every > 0 && validation.possible();
  if (learn.validate_every > 0 && !validates) {
    console.warn("there are no valid triples to choose the best model by; the last one is kept");
  }
  BestModel best(learn.patience);
  Training training;
  Progress progress(console, "training", style);
  const auto epochs = static_cast<double>(learn.epochs);
  std::size_t goals = 0;
  const auto show = [&](const EpochReport& report) {
    throw_if_interrupted();
    const auto done =
        static_cast<double>(report.epoch - 1) +
        static_cast<double>(report.batches_done) / static_cast<double>(report.batches);
    const auto proved = static_cast<double>(goals + report.goals);
    const std::string valid =
        best.model() ? fmt::format("  best valid {:.4f}", best.score()) : std::string();
    progress.update(done / epochs,
                    fmt::format("epoch {}/{}  loss {:.4f}{}  {}", report.epoch, learn.epochs,
                                report.loss, valid, rate_text(proved / std::max(elapsed(), 1e-9))));
  };
  while (training.epochs.size() < learn.epochs && !best.gives_up()) {
    training.epochs.push_back({trainer.run_epoch(show), std::nullopt});
    TrainedEpoch& epoch = training.epochs.back();
    goals += epoch.report.goals;
    const bool last = epoch.report.epoch == learn.epochs;
    if (validates && (last || epoch.report.epoch % learn.validate_every == 0)) {
      epoch.valid = validation.score(trainer.reasoner(), threads);
      best.offer(model, *epoch.valid, epoch.report.epoch);
    }
  }
  training.kept_epoch = best.model() ? best.epoch() : training.epochs.size();
  training.model = best.model().value_or(std::move(model));
  training.seconds = elapsed();
  return training;
}

}  // namespace gntp
