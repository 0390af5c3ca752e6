#include "predict/gpu_steps.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/stop.h"
#include "device/cuda_plugin.h"
#include "predict/predictor_batch.h"

namespace gntp {
namespace {

static_assert(static_cast<std::uint32_t>(PredictorKind::kTransE) == kGntpCudaTransE);
static_assert(static_cast<std::uint32_t>(PredictorKind::kDistMult) == kGntpCudaDistMult);
static_assert(static_cast<std::uint32_t>(PredictorKind::kComplEx) == kGntpCudaComplEx);
static_assert(static_cast<std::uint32_t>(RowOptimizer::kAdagrad) == kGntpCudaAdagrad);
static_assert(static_cast<std::uint32_t>(RowOptimizer::kAdam) == kGntpCudaAdam);
static_assert(static_cast<std::uint32_t>(Penalty::kN3) == kGntpCudaN3);
static_assert(static_cast<std::uint32_t>(Penalty::kL2) == kGntpCudaL2);

constexpr GpuTask kTask{
    "training vectors",
    "take shorter vectors, smaller batches or a sample of the entities (predictor.dim, "
    "predictor.batch_size, predictor.samples), or --device cpu"};
constexpr std::uint64_t kRunning = 4;  // steps that the GPU has ahead of it

// The arrays of a batch, by question, by example, by column, by row of a table and by its parts.
struct FlatBatch {
  std::vector<std::uint32_t> entity;
  std::vector<std::uint32_t> step;
  std::vector<std::uint32_t> question;
  std::vector<std::uint32_t> answer;
  std::vector<std::uint32_t> column;
  std::vector<float> weight;
  std::vector<std::uint32_t> column_entity;
  std::vector<GntpCudaRow> entity_row;
  std::vector<GntpCudaPart> entity_part;
  std::vector<GntpCudaRow> step_row;
  std::vector<GntpCudaPart> step_part;
};

class GpuSteps final : public PredictorSteps {
 public:
  GpuSteps(const Gpu& gpu, const StepGraph& facts, PredictorTables& tables,
           const PredictorOptions& options, const FactWeights& weights)
      : gpu_(gpu),
        tables_(tables),
        options_(options),
        batch_(facts, options, weights),
        training_(nullptr, gpu.plugin().close_training) {
    const std::size_t entities = facts.entities();
    const GntpCudaTraining training{
        .kind = static_cast<std::uint32_t>(options.kind),
        .optimizer = static_cast<std::uint32_t>(options.optimizer),
        .penalty = static_cast<std::uint32_t>(options.penalty),
        .tensor_float = options.precision == Precision::kFull ? 0U : 1U,
        .entities = entities,
        .steps = tables.predictor.steps.rows(),
        .width = tables.predictor.width(),
        .questions = std::clamp<std::size_t>(facts.segment_count(), 1, options.batch_size),
        .columns = options.samples > 0 ? std::min(options.samples, entities) : entities,
        .answer_weight = static_cast<float>(1 / batch_.mean_answers()),
        .relation_weight = static_cast<float>(options.relation_weight),
    };
    void* opened = nullptr;
    gpu.check(gpu.plugin().open_training(gpu.number(), &training, &opened), kTask,
              bytes_of(training));
    training_.reset(opened);
    upload();
  }

  void begin(std::span<const PredictorQuery> batch, std::uint64_t seed, double learning_rate,
             std::uint64_t number) override {
    stop_if_asked();
    batch_.assign(batch, seed);
    lay_out();
    AdamCorrection correction;
    if (options_.optimizer == RowOptimizer::kAdam) correction = adam_correction(number);
    const GntpCudaBatch given{
        .questions = flat_.entity.size(),
        .examples = flat_.answer.size(),
        .entity = flat_.entity.data(),
        .step = flat_.step.data(),
        .first_example = batch_.first_examples().data(),
        .question = flat_.question.data(),
        .answer = flat_.answer.data(),
        .column = flat_.column.data(),
        .weight = flat_.weight.empty() ? nullptr : flat_.weight.data(),
        .columns = batch_.columns(),
        .column_entity = batch_.samples() ? flat_.column_entity.data() : nullptr,
        .column_offset = batch_.samples() ? batch_.offsets().data() : nullptr,
        .entity_rows = flat_.entity_row.size() - 1,
        .entity_row = flat_.entity_row.data(),
        .entity_parts = flat_.entity_part.size(),
        .entity_part = flat_.entity_part.data(),
        .step_rows = flat_.step_row.size() - 1,
        .step_row = flat_.step_row.data(),
        .step_parts = flat_.step_part.size(),
        .step_part = flat_.step_part.data(),
        .rate = static_cast<float>(learning_rate / correction.divisor),
        .scale = static_cast<float>(correction.scale),
    };
    gpu_.check(gpu_.plugin().begin_step(training_.get(), &given), kTask);
  }

