// Whether probabilities hold.
#include <fmt/format.h>

#include "report/reliability_diagram.h"
#include "report/sections.h"

namespace gntp {
namespace {

using Column = HtmlTable::Column;

std::string bins_table(const Evaluation& evaluation) {
  std::string html;
  for (const CalibrationQuality& quality : evaluation.calibration) {
    HtmlTable table(fmt::format("{}, {}: {} answers to {} questions, calibration error {:.4f}",
                                evaluation.split, name_of(quality), quality.answers,
                                quality.questions, quality.error),
                    {{"answers", Column::kNumber},
                     {"probability", Column::kNumber},
                     {"correct", Column::kNumber}});
    for (const auto& [answers, probability, correct] : quality.bins) {
      table.add({fmt::format("{:.1f}", answers), fmt::format("{:.4f}", probability),
                 fmt::format("{:.4f}", correct)});
    }
    html += table.html();
  }
  return html;
}

std::string errors_text(const Evaluation& evaluation) {
  std::string text = fmt::format("Calibration error on {}:", evaluation.split);
  for (const CalibrationQuality& quality : evaluation.calibration) {
    text += fmt::format("{} {} {:.4f}", &quality == &evaluation.calibration.front() ? "" : ";",
                        name_of(quality), quality.error);
  }
  return text;
}

}  // namespace

Section calibration_section(const ReportedEvaluations& evaluations) {
  Section section{"calibration", "Calibration", {}};
  if (evaluations.splits.empty()) {
    section.html = absence("There is no evaluation to measure probabilities with.");
    return section;
  }
  for (const Evaluation& evaluation : evaluations.splits) {
    if (evaluation.calibration.empty()) continue;
    const std::string title = errors_text(evaluation);
    const std::string html = figure(reliability_diagram(evaluation), title, title + ".") +
                             folded("The bins as numbers", bins_table(evaluation));
    if (section.html.empty()) {
      section.html = paragraph(
          "A point is a tenth of the ten best new answers to each question. On the dashed line "
          "answers are true as often as their probability says; a bar is as long as chance alone "
          "may take a point from it.");
      section.html += html;
    } else {
      section.html += folded(fmt::format("Split {}", short_name(evaluation.split)), html);
    }
  }
  if (section.html.empty()) {
    section.html = absence(
        "The answers of this model have no probability, or too few answers to measure it by: "
        "probabilities take a valid split that asks enough questions, and gntp 0.4 or later.");
  }
  return section;
}

}  // namespace gntp
