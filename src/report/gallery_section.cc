// Predictions to look at, as a section.
#include <fmt/format.h>
#include <gntp/browsing.h>

#include "base/html.h"
#include "report/sections.h"

namespace gntp {
namespace {

// An explanation that is longer, because of names and sentences as long as books, is not shown.
constexpr std::size_t kMostBytes = 60'000;

std::string explanation_html(const Explanation& explanation) {
  const std::string piece = explanation.to_html();
  const std::string_view html = without_style(piece);
  if (html.size() <= kMostBytes) return std::string(html) + "\n";
  return absence("The explanation is too long to be shown here; 'gntp explain' shows it.");
}

std::string words_of(const Engine& engine, const Fact& fact) {
  return short_code(fact_in_words(engine, fact).in_words);
}

std::string question_of(const Engine& engine, const Fact& fact) {
  return short_code(fmt::format("{}({}, ?)", relation_in_words(engine, fact.relation).typed,
                                entity_in_words(engine, fact.head).typed));
}

std::string answer_of(const Engine& engine, const Fact& fact) {
  return short_name(entity_in_words(engine, fact.tail).display_name);
}

std::string right_case(const Engine& engine, const GalleryCase& shown, bool asked) {
  const std::string title = asked ? fmt::format("{} → {}", question_of(engine, shown.predicted),
                                                answer_of(engine, shown.predicted))
                                  : words_of(engine, shown.predicted);
  return fmt::format(
      "<article class=\"case right\">\n<h4><span class=\"tag\">{}</span>{}</h4>\n{}</article>\n",
      asked ? "right" : "found again", title, explanation_html(shown.why));
}

std::string wrong_case(const Engine& engine, const GalleryCase& shown) {
  const std::string rank = shown.truth_rank == 0
                               ? std::string("not among the ten best new answers")
                               : fmt::format("at rank {} of the new answers", shown.truth_rank);
  return fmt::format(
      "<article class=\"case wrong\">\n<h4><span class=\"tag\">wrong</span>{} → {}</h4>\n"
      "<p>The data say <strong>{}</strong>, which is {}.</p>\n{}{}</article>\n",
      question_of(engine, shown.predicted), answer_of(engine, shown.predicted),
      answer_of(engine, *shown.truth), rank, explanation_html(shown.why),
      folded("Why the true answer is less sure", explanation_html(*shown.why_truth)));
}

std::string introduction(const Gallery& gallery) {
  if (gallery.split == "train") {
    return paragraph(fmt::format(
        "There is no split to ask about. These are facts of the training, proved without "
        "themselves: of {} that were tried, {} have a proof.",
        gallery.asked, gallery.right_ones));
  }
  return paragraph(fmt::format(
      "Asked were {} of the form rel(a, ?), evenly chosen from those of the split {}, which has "
      "{}. The best new answer is right for {} and wrong for {}; for the others right and wrong "
      "ones tie, or there is none. A wrong answer is one that no split of the data has: it may "
      "still be true.",
      counted(gallery.asked, "question", "questions"), gallery.split,
      counted(gallery.of, "triple", "triples"), gallery.right_ones, gallery.wrong_ones));
}

}  // namespace

Section gallery_section(const ReportSource& source, const Gallery& gallery) {
  const bool asked = gallery.split != "train";
  std::string html = introduction(gallery);
  html += asked ? "<h3>Right, with the most telling proofs</h3>\n"
                : "<h3>Facts that would be inferred</h3>\n";
  for (const GalleryCase& each : gallery.right) html += right_case(source.engine, each, asked);
  if (gallery.right.empty()) {
    html += absence(asked ? "No question of these has a right answer in the first place."
                          : "No fact of these has a proof without itself.");
  }
  if (asked) {
    html += "<h3>Wrong, the surest first</h3>\n";
    for (const GalleryCase& each : gallery.wrong) html += wrong_case(source.engine, each);
    if (gallery.wrong.empty()) html += absence("No question of these has a wrong answer first.");
  }
  return {"predictions", "Predictions", html};
}

}  // namespace gntp
