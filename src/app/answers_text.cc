#include "app/answers_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "base/utf8.h"
#include "explain/explanation.h"

namespace gntp {
namespace {

constexpr int kDecimals = 6;
constexpr int kMostDecimals = 15;

// The fewest decimals, kDecimals or more, that tell two numbers apart.
int decimals_between(double a, double b) {
  int decimals = kDecimals;
  while (decimals < kMostDecimals && a != b &&
         fmt::format("{:.{}f}", a, decimals) == fmt::format("{:.{}f}", b, decimals)) {
    ++decimals;
  }
  return decimals;
}

int decimals_of_scores(std::span<const Answer> answers) {
  int decimals = kDecimals;
  for (std::size_t i = 1; i < answers.size(); ++i) {
    decimals = std::max(decimals, decimals_between(answers[i - 1].score, answers[i].score));
  }
  return decimals;
}

// The tie-breakers of answers with the same score, as much of them as decides.
std::vector<std::string> tie_breakers(std::span<const Answer> answers) {
  std::ptrdiff_t shown = 0;
  int decimals = kDecimals;
  for (std::size_t i = 1; i < answers.size(); ++i) {
    const std::vector<double>& before = answers[i - 1].tie_breaker;
    const std::vector<double>& after = answers[i].tie_breaker;
    const auto [a, b] = std::ranges::mismatch(before, after);
    if (a == before.end() && b == after.end()) continue;
    shown = std::max(shown, a - before.begin() + 1);
    if (a != before.end() && b != after.end()) {
      decimals = std::max(decimals, decimals_between(*a, *b));
    }
  }
  std::vector<std::string> texts(answers.size());
  for (std::size_t i = 0; shown > 0 && i < answers.size(); ++i) {
    const std::vector<double>& own = answers[i].tie_breaker;
    for (std::size_t k = 0; k < std::min(own.size(), static_cast<std::size_t>(shown)); ++k) {
      texts[i] += fmt::format("{}{:.{}f}", k == 0 ? "" : " ", own[k], decimals);
    }
    if (own.empty()) texts[i] = "-";
  }
  return texts;
}

// By answer; empty where the score alone decides.
std::vector<std::string> tie_breaker_column(std::span<const Answer> answers) {
  std::vector<std::string> column;
  column.reserve(answers.size());
  while (column.size() < answers.size()) {
    const std::span<const Answer> rest = answers.subspan(column.size());
    const auto other = std::ranges::find_if(
        rest, [&](const Answer& answer) { return answer.score != rest.front().score; });
    const auto count = static_cast<std::size_t>(other - rest.begin());
    std::ranges::move(tie_breakers(rest.first(count)), std::back_inserter(column));
  }
  return column;
}

// Small ones would read as zero.
std::string probability_text(const std::optional<double>& probability) {
  constexpr double kSmallest = 0.0001;
  if (!probability) return "-";
  return *probability < kSmallest ? "<0.0001" : fmt::format("{:.4f}", *probability);
}

// In log-odds.
constexpr std::string_view kPartsHeading = "   proof  similar    prior";
std::string parts_text(const ScoreParts& parts) {
  return fmt::format("{:>8}{:>+9.2f}{:>+9.2f}",
                     parts.proved ? fmt::format("{:+.2f}", parts.proof) : "none", parts.similarity,
                     parts.prior);
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - display_width(text), ' ');
}

template <typename Texts>
std::size_t widest(std::string_view heading, const Texts& texts) {
  std::size_t width = display_width(heading);
  for (const std::string& text : texts) width = std::max(width, display_width(text));
  return width;
}

const std::string& shown_name(const Answer& answer) {
  return answer.display_name.empty() ? answer.name : answer.display_name;
}

}  // namespace

std::string to_text(const std::vector<Answer>& answers) {
  std::vector<std::string> names;
  names.reserve(answers.size());
  for (const Answer& answer : answers) names.push_back(shown_name(answer));
  const std::size_t name_width = widest("answer", names);
  const int decimals = decimals_of_scores(answers);
  const std::vector<std::string> column = tie_breaker_column(answers);
  const bool has_column =
      std::ranges::any_of(column, [](const std::string& text) { return !text.empty(); });
  const std::size_t column_width = has_column ? widest("tie-breaker", column) : 0;

  const bool has_probability =
      std::ranges::any_of(answers, [](const Answer& each) { return each.probability.has_value(); });

  std::string text =
      fmt::format("rank  {}  {:>{}}{}{}{}\n", padded("answer", name_width), "score", decimals + 2,
                  has_probability ? "  probability" : "", has_column ? "  tie-breaker" : "",
                  !answers.empty() && answers.front().parts ? kPartsHeading : "");
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Answer& answer = answers[i];
    std::string line = fmt::format("{:>4}  {}  {:.{}f}", answer.rank, padded(names[i], name_width),
                                   answer.score, decimals);
    if (has_probability) line += fmt::format("  {:>11}", probability_text(answer.probability));
    if (has_column) line += fmt::format("  {}", padded(column[i], column_width));
    if (answer.parts) line += parts_text(*answer.parts);
    if (answer.known) line += "  known";
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

nlohmann::ordered_json to_json(const std::vector<Answer>& answers) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Answer& answer : answers) {
    list.push_back({{"rank", answer.rank},
                    {"answer", answer.name},
                    {"kind", answer.kind == Answer::Kind::kEntity ? "entity" : "relation"},
                    {"score", answer.score},
                    {"tie_breaker", answer.tie_breaker},
                    {"known", answer.known}});
    if (!answer.label.empty()) list.back()["label"] = answer.label;
    if (answer.probability) list.back()["probability"] = *answer.probability;
    if (answer.parts) list.back()["parts"] = to_json(*answer.parts);
    if (answer.among_likely) list.back()["among_likely"] = true;
  }
  return list;
}

nlohmann::ordered_json to_json(std::string_view query, const std::vector<Answer>& answers) {
  return {{"query", query}, {"answers", to_json(answers)}};
}

}  // namespace gntp
