#include "device/gpu_table.h"

#include <cassert>

#include "device/cuda_plugin.h"

namespace gntp {
namespace {

constexpr GpuTask kTask{"asking vectors", "--device cpu does without"};

template <typename Value>
Value* none_if_empty(std::span<Value> values) {
  return values.empty() ? nullptr : values.data();
}

}  // namespace

GpuTable::GpuTable(const Gpu& gpu, const Predictor& predictor)
    : gpu_(gpu), table_(nullptr, gpu.plugin().close_table) {
  const Matrix& entities = predictor.entities;
  const Matrix& steps = predictor.steps;
  void* opened = nullptr;
  gpu.check(gpu.plugin().open_table(gpu.number(), static_cast<std::uint32_t>(predictor.kind),
                                    entities.rows(), steps.rows(), predictor.width(),
                                    entities.values().data(), steps.values().data(), &opened),
            kTask, sizeof(float) * (entities.values().size() + steps.values().size()));
  table_.reset(opened);
}

void GpuTable::find_scores(const TableQuestions& questions, bool as_shares, Matrix& out) {
  assert(out.rows() >= questions.entities.size());
  const std::scoped_lock lock(mutex_);
  gpu_.check(gpu_.plugin().find_scores(table_.get(), questions.entities.size(),
                                       questions.entities.data(), questions.steps.data(),
                                       as_shares ? 1 : 0, out.values().data(), out.columns()),
             kTask);
}

void GpuTable::find_ranks(const TableQuestions& questions, const TableRanking& ranking) {
  const GntpCudaRanking given{.questions = questions.entities.size(),
                              .entity = questions.entities.data(),
                              .step = questions.steps.data(),
                              .first_answer = ranking.first_answer.data(),
                              .answer = ranking.answers.data(),
                              .first_known = ranking.first_known.data(),
                              .known = ranking.known.data(),
                              .limited = none_if_empty(ranking.limited),
                              .candidates = none_if_empty(ranking.candidates),
                              .nearer = ranking.nearer.data(),
                              .equal = ranking.equal.data()};
  const std::scoped_lock lock(mutex_);
  gpu_.check(gpu_.plugin().find_ranks(table_.get(), &given), kTask);
}

std::shared_ptr<GpuTable> table_on_device(const Predictor& predictor) {
  const Gpu* gpu = DeviceScope::current();
  return gpu == nullptr ? nullptr : std::make_shared<GpuTable>(*gpu, predictor);
}

}  // namespace gntp
