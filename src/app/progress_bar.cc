#include "app/progress_bar.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/units.h"

namespace gntp {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr double kLineSeconds = 1;
constexpr std::size_t kBarWidth = 12;
constexpr std::size_t kUsualWidth = 80;

std::size_t width_of(std::FILE* terminal) {
  winsize size{};
  const bool known = ::ioctl(::fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsualWidth;
}

}  // namespace

ProgressBar::Style ProgressBar::style_for(const Console& console) {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return !dumb && ::isatty(::fileno(console.err)) != 0 ? Style::kBar : Style::kLines;
}

ProgressBar::ProgressBar(const Console& console, std::string_view task, Style style)
    : console_(console), task_(task), style_(style), start_(Clock::now()), last_(start_) {}

ProgressBar::~ProgressBar() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", console_.err);
  std::fflush(console_.err);
}

void ProgressBar::update(double fraction, std::string_view details) {
  const Clock::time_point now = Clock::now();
  if (!is_due(fraction, now)) return;
  last_ = now;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double left = fraction > 0 ? elapsed * (1 - fraction) / fraction : 0;
  std::string text =
      fmt::format("{:3.0f}%  {} left", std::floor(100 * fraction), duration_text(left));
  if (!details.empty()) text += fmt::format("  {}", details);
  if (style_ == Style::kBar) {
    draw_bar(fraction, text);
  } else {
    console_.note(fmt::format("{} {}", task_, text));
  }
}

// A line also waits for its share of the work, so that ten of them are the most there are.
bool ProgressBar::is_due(double fraction, Clock::time_point now) {
  const double since = std::chrono::duration<double>(now - last_).count();
  if (style_ == Style::kBar) return since >= kRedrawSeconds;
  if (fraction < next_fraction_ || fraction >= 1 || since < kLineSeconds) return false;
  next_fraction_ = (std::floor(fraction * 10) + 1) / 10;
  return true;
}

void ProgressBar::draw_bar(double fraction, std::string_view text) {
  const auto filled = static_cast<std::size_t>(std::clamp(fraction, 0.0, 1.0) * kBarWidth);
  std::string line =
      fmt::format("{} [{:#<{}}{:.<{}}] {}", task_, "", filled, "", kBarWidth - filled, text);
  line.resize(std::min(line.size(), width_of(console_.err) - 1));
  std::fputs(fmt::format("\r{}\x1b[K", line).c_str(), console_.err);
  std::fflush(console_.err);
  drawn_ = true;
}

}  // namespace gntp
