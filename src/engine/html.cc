// Answers and rules as tables of HTML.
#include <fmt/format.h>
#include <gntp/engine.h>

#include <algorithm>

#include "base/html.h"

namespace gntp {
namespace {

std::string in_code(std::string_view text) {
  return fmt::format("<code>{}</code>", escape_html(text));
}

}  // namespace

std::string to_html(std::span<const Answer> answers) {
  if (answers.empty()) return html_piece("Nothing fits.");
  const bool likely = std::ranges::any_of(
      answers, [](const Answer& answer) { return answer.probability.has_value(); });
  std::string body =
      fmt::format("<table><tr><th></th><th>answer</th><th>score</th>{}<th></th></tr>",
                  likely ? "<th>probability</th>" : "");
  for (const Answer& answer : answers) {
    body += fmt::format("<tr><td class=\"number\">{}</td><td title=\"{}\">{}</td><td>{}</td>",
                        answer.rank, escape_html(answer.name), escape_html(answer.display_name),
                        likely ? fmt::format("{:.3g}", answer.score) : html_bar(answer.score));
    if (likely) {
      body += fmt::format("<td>{}</td>", answer.probability ? html_bar(*answer.probability) : "");
    }
    body +=
        fmt::format("<td>{}</td></tr>", answer.known ? "<span class=\"badge\">known</span>" : "");
  }
  return html_piece(body + "</table>");
}

std::string to_html(std::span<const LearnedRule> rules) {
  if (rules.empty()) return html_piece("There are no rules.");
  std::string body = "<table><tr><th>confidence</th><th>right / found</th><th>rule</th></tr>";
  for (const LearnedRule& rule : rules) {
    body += fmt::format("<tr><td>{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
                        html_bar(rule.confidence),
                        rule.body > 0 ? fmt::format("{} / {}", rule.support, rule.body) : "",
                        in_code(rule.in_words.empty() ? rule.text : rule.in_words));
  }
  return html_piece(body + "</table>");
}

}  // namespace gntp
