// Which trials of a sweep go on. Runs come in rounds: all trials get a first run, the better half
// of them as many again, the better half of those as many again as they have, and so on; the last
// few get all. What is decided depends on results alone, never on who finished first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gntp {

enum class GiveUp : std::uint8_t { kHopeless, kNone };

// What a trial has shown by the end of a round, over the same runs as the others.
struct Standing {
  std::size_t trial = 0;
  double mean = 0;
  bool failed = false;  // in any run
};

class SweepRounds {
 public:
  // Each trial has up to `runs` runs, at least one.
  SweepRounds(GiveUp give_up, std::size_t runs) : give_up_(give_up), runs_(runs) {}

  // So many trials go on at least: where no more are left, they get all their runs at once.
  static constexpr std::size_t kLeastTrials = 3;

  // How many runs each trial has after the next round.
  std::size_t after_next(std::size_t trials, std::size_t done) const;
  // How many runs there are still to come, if no trials tie.
  std::size_t to_come(std::size_t trials, std::size_t done) const;
  // The trials that go on, in order: those that are no worse than the better half, none that
  // failed.
  static std::vector<std::size_t> survivors(std::vector<Standing> standings);

 private:
  GiveUp give_up_;
  std::size_t runs_;
};

}  // namespace gntp
