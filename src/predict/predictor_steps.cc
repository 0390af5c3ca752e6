#include "predict/predictor_steps.h"

#include <cmath>
#include <utility>

#include "predict/gpu_steps.h"
#include "predict/predictor_loss.h"
#include "predict/row_kernels.h"

namespace gntp {
namespace {

// A step is over when `begin` returns.
class ThreadSteps final : public PredictorSteps {
 public:
  ThreadSteps(const StepGraph& facts, PredictorTables& tables, const PredictorOptions& options,
              ThreadPool& threads, const FactWeights& weights)
      : tables_(tables),
        optimizer_(options.optimizer),
        loss_(facts, tables.predictor, options, threads, weights) {}

  void begin(std::span<const PredictorQuery> batch, std::uint64_t seed, double learning_rate,
             std::uint64_t number) override {
    learning_rate_ = learning_rate;
    if (optimizer_ == RowOptimizer::kAdam) correction_ = adam_correction(number);
    losses_.push_back(
        loss_.run(batch, seed,
                  [this](PredictorLoss::Table table, std::size_t row,
                         std::span<const float> gradient) { move(table, row, gradient); }));
  }
  std::vector<double> take_losses(bool /*all*/) override { return std::exchange(losses_, {}); }
  void download() override {}
  void upload() override {}

 private:
  void move(PredictorLoss::Table table, std::size_t row, std::span<const float> gradient) {
    const auto number = static_cast<std::size_t>(table);
    Predictor& predictor = tables_.predictor;
    Matrix& values =
        table == PredictorLoss::Table::kEntities ? predictor.entities : predictor.steps;
    if (optimizer_ == RowOptimizer::kAdagrad) {
      adagrad_step(values.row(row), gradient, tables_.second[number].row(row),
                   static_cast<float>(learning_rate_));
      return;
    }
    adam_step(values.row(row), gradient, tables_.first[number].row(row),
              tables_.second[number].row(row),
              static_cast<float>(learning_rate_ / correction_.divisor),
              static_cast<float>(correction_.scale));
  }

  PredictorTables& tables_;
  RowOptimizer optimizer_;
  PredictorLoss loss_;
  double learning_rate_ = 0;
  AdamCorrection correction_;
  std::vector<double> losses_;
};

}  // namespace

AdamCorrection adam_correction(std::uint64_t step) {
  constexpr double kFirstDecay = 0.9;
  constexpr double kSecondDecay = 0.999;
  const auto steps = static_cast<double>(step);
  return {1 - std::pow(kFirstDecay, steps), 1 / std::sqrt(1 - std::pow(kSecondDecay, steps))};
}

std::unique_ptr<PredictorSteps> make_steps(const Gpu* gpu, const StepGraph& facts,
                                           PredictorTables& tables, const PredictorOptions& options,
                                           ThreadPool& threads, const FactWeights& weights) {
  if (gpu != nullptr) return make_gpu_steps(*gpu, facts, tables, options, weights);
  return std::make_unique<ThreadSteps>(facts, tables, options, threads, weights);
}

}  // namespace gntp
