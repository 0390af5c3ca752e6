#include "predict/interaction.h"

#include <cassert>

namespace gntp {
namespace {

// Real and imaginary parts.
template <typename Value>
struct Complex {
  explicit Complex(std::span<Value> row)
      : real(row.data()), imaginary(row.data() + row.size() / 2) {}
  Value* real;
  Value* imaginary;
};
template <typename Value>
Complex(std::span<Value>) -> Complex<Value>;

}  // namespace

void make_query(PredictorKind kind, Row entity, Row step, std::span<float> query) {
  const std::size_t width = query.size();
  switch (kind) {
    case PredictorKind::kTransE:
      for (std::size_t i = 0; i < width; ++i) query[i] = entity[i] + step[i];
      return;
    case PredictorKind::kDistMult:
      for (std::size_t i = 0; i < width; ++i) query[i] = entity[i] * step[i];
      return;
    case PredictorKind::kComplEx: {
      const Complex h(entity);
      const Complex r(step);
      const Complex q(query);
      for (std::size_t i = 0; i < width / 2; ++i) {
        q.real[i] = h.real[i] * r.real[i] - h.imaginary[i] * r.imaginary[i];
        q.imaginary[i] = h.real[i] * r.imaginary[i] + h.imaginary[i] * r.real[i];
      }
      return;
    }
    case PredictorKind::kNone:
      assert(false);
  }
}

void pass_back_query(PredictorKind kind, Row by_query, Row entity, Row step,
                     std::span<float> by_entity, std::span<float> by_step) {
  const std::size_t width = by_query.size();
  switch (kind) {
    case PredictorKind::kTransE:
      for (std::size_t i = 0; i < width; ++i) {
        by_entity[i] += by_query[i];
        by_step[i] += by_query[i];
      }
      return;
    case PredictorKind::kDistMult:
      for (std::size_t i = 0; i < width; ++i) {
        by_entity[i] += by_query[i] * step[i];
        by_step[i] += by_query[i] * entity[i];
      }
      return;
    case PredictorKind::kComplEx: {
      const Complex q(by_query);
      const Complex h(entity);
      const Complex r(step);
      const Complex to_h(by_entity);
      const Complex to_r(by_step);
      for (std::size_t i = 0; i < width / 2; ++i) {
        to_h.real[i] += q.real[i] * r.real[i] + q.imaginary[i] * r.imaginary[i];
        to_h.imaginary[i] += q.imaginary[i] * r.real[i] - q.real[i] * r.imaginary[i];
        to_r.real[i] += q.real[i] * h.real[i] + q.imaginary[i] * h.imaginary[i];
        to_r.imaginary[i] += q.imaginary[i] * h.real[i] - q.real[i] * h.imaginary[i];
      }
      return;
    }
    case PredictorKind::kNone:
      assert(false);
  }
}

void make_step_query(PredictorKind kind, Row entity, Row answer, std::span<float> query) {
  const std::size_t width = query.size();
  switch (kind) {
    case PredictorKind::kTransE:
      for (std::size_t i = 0; i < width; ++i) query[i] = answer[i] - entity[i];
      return;
    case PredictorKind::kDistMult:
      for (std::size_t i = 0; i < width; ++i) query[i] = entity[i] * answer[i];
      return;
    case PredictorKind::kComplEx: {  // conj(h) t
      const Complex h(entity);
      const Complex t(answer);
      const Complex z(query);
      for (std::size_t i = 0; i < width / 2; ++i) {
        z.real[i] = h.real[i] * t.real[i] + h.imaginary[i] * t.imaginary[i];
        z.imaginary[i] = h.real[i] * t.imaginary[i] - h.imaginary[i] * t.real[i];
      }
      return;
    }
    case PredictorKind::kNone:
      assert(false);
  }
}

void pass_back_step_query(PredictorKind kind, Row by_query, Row entity, Row answer,
                          std::span<float> by_entity, std::span<float> by_answer) {
  const std::size_t width = by_query.size();
  switch (kind) {
    case PredictorKind::kTransE:
      for (std::size_t i = 0; i < width; ++i) {
        by_entity[i] -= by_query[i];
        by_answer[i] += by_query[i];
      }
      return;
    case PredictorKind::kDistMult:
      for (std::size_t i = 0; i < width; ++i) {
        by_entity[i] += by_query[i] * answer[i];
        by_answer[i] += by_query[i] * entity[i];
      }
      return;
    case PredictorKind::kComplEx: {
      const Complex z(by_query);
      const Complex h(entity);
      const Complex t(answer);
      const Complex to_h(by_entity);
      const Complex to_t(by_answer);
      for (std::size_t i = 0; i < width / 2; ++i) {
        to_h.real[i] += z.real[i] * t.real[i] + z.imaginary[i] * t.imaginary[i];
        to_h.imaginary[i] += z.real[i] * t.imaginary[i] - z.imaginary[i] * t.real[i];
        to_t.real[i] += z.real[i] * h.real[i] - z.imaginary[i] * h.imaginary[i];
        to_t.imaginary[i] += z.real[i] * h.imaginary[i] + z.imaginary[i] * h.real[i];
      }
      return;
    }
    case PredictorKind::kNone:
      assert(false);
  }
}

}  // namespace gntp
