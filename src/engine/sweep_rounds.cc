#include "engine/sweep_rounds.h"

#include <algorithm>
#include <functional>

namespace gntp {
namespace {

std::size_t better_half(std::size_t trials) {
  return std::min(trials, std::max(SweepRounds::kLeastTrials, (trials + 1) / 2));
}

}  // namespace

std::size_t SweepRounds::after_next(std::size_t trials, std::size_t done) const {
  if (give_up_ == GiveUp::kNone || trials <= kLeastTrials || done > runs_ / 2) return runs_;
  return std::max<std::size_t>(2 * done, 1);
}

std::size_t SweepRounds::to_come(std::size_t trials, std::size_t done) const {
  std::size_t count = 0;
  while (done < runs_) {
    const std::size_t next = after_next(trials, done);
    count += trials * (next - done);
    done = next;
    trials = better_half(trials);
  }
  return count;
}

std::vector<std::size_t> SweepRounds::survivors(std::vector<Standing> standings) {
  std::erase_if(standings, [](const Standing& standing) { return standing.failed; });
  std::vector<std::size_t> trials;
  if (standings.empty()) return trials;
  std::vector<double> means;
  means.reserve(standings.size());
  for (const Standing& standing : standings) means.push_back(standing.mean);
  std::ranges::sort(means, std::greater());
  const double least = means[better_half(means.size()) - 1];
  trials.reserve(standings.size());
  for (const Standing& standing : standings) {
    if (standing.mean >= least) trials.push_back(standing.trial);
  }
  return trials;
}

}  // namespace gntp
