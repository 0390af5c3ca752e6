#include "predict/row_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/row_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
//
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace gntp::HWY_NAMESPACE {  // one copy for each instruction set
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<float>;

constexpr float kTiny = 1e-10F;
constexpr float kLeastSquare = 1e-12F;  // of a distance

// Calls whole(i) for whole vectors, then part(i) for what is left, one by one.
template <typename Whole, typename Part>
void for_row(std::size_t size, const Whole& whole, const Part& part) {
  const std::size_t lanes = hn::Lanes(Tag());
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) whole(i);
  for (; i < size; ++i) part(i);
}

float softmax_of(float* s, std::size_t size, float weight) {
  const Tag tag;
  auto most = hn::Set(tag, -std::numeric_limits<float>::infinity());
  float rest_most = -std::numeric_limits<float>::infinity();
  for_row(
      size, [&](std::size_t i) { most = hn::Max(most, hn::LoadU(tag, s + i)); },
      [&](std::size_t i) { rest_most = std::max(rest_most, s[i]); });
  const float highest = std::max(rest_most, hn::GetLane(hn::MaxOfLanes(tag, most)));
  const auto shift = hn::Set(tag, highest);
  auto sums = hn::Zero(tag);
  float rest_sum = 0;
  for_row(
      size,
      [&](std::size_t i) {
        const auto e = hn::Exp(tag, hn::Sub(hn::LoadU(tag, s + i), shift));
        hn::StoreU(e, tag, s + i);
        sums = hn::Add(sums, e);
      },
      [&](std::size_t i) {
        s[i] = std::exp(s[i] - highest);
        rest_sum += s[i];
      });
  const float sum = rest_sum + hn::GetLane(hn::SumOfLanes(tag, sums));
  const float each = weight / sum;
  const auto factor = hn::Set(tag, each);
  for_row(
      size, [&](std::size_t i) { hn::StoreU(hn::Mul(hn::LoadU(tag, s + i), factor), tag, s + i); },
      [&](std::size_t i) { s[i] *= each; });
  return highest + std::log(sum);
}

void to_distances(float* s, std::size_t size, float query_square, const float* squares) {
  const Tag tag;
  const auto own = hn::Set(tag, query_square);
  const auto two = hn::Set(tag, 2.0F);
  const auto least = hn::Set(tag, kLeastSquare);
  for_row(
      size,
      [&](std::size_t i) {
        const auto square =
            hn::Sub(hn::Add(own, hn::LoadU(tag, squares + i)), hn::Mul(two, hn::LoadU(tag, s + i)));
        // In this order what is no number stays so, as it does in what is left.
        hn::StoreU(hn::Neg(hn::Sqrt(hn::Max(least, square))), tag, s + i);
      },
      [&](std::size_t i) {
        s[i] = -std::sqrt(std::max(query_square + squares[i] - 2 * s[i], kLeastSquare));
      });
}

float over_distances(float* g, const float* s, std::size_t size) {
  const Tag tag;
  auto sums = hn::Zero(tag);
  float rest = 0;
  for_row(
      size,
      [&](std::size_t i) {
        const auto ratio = hn::Div(hn::LoadU(tag, g + i), hn::Neg(hn::LoadU(tag, s + i)));
        hn::StoreU(ratio, tag, g + i);
        sums = hn::Add(sums, ratio);
      },
      [&](std::size_t i) {
        g[i] /= -s[i];
        rest += g[i];
      });
  return rest + hn::GetLane(hn::SumOfLanes(tag, sums));
}

void adagrad(float* x, const float* g, float* squares, std::size_t size, float rate) {
  const Tag tag;
  const auto rates = hn::Set(tag, rate);
  const auto tiny = hn::Set(tag, kTiny);
  for_row(
      size,
      [&](std::size_t i) {
        const auto slope = hn::LoadU(tag, g + i);
        const auto square = hn::MulAdd(slope, slope, hn::LoadU(tag, squares + i));
        hn::StoreU(square, tag, squares + i);
        const auto move = hn::Div(hn::Mul(rates, slope), hn::Add(hn::Sqrt(square), tiny));
        hn::StoreU(hn::Sub(hn::LoadU(tag, x + i), move), tag, x + i);
      },
      [&](std::size_t i) {
        squares[i] += g[i] * g[i];
        x[i] -= rate * g[i] / (std::sqrt(squares[i]) + kTiny);
      });
}

void adam(float* x, const float* g, float* first, float* second, std::size_t size, float rate,
          float scale) {
  constexpr float kFirst = 0.9F;
  constexpr float kSecond = 0.999F;
  constexpr float kEpsilon = 1e-8F;
  const Tag tag;
  for_row(
      size,
      [&](std::size_t i) {
        const auto slope = hn::LoadU(tag, g + i);
        const auto mean = hn::MulAdd(hn::Set(tag, 1 - kFirst), slope,
                                     hn::Mul(hn::Set(tag, kFirst), hn::LoadU(tag, first + i)));
        const auto square = hn::MulAdd(hn::Mul(hn::Set(tag, 1 - kSecond), slope), slope,
                                       hn::Mul(hn::Set(tag, kSecond), hn::LoadU(tag, second + i)));
        hn::StoreU(mean, tag, first + i);
        hn::StoreU(square, tag, second + i);
        const auto spread =
            hn::Add(hn::Mul(hn::Sqrt(square), hn::Set(tag, scale)), hn::Set(tag, kEpsilon));
        const auto move = hn::Div(hn::Mul(hn::Set(tag, rate), mean), spread);
        hn::StoreU(hn::Sub(hn::LoadU(tag, x + i), move), tag, x + i);
      },
      [&](std::size_t i) {
        first[i] = kFirst * first[i] + (1 - kFirst) * g[i];
        second[i] = kSecond * second[i] + (1 - kSecond) * g[i] * g[i];
        x[i] -= rate * first[i] / (std::sqrt(second[i]) * scale + kEpsilon);
      });
}

}  // namespace
}  // namespace gntp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gntp {

HWY_EXPORT(softmax_of);
HWY_EXPORT(to_distances);
HWY_EXPORT(over_distances);
HWY_EXPORT(adagrad);
HWY_EXPORT(adam);

float softmax(std::span<float> scores, float weight) {
  return HWY_DYNAMIC_DISPATCH(softmax_of)(scores.data(), scores.size(), weight);
}

void products_to_distances(std::span<float> products, float query_square,
                           std::span<const float> squares) {
  HWY_DYNAMIC_DISPATCH(to_distances)
  (products.data(), products.size(), query_square, squares.data());
}

float by_distance(std::span<float> gradients, std::span<const float> scores) {
  return HWY_DYNAMIC_DISPATCH(over_distances)(gradients.data(), scores.data(), gradients.size());
}

void adagrad_step(std::span<float> x, std::span<const float> g, std::span<float> squares,
                  float rate) {
  HWY_DYNAMIC_DISPATCH(adagrad)(x.data(), g.data(), squares.data(), x.size(), rate);
}

void adam_step(std::span<float> x, std::span<const float> g, std::span<float> first,
               std::span<float> second, float rate, float scale) {
  HWY_DYNAMIC_DISPATCH(adam)
  (x.data(), g.data(), first.data(), second.data(), x.size(), rate, scale);
}

}  // namespace gntp
#endif
