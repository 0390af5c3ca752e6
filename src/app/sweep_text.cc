#include "app/sweep_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/utf8.h"

namespace gntp {
namespace {

std::string count_text(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// As a comment may have it: on one line, and UTF-8.
std::string comment_text(std::string text) {
  const bool well_formed = is_utf8(text);
  std::ranges::replace_if(
      text,
      [&](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < ' ' || byte == 0x7F || (byte >= 0x80 && !well_formed);
      },
      '?');
  return text;
}

}  // namespace

std::string to_table(const std::vector<TrialSummary>& trials, const SweepPlan& plan) {
  std::string text = fmt::format("{:>8} {:>8} {:>5} {:>7} {:>8}  settings\n", "valid", "+-", "runs",
                                 "failed", "seconds");
  for (const TrialSummary& summary : trials) {
    text += fmt::format("{:>8.4f} {:>8.4f} {:>5} {:>7} {:>8.1f} ", summary.mean, summary.deviation,
                        summary.runs, summary.failed, summary.seconds);
    for (std::size_t i = 0; i < plan.varied.size(); ++i) {
      text += fmt::format(" {}={}", plan.varied[i], summary.trial->values[i]);
    }
    if (summary.given_up_after) {
      text += fmt::format("  (given up after {})", count_text(*summary.given_up_after, "run"));
    }
    if (!summary.error.empty()) text += fmt::format("  ({})", summary.error);
    text += '\n';
  }
  return text;
}

nlohmann::ordered_json to_json(const std::vector<TrialSummary>& trials, const SweepPlan& plan) {
  auto list = nlohmann::ordered_json::array();
  for (const TrialSummary& summary : trials) {
    nlohmann::ordered_json object{
        {"valid", summary.mean},    {"deviation", summary.deviation}, {"runs", summary.runs},
        {"failed", summary.failed}, {"seconds", summary.seconds},
    };
    if (summary.given_up_after) object["given_up_after"] = *summary.given_up_after;
    if (!summary.error.empty()) object["error"] = summary.error;
    object["settings"] = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < plan.varied.size(); ++i) {
      object["settings"][plan.varied[i]] = summary.trial->values[i];
    }
    list.push_back(std::move(object));
  }
  return list;
}

std::string best_file_text(const TrialSummary& best, const TrialOrigin& origin,
                           const std::string& settings) {
  const std::size_t wanted = origin.seeds * origin.data.size();
  std::string text = fmt::format(
      "# The best of {} that 'gntp sweep' tried: {:.4f} +- {:.4f} on the valid split,\n"
      "# mean and deviation of {}{}.\n",
      count_text(origin.trials, "setting"), best.mean, best.deviation,
      best.runs < wanted ? fmt::format("{} of ", best.runs) : "", count_text(wanted, "run"));
  text += origin.seeds == 1 ? "# Seed: 1. Data sets:\n"
                            : fmt::format("# Seeds: 1 to {}. Data sets:\n", origin.seeds);
  for (const std::string& folder : origin.data) {
    text += fmt::format("#   {}\n", comment_text(folder));
  }
  const std::string options = fmt::format("{}", fmt::join(origin.options, " "));
  text += fmt::format("# gntp train DATA --config FILE{}{} --out RUN\n", options.empty() ? "" : " ",
                      comment_text(options));
  return settings.empty() ? text + "# All settings are the defaults.\n" : text + '\n' + settings;
}

}  // namespace gntp
