#include "report/report.h"

#include <fmt/format.h>
#include <gntp/browsing.h>
#include <gntp/version.h>

#include "base/html.h"
#include "base/stop.h"
#include "engine/engine_state.h"
#include "report/evaluations.h"
#include "report/gallery.h"
#include "report/reliability_diagram.h"
#include "report/sections.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

std::string card(std::string_view name, std::string_view value) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escape_html(name), escape_html(value));
}

// Of 'runs/s1' or 'runs/s1/'.
std::string name_of_run(const fs::path& run) {
  const fs::path whole = fs::absolute(run).lexically_normal();
  return (whole.has_filename() ? whole.filename() : whole.parent_path().filename()).string();
}

std::string navigation(const std::vector<Section>& sections) {
  std::string items;
  for (const Section& section : sections) {
    items += fmt::format("<li><a href=\"#{}\">{}</a></li>", section.id, escape_html(section.title));
  }
  return fmt::format("<nav aria-label=\"Sections\"><ul>{}</ul></nav>\n", items);
}

// The numbers to remember, as cards at the top of the page.
std::string headline(const ReportSource& source, const ReportedEvaluations& evaluations) {
  std::string cards;
  if (!evaluations.splits.empty()) {
    const Evaluation& chief = evaluations.splits.front();
    cards += card("MRR on " + chief.split, fmt::format("{:.4f}", chief.both.expected.mrr));
    cards += card("hits@1 on " + chief.split, fmt::format("{:.4f}", chief.both.expected.hits_at_1));
    cards +=
        card("hits@10 on " + chief.split, fmt::format("{:.4f}", chief.both.expected.hits_at_10));
    if (chief.auc_pr) {
      cards += card("AUC-PR on " + chief.split, fmt::format("{:.2f} %", 100 * *chief.auc_pr));
    }
    for (const CalibrationQuality& quality : chief.calibration) {
      cards += card("calibration error, " + name_of(quality), fmt::format("{:.4f}", quality.error));
    }
  }
  const EngineCounts counts = counts_of(source.engine);
  cards += card("entities", grouped_number(counts.entities));
  cards += card("relations", grouped_number(counts.relations));
  cards += card("known facts", grouped_number(counts.facts));
  cards += card("rules", grouped_number(counts.rules));
  return fmt::format("<dl class=\"cards\">\n{}</dl>\n", cards);
}

}  // namespace

std::string make_report(const Engine& engine, const fs::path& run, const ReportOptions& options,
                        const Observer& observer) {
  const StopScope stop(observer.stop);
  const ReportSource source = open_source(engine, run, options, observer);
  const ReportedEvaluations evaluations = evaluations_for(source, observer);
  const Gallery gallery = choose_gallery(source, observer);
  const std::vector<Section> sections{data_section(source),
                                      training_section(source),
                                      quality_section(source, evaluations),
                                      calibration_section(evaluations),
                                      rules_section(source, observer),
                                      gallery_section(source, gallery),
                                      origin_section(source)};
  const Metadata& metadata = engine.state().metadata;
  const std::string name = name_of_run(run);
  std::string page = html_page_start(name + " · gntp report",
                                     fmt::format("{}\n{}", html_piece_style(), report_style()));
  page += fmt::format(
      "<header>\n<h1>{}</h1>\n<p class=\"subtitle\">A model of gntp {}{}, trained on {}.</p>\n{}{}"
      "</header>\n<main>\n",
      escape_html(name), escape_html(metadata.version),
      metadata.preset.empty() ? std::string()
                              : fmt::format(" with the preset {}", escape_html(metadata.preset)),
      short_code(metadata.data.string()), headline(source, evaluations), navigation(sections));
  for (const Section& section : sections) page += to_html(section);
  page += fmt::format(
      "</main>\n<footer><p>Made by gntp {}, a neural theorem prover for knowledge "
      "graphs.</p></footer>\n",
      escape_html(version()));
  return page + html_page_end();
}

}  // namespace gntp
