#include "predict/descent.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gntp {
namespace {

constexpr std::size_t kMoves = 8;
constexpr double kEnough = 1e-4;  // of the slope's promise
constexpr double kShortest = 1e-6;

double product(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void add(std::span<double> to, double times, std::span<const double> from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += times * from[i];
}

}  // namespace

Descent::Descent(std::size_t width, double tolerance)
    : tolerance_(tolerance), place_(width), trial_(width) {}

void Descent::take(double value, std::span<const double> gradient) {
  if (has_value_ && !(value <= value_ + kEnough * length_ * slope_)) {
    length_ /= 2;
    is_over_ = length_ < kShortest;
    look_ahead();
    return;
  }
  if (has_value_) remember(gradient);
  has_value_ = true;
  value_ = value;
  place_ = trial_;
  gradient_.assign(gradient.begin(), gradient.end());
  if (std::sqrt(product(gradient, gradient)) <= tolerance_) {
    is_over_ = true;
    return;
  }
  choose_direction();
  look_ahead();
}

void Descent::remember(std::span<const double> gradient) {
  Move move{trial_, {gradient.begin(), gradient.end()}, 0};
  add(move.place, -1, place_);
  add(move.gradient, -1, gradient_);
  move.product = product(move.place, move.gradient);
  if (move.product <= 0) return;  // not convex there
  moves_.push_back(std::move(move));
  if (moves_.size() > kMoves) moves_.pop_front();
}

void Descent::choose_direction() {
  direction_ = gradient_;
  std::vector<double> weights(moves_.size());
  for (std::size_t i = moves_.size(); i-- > 0;) {
    weights[i] = product(moves_[i].place, direction_) / moves_[i].product;
    add(direction_, -weights[i], moves_[i].gradient);
  }
  // Before the first move: a step of length 1 at most.
  double scale = 1 / std::max(1.0, std::sqrt(product(gradient_, gradient_)));
  if (!moves_.empty()) {
    const Move& last = moves_.back();
    scale = last.product / product(last.gradient, last.gradient);
  }
  for (double& value : direction_) value *= scale;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const double weight = product(moves_[i].gradient, direction_) / moves_[i].product;
    add(direction_, weights[i] - weight, moves_[i].place);
  }
  for (double& value : direction_) value = -value;
  slope_ = product(direction_, gradient_);
  length_ = 1;
}

void Descent::look_ahead() {
  trial_ = place_;
  add(trial_, length_, direction_);
}

}  // namespace gntp