  std::vector<double> take_losses(bool all) override {
    std::vector<double> losses;
    std::array<double, 64> part{};
    std::uint64_t count = part.size();
    while (count == part.size()) {
      gpu_.check(
          gpu_.plugin().take_losses(training_.get(), all ? 0 : kRunning, part.data(), &count),
          kTask);
      for (std::size_t i = 0; i < count; ++i) losses.push_back(part[i] / batch_.mean_answers());
    }
    return losses;
  }

  void download() override {
    const GntpCudaTables tables = pointers();
    gpu_.check(gpu_.plugin().read_training(training_.get(), &tables), kTask);
  }

  void upload() override {
    const GntpCudaTables tables = pointers();
    gpu_.check(gpu_.plugin().write_training(training_.get(), &tables), kTask);
  }

 private:
  // The greater part of what it takes on the GPU.
  static std::uint64_t bytes_of(const GntpCudaTraining& training) {
    const std::uint64_t moments = training.optimizer == kGntpCudaAdam ? 2 : 1;
    const std::uint64_t tables =
        (training.entities + training.steps) * training.width * (1 + moments);
    const std::uint64_t gradients = (training.columns + training.steps) * training.width;
    const std::uint64_t batch = training.questions * (training.columns + 4 * training.width);
    return sizeof(float) * (tables + gradients + batch);
  }

  GntpCudaTables pointers() {
    const auto values = [](std::vector<Matrix>& moments, std::size_t table) {
      return moments.empty() ? nullptr : moments[table].values().data();
    };
    return {.entities = tables_.predictor.entities.values().data(),
            .steps = tables_.predictor.steps.values().data(),
            .first_of_entities = values(tables_.first, 0),
            .first_of_steps = values(tables_.first, 1),
            .second_of_entities = values(tables_.second, 0),
            .second_of_steps = values(tables_.second, 1)};
  }

  void lay_out() {
    flat_.entity.clear();
    flat_.step.clear();
    for (const auto& [entity, step] : batch_.questions()) {
      flat_.entity.push_back(entity);
      flat_.step.push_back(step);
    }
    flat_.question.clear();
    flat_.answer.clear();
    flat_.column.clear();
    flat_.weight.clear();
    for (const PredictorBatch::Example& example : batch_.examples()) {
      flat_.question.push_back(example.query);
      flat_.answer.push_back(example.answer);
      flat_.column.push_back(example.column);
      if (batch_.has_weights()) flat_.weight.push_back(static_cast<float>(example.weight));
    }
    flat_.column_entity.assign(batch_.sampled().begin(), batch_.sampled().end());
    lay_out_rows(batch_.of_entities(), flat_.entity_row, flat_.entity_part);
    lay_out_rows(batch_.of_steps(), flat_.step_row, flat_.step_part);
    if (!batch_.samples()) return;
    // An entity's gradient is where its column is.
    std::size_t column = 0;
    for (GntpCudaRow& row : std::span(flat_.entity_row).first(flat_.entity_row.size() - 1)) {
      while (flat_.column_entity[column] != row.row) ++column;
      row.row = static_cast<std::uint32_t>(column);
    }
  }

  // Parts of one row follow each other.
  void lay_out_rows(std::span<const PredictorBatch::Part> parts, std::vector<GntpCudaRow>& rows,
                    std::vector<GntpCudaPart>& out) const {
    rows.clear();
    out.clear();
    double times = 0;
    for (const PredictorBatch::Part& part : parts) {
      const double times_of_part = batch_.times_of(part);
      if (times_of_part == 0) continue;  // facts of weight 0 move nothing
      if (rows.empty() || rows.back().row != part.row) {
        times = 0;
        rows.push_back({part.row, static_cast<std::uint32_t>(out.size()), 0});
      }
      times += times_of_part;
      rows.back().penalty =
          static_cast<float>(options_.penalty_weight * times / batch_.mean_answers());
      out.push_back({part.source, part.of == PredictorBatch::Part::Of::kExample ? 1U : 0U});
    }
    rows.push_back({0, static_cast<std::uint32_t>(out.size()), 0});
  }

  const Gpu& gpu_;
  PredictorTables& tables_;
  PredictorOptions options_;
  PredictorBatch batch_;
  FlatBatch flat_;
  GpuObject training_;
};

}  // namespace

std::unique_ptr<PredictorSteps> make_gpu_steps(const Gpu& gpu, const StepGraph& facts,
                                               PredictorTables& tables,
                                               const PredictorOptions& options,
                                               const FactWeights& weights) {
  return std::make_unique<GpuSteps>(gpu, facts, tables, options, weights);
}

}  // namespace gntp
