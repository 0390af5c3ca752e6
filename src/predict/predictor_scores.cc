#include "predict/predictor_scores.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "predict/compare_rows.h"
#include "predict/row_kernels.h"

namespace gntp {

PredictorScores::PredictorScores(const Predictor& predictor, std::shared_ptr<GpuTable> table)
    : predictor_(predictor), table_(std::move(table)) {
  if (table_ || !is_distance(predictor.kind)) return;
  for (std::size_t row = 0; row < predictor.entities.rows(); ++row) {
    squares_.push_back(square_of(predictor.entities.row(row)));
  }
}

std::size_t PredictorScores::together(std::size_t entities) {
  constexpr std::size_t kMostQuestions = 64;
  constexpr std::size_t kMostScores = std::size_t{1} << 24U;  // of a thread
  return std::bit_floor(
      std::clamp<std::size_t>(kMostScores / std::max<std::size_t>(entities, 1), 1, kMostQuestions));
}

void PredictorScores::find(std::span<const PredictorQuery> questions, Matrix& out) const {
  const std::size_t rows = together(predictor_.entities.rows());
  assert(questions.size() <= rows && out.rows() >= rows);
  if (table_) {
    find_on_gpu(questions, false, out);
    return;
  }
  Matrix queries(rows, predictor_.width());  // those that are not asked are zero
  for (std::size_t i = 0; i < questions.size(); ++i) {
    make_query(predictor_.kind, predictor_.entities.row(questions[i].entity),
               predictor_.steps.row(questions[i].step), queries.row(i));
  }
  compare_each(predictor_.kind, rows_of(std::as_const(queries), 0, rows),
               rows_of(predictor_.entities, 0, predictor_.entities.rows()), squares_,
               rows_of(out, 0, rows));
}

void PredictorScores::find_log_shares(std::span<const PredictorQuery> questions,
                                      Matrix& out) const {
  if (table_) {
    find_on_gpu(questions, true, out);
    return;
  }
  find(questions, out);
  std::vector<float> shares;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const std::span<float> scores = out.row(i);
    shares.assign(scores.begin(), scores.end());
    const float sum = softmax(shares);
    for (float& score : scores) score -= sum;
  }
}

void PredictorScores::find_on_gpu(std::span<const PredictorQuery> questions, bool as_shares,
                                  Matrix& out) const {
  std::vector<std::uint32_t> entities;
  std::vector<std::uint32_t> steps;
  for (const auto& [entity, step] : questions) {
    entities.push_back(entity);
    steps.push_back(step);
  }
  table_->find_scores({entities, steps}, as_shares, out);
}

}  // namespace gntp
