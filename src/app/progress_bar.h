// How far a long task is: a bar that is redrawn in place on a terminal, a line now and then
// elsewhere.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "app/console.h"

namespace gntp {

class ProgressBar {
 public:
  enum class Style { kBar, kLines };

  // A bar if the console's `err` is a terminal, else lines.
  static Style style_for(const Console& console);

  ProgressBar(const Console& console, std::string_view task, Style style);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  // Wipes the bar.
  ~ProgressBar();

  // `fraction` of the work is done, from 0 to 1; `details` say what else is worth knowing. Cheap:
  // most calls do nothing.
  void update(double fraction, std::string_view details);

 private:
  using Clock = std::chrono::steady_clock;
  bool is_due(double fraction, Clock::time_point now);
  void draw_bar(double fraction, std::string_view text);

  const Console& console_;
  std::string task_;
  Style style_;
  Clock::time_point start_;
  Clock::time_point last_;
  double next_fraction_ = 0.1;  // of the next line
  bool drawn_ = false;
};

}  // namespace gntp
