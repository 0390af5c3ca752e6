#include "predict/predictor_trainer.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/stopwatch.h"
#include "predict/interaction.h"

namespace gntp {
namespace {

// Of the seed's random numbers.
constexpr std::uint64_t kVectorStream = 0x7665637472;
constexpr std::uint64_t kOrderStream = 0x6f72646572;
constexpr std::uint64_t kSampleStream = 0x73616d706c;

void fill(Matrix& matrix, double scale, Random& random) {
  for (float& value : matrix.values()) {
    value = static_cast<float>(scale * (2 * random.uniform() - 1));
  }
}

PredictorOptions with_batch_size(PredictorOptions options, std::size_t questions) {
  if (options.batch_size == 0) options.batch_size = batch_size_for(questions);
  return options;
}

}  // namespace

Predictor make_predictor(const PredictorOptions& options, std::size_t entities, std::size_t steps,
                         std::uint64_t seed) {
  Predictor predictor{options.kind, Matrix(entities, width_of(options)),
                      Matrix(steps, width_of(options))};
  Random random(seed, kVectorStream);
  fill(predictor.entities, options.scale, random);
  fill(predictor.steps, options.scale, random);
  return predictor;
}

Predictor side_by_side(std::span<const Predictor> predictors) {
  const PredictorKind kind = predictors.front().kind;
  const std::size_t width = predictors.front().width();
  const auto count = static_cast<double>(predictors.size());
  // Components of complex numbers lie in two halves.
  const std::size_t parts = kind == PredictorKind::kComplEx ? 2 : 1;
  const std::size_t part = width / parts;
  const auto join = [&](Matrix Predictor::*table, double factor) {
    Matrix all((predictors.front().*table).rows(), predictors.size() * width);
    for (std::size_t row = 0; row < all.rows(); ++row) {
      for (std::size_t i = 0; i < predictors.size(); ++i) {
        const std::span<const float> from = (predictors[i].*table).row(row);
        for (std::size_t k = 0; k < width; ++k) {
          const std::size_t to = k / part * part * predictors.size() + i * part + k % part;
          all(row, to) = static_cast<float>(factor * from[k]);
        }
      }
    }
    return all;
  };
  // Products are linear in the steps; distances grow with both.
  const bool distance = is_distance(kind);
  return {kind, join(&Predictor::entities, distance ? 1 / std::sqrt(count) : 1),
          join(&Predictor::steps, distance ? 1 / std::sqrt(count) : 1 / count)};
}

PredictorTrainer::PredictorTrainer(const StepGraph& facts, Predictor& predictor,
                                   const PredictorOptions& options, std::uint64_t seed,
                                   ThreadPool& threads, const FactWeights& weights)
    : tables_{predictor, {}, {}},
      options_(with_batch_size(options, facts.segment_count())),
      seed_(seed),
      questions_(questions_of(facts)) {
  for (const Matrix* table : {&predictor.entities, &predictor.steps}) {
    tables_.second.emplace_back(table->rows(), table->columns());
    if (options.optimizer == RowOptimizer::kAdam) tables_.first.push_back(tables_.second.back());
  }
  work_ = make_steps(DeviceScope::current(), facts, tables_, options_, threads, weights);
}

// An order of its own for each epoch, from the seed alone.
void PredictorTrainer::shuffle() {
  order_ = questions_;
  Random(seed_, kOrderStream + epoch_.epoch).shuffle(std::span(order_));
}

const PredictorTrainer::Epoch& PredictorTrainer::run_step() {
  const Stopwatch stopwatch;
  if (is_epoch_over()) {
    const std::size_t batches = (questions_.size() + options_.batch_size - 1) / options_.batch_size;
    epoch_ = {epoch_.epoch + 1, 0, batches, 0, 0};
    finished_ = 0;
    shuffle();
  }
  const std::size_t first = epoch_.batches_done * options_.batch_size;
  const std::size_t size = std::min(options_.batch_size, order_.size() - first);
  const std::uint64_t sample = Random(seed_, kSampleStream + steps_).below(std::uint64_t{1} << 32U);
  work_->begin(std::span(order_).subspan(first, size), sample, rate(), steps_ + 1);
  ++steps_;
  ++epoch_.batches_done;
  add_losses(is_epoch_over());
  epoch_.seconds += stopwatch.seconds();
  return epoch_;
}

void PredictorTrainer::add_losses(bool all) {
  for (const double loss : work_->take_losses(all)) {
    epoch_.loss += (loss - epoch_.loss) / static_cast<double>(++finished_);
  }
}

void PredictorTrainer::synchronize() {
  add_losses(true);
  work_->download();
}

// Of the batch at hand.
double PredictorTrainer::rate() const {
  if (options_.schedule == PredictorSchedule::kConstant) return options_.learning_rate;
  const double done =
      static_cast<double>(epoch_.epoch - 1) +
      static_cast<double>(epoch_.batches_done) / static_cast<double>(epoch_.batches);
  return options_.learning_rate * (1 - done / static_cast<double>(options_.epochs));
}

}  // namespace gntp
