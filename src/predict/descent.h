// The least of a smooth function of a vector, found by L-BFGS with a backtracking line search, a
// step at a time: whoever has many functions evaluates them together.
//
//   Descent descent(width);
//   while (!descent.is_over()) descent.take(f(descent.trial()), gradient of f at descent.trial());
//   descent.best()
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace gntp {

class Descent {
 public:
  // Starts at zero and ends where the gradient is shorter than `tolerance`, or no step helps.
  Descent(std::size_t width, double tolerance);

  bool is_over() const { return is_over_; }
  // The place to look at next.
  std::span<const double> trial() const { return trial_; }
  // What is there.
  void take(double value, std::span<const double> gradient);
  // The best place so far.
  std::span<const double> best() const { return place_; }

 private:
  struct Move {
    std::vector<double> place;     // change of it
    std::vector<double> gradient;  // change of it
    double product = 0;            // of both
  };

  void remember(std::span<const double> gradient);
  void choose_direction();
  void look_ahead();

  double tolerance_;
  bool is_over_ = false;
  bool has_value_ = false;
  double value_ = 0;  // at `place_`, and its gradient
  std::vector<double> place_;
  std::vector<double> gradient_;
  std::vector<double> direction_;
  double slope_ = 0;  // along the direction
  double length_ = 1;
  std::vector<double> trial_;
  std::deque<Move> moves_;  // the last few, the oldest first
};

}  // namespace gntp
