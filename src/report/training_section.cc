// How training went: curves of the trace, and which model was kept.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/json.h"
#include "base/text.h"
#include "base/units.h"
#include "engine/engine_state.h"
#include "report/line_chart.h"
#include "report/sections.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

// A number of an object; nothing where there is none, or none that can be drawn.
std::optional<double> number_in(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  const double number = found->get<double>();
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

// The epochs of rules, or of vectors, by random start.
struct Curves {
  std::map<std::size_t, ChartLine> loss;
  std::map<std::size_t, ChartLine> valid;
  std::size_t epochs = 0;
};

struct Trace {
  Curves rules;
  Curves vectors;
};

void add(std::map<std::size_t, ChartLine>& lines, std::size_t start, double epoch,
         std::optional<double> value) {
  if (!value) return;
  lines[start].x.push_back(epoch);
  lines[start].y.push_back(*value);
}

// Lines that say nothing are passed over: no answer depends on them.
Trace read_trace(const std::string& text) {
  Trace trace;
  for (const std::string_view line : split(text, '\n')) {
    const std::optional<Json> object = parse_json<Json>(line);
    if (!object || !object->is_object()) continue;
    const std::optional<double> epoch = number_in(*object, "epoch");
    if (!epoch) continue;
    const bool vectors = object->contains("vectors");
    Curves& curves = vectors ? trace.vectors : trace.rules;
    const auto start = static_cast<std::size_t>(
        std::max(0.0, number_in(*object, vectors ? "start" : "restart").value_or(0)));
    ++curves.epochs;
    add(curves.loss, start, *epoch, number_in(*object, "loss"));
    add(curves.valid, start, *epoch, number_in(*object, "valid"));
  }
  return trace;
}

// What a chart says, for those who do not see it.
std::string summary_of(const std::string& title, const std::map<std::size_t, ChartLine>& lines) {
  const ChartLine& line = lines.begin()->second;
  return fmt::format("{}: from {:.4g} at epoch {} to {:.4g} at epoch {}{}", title, line.y.front(),
                     line.x.front(), line.y.back(), line.x.back(),
                     lines.size() == 1 ? "" : fmt::format(", start 1 of {}", lines.size()));
}

std::string chart_of(const std::string& title, const std::map<std::size_t, ChartLine>& lines,
                     std::optional<double> kept) {
  if (lines.empty()) return {};
  LineChart chart{.title = title, .x_title = "epoch", .lines = {}, .marked = kept, .mark = "kept"};
  if (lines.size() > kMostLines) {
    chart.title += fmt::format(", the first {} of {} starts", kMostLines, lines.size());
  }
  for (const auto& [start, line] : lines) {
    chart.lines.push_back(line);
    if (lines.size() > 1) chart.lines.back().name = fmt::format("start {}", start + 1);
  }
  return figure(to_svg(chart), summary_of(title, lines));
}

std::string charts(std::string_view heading, const Curves& curves, const std::string& valid_title,
                   std::optional<double> kept) {
  if (curves.epochs == 0) return {};
  return fmt::format("<h3>{}</h3>\n<div class=\"figures\">\n{}{}</div>\n", heading,
                     chart_of("loss", curves.loss, kept),
                     chart_of(valid_title, curves.valid, kept));
}

std::string mixture_text(const Json& metrics) {
  if (!metrics.contains("mixture")) return {};
  const Json& mixture = metrics.at("mixture");
  std::string text;
  for (const auto& [key, name] :
       {std::pair{"valid_by_rules", "rules alone"}, std::pair{"valid_by_vectors", "vectors alone"},
        std::pair{"valid_by_both", "both together"}}) {
    const std::optional<double> number = number_in(mixture, key);
    if (number) text += fmt::format("{}{} {:.4f}", text.empty() ? "" : ", ", name, *number);
  }
  return text.empty() ? text : paragraph("Mean reciprocal rank on valid: " + text + ".");
}

// Empty where the run folder does not say.
std::string duration_sentence(const std::string& times_text) {
  const Json times = parse_json<Json>(times_text).value_or(Json::object());
  const std::optional<double> seconds =
      times.is_object() ? number_in(times, "training_seconds") : std::nullopt;
  return seconds ? fmt::format("Training took {}.", duration_text(*seconds)) : "";
}

}  // namespace

Section training_section(const ReportSource& source) {
  const Engine::State& state = source.engine.state();
  const Trace trace = read_trace(state.record.trace);
  Json metrics = parse_json<Json>(state.record.metrics).value_or(Json::object());
  if (!metrics.is_object()) metrics = Json::object();
  const Json vectors = metrics.value("vectors", Json::object());
  std::string text;
  if (trace.rules.epochs > 0) {
    text += fmt::format("{} of rules", counted(trace.rules.epochs, "epoch", "epochs"));
  }
  if (trace.vectors.epochs > 0) {
    text += fmt::format("{}{} of vectors", text.empty() ? "" : ", ",
                        counted(trace.vectors.epochs, "epoch", "epochs"));
  }
  std::string html;
  if (text.empty()) {
    html += absence(
        state.record.trace.empty()
            ? "The trace of the run folder has no epochs: nothing was trained step by step, as "
              "where rules are only counted."
            : "The trace of the run folder has no epoch that can be read.");
  } else {
    html += paragraph(text + ".");
  }
  if (const std::string took = duration_sentence(state.record.times); !took.empty()) {
    html += paragraph(took);
  }
  if (state.metadata.steps) {
    html += paragraph(fmt::format("A limit ended the training after {}.",
                                  counted(*state.metadata.steps, "step", "steps")));
  }
  const bool has_candidates = !state.models.kb().candidates.entities.empty();
  html += charts("Rules", trace.rules, has_candidates ? "AUC-PR on valid" : "MRR on valid",
                 trace.rules.valid.empty() ? std::nullopt : number_in(metrics, "kept_epoch"));
  html += charts("Vectors", trace.vectors, "MRR on valid",
                 vectors.is_object() ? number_in(vectors, "kept_epoch") : std::nullopt);
  html += mixture_text(metrics);
  return {"training", "Training", html};
}

}  // namespace gntp
