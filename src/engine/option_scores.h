// Which of several options is best for each group, where groups with few observations are drawn to
// what is best over all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gntp {

class OptionScores {
 public:
  // As many observations of a group weigh as much as the mean over all.
  static constexpr double kPull = 100;

  OptionScores(std::size_t groups, std::size_t options)
      : options_(options), sums_(groups * options), all_(options), counts_(groups) {}

  void add(std::size_t group, std::size_t option, double score) {
    sums_[group * options_ + option] += score;
    all_[option] += score;
  }
  // Once for each row of scores.
  void count(std::size_t group) {
    ++counts_[group];
    ++count_;
  }

  std::size_t best() const {
    return static_cast<std::size_t>(std::ranges::max_element(all_) - all_.begin());
  }
  double mean(std::size_t option) const { return all_[option] / count_; }
  // The group's own scores and the mean over all, together.
  std::size_t best_of(std::size_t group) const {
    std::size_t best = 0;
    double highest = -1;
    for (std::size_t option = 0; option < options_; ++option) {
      const double score =
          (sums_[group * options_ + option] + kPull * mean(option)) / (counts_[group] + kPull);
      if (score > highest) best = option;
      highest = std::max(highest, score);
    }
    return best;
  }

 private:
  std::size_t options_;
  std::vector<double> sums_;  // (groups, options)
  std::vector<double> all_;
  std::vector<double> counts_;
  double count_ = 0;
};

}  // namespace gntp
