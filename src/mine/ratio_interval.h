// An interval for a ratio of two sums, support / body, of which only some summands were drawn at
// random: each start brings its pairs of the body and those of them that the head has, and the
// pairs of one start are alike. So starts are what is counted, not pairs (a cluster sample):
//
//   p = sum y / sum x,   var p = (1 - n / N) n / (n - 1) sum (y - p x)^2 / (sum x)^2
//
// n of N starts were drawn, with x pairs of which the head has y. As many independent pairs as have
// that variance are the effective ones, and the interval is Wilson's for them, which stays sensible
// at 0 and 1. How much the pairs of a start are alike is seen where starts differ. Where few do,
// the variance is drawn towards the largest there can be: that of starts whose pairs are all alike,
// of which (sum x)^2 / sum x^2 are effective. Their number less one is the degrees of freedom of
// Student's t, which takes the place of the normal quantile.
#pragma once

#include <cstddef>

namespace gntp {

struct RatioSums {
  double drawn = 0;       // starts
  double population = 0;  // from which they were drawn; 0 = from very many
  double x = 0;
  double xx = 0;
  double y = 0;
  double xy = 0;
  double yy = 0;
  double telling = 0;  // starts with y > 0, or those with y < x, whichever are fewer
};

struct RatioInterval {
  double ratio = 0;
  double low = 0;
  double high = 1;
  double effective = 0;  // independent pairs that would say as much
};

// Of 95 %. Requires: 0 <= y <= x for each start.
RatioInterval interval_of(const RatioSums& sums);

// The 97.5 % quantile of Student's t; `freedom` need not be whole. Requires: freedom >= 1.
double student_quantile(double freedom);

}  // namespace gntp
