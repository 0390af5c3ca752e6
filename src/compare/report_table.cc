#include "compare/report_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/new_folder.h"
#include "base/units.h"
#include "compare/summary.h"

namespace gntp {
namespace {

std::string spread_text(const Spread& spread, int digits, std::size_t runs) {
  const std::string mean = fmt::format("{:.{}f}", spread.mean, digits);
  return runs > 1 ? fmt::format("{} ± {:.{}f}", mean, spread.deviation, digits) : mean;
}

// What was not measured whole is marked.
std::string marked(const std::string& text, const ModelSummary& model) {
  return model.projected ? fmt::format("~{}*", text) : text;
}

Cells row_of(const ModelSummary& model, bool with_auc) {
  Cells cells{model.title};
  if (!model.error.empty()) {
    cells.push_back("failed: " + model.error);
    return cells;
  }
  if (with_auc) {
    const Spread percent{100 * model.auc_pr->mean, 100 * model.auc_pr->deviation};
    cells.push_back(spread_text(percent, 1, model.runs));
  }
  for (std::size_t i = 0; i < kSummaryMetrics.size(); ++i) {
    cells.push_back(spread_text(model.metrics[i], kSummaryMetrics[i].digits, model.runs));
  }
  const std::string limited = model.complete ? "" : "†";
  cells.push_back(marked(rough_duration(model.training_seconds.mean), model) + limited);
  cells.push_back(marked(rough_duration(model.ranking_seconds.mean), model));
  cells.push_back(model.bytes ? marked(rough_size(*model.bytes), model) : "-");
  return cells;
}

std::string ntp_note(const nlohmann::ordered_json& check, std::size_t threads) {
  const auto goals = check.at("goals").get<std::size_t>();
  return fmt::format(
      "* Projected. NTP unifies every goal with every fact and every rule. Its accuracy is that of "
      "exact search over all of them, which finds the same proofs ({}). Its times are {:.3g} s a "
      "goal, {}, times the goals of training and ranking, shared out to {} thread{}; gradients "
      "would come on top. Its memory is that of the proof states of one goal{}.",
      goals > 0 ? fmt::format("checked on {} goals, 0 differ", goals)
                : "not one goal ended in time to check that here",
      check.at("seconds").get<double>(),
      goals > 0 ? "measured on these" : "projected from the paths that were followed", threads,
      threads == 1 ? "" : "s", check.at("allocated").get<bool>() ? "" : ", counted");
}

}  // namespace

ReportTable table_of(const Comparison& comparison, const std::string& split) {
  const std::vector<ModelSummary> models = summarise(comparison, split);
  const bool with_auc = std::ranges::any_of(
      models, [](const ModelSummary& model) { return model.auc_pr.has_value(); });
  ReportTable table;
  table.heading = {"model"};
  if (with_auc) table.heading.emplace_back("AUC-PR %");
  for (const SummaryMetric& metric : kSummaryMetrics) table.heading.emplace_back(metric.title);
  for (const char* title : {"training", "ranking", "memory"}) table.heading.emplace_back(title);
  for (const ModelSummary& model : models) table.rows.push_back(row_of(model, with_auc));
  return table;
}

std::vector<std::string> notes_of(const Comparison& comparison) {
  const ComparisonPlan& plan = comparison.plan;
  std::vector<std::string> notes;
  notes.push_back(fmt::format(
      "Heads and tails together, known answers left out; a true answer has the middle place among "
      "its ties. {}, {} thread{}{}; each model in a process of its own, whose peak memory is "
      "shown.",
      plan.seeds > 1 ? fmt::format("Seeds {} to {}, mean ± sample deviation", plan.seed,
                                   plan.seed + plan.seeds - 1)
                     : fmt::format("Seed {}", plan.seed),
      plan.thread_count(), plan.thread_count() == 1 ? "" : "s",
      comparison.gpu.empty() ? "" : fmt::format(", vectors on {}", comparison.gpu)));
  if (const auto check = ntp_check_of(comparison); !check.is_null()) {
    notes.push_back(ntp_note(check, plan.thread_count()));
  }
  const bool limited = std::ranges::any_of(comparison.models, [](const ModelOutcome& outcome) {
    return std::ranges::any_of(
        outcome.runs, [](const auto& run) { return !run.at("complete").template get<bool>(); });
  });
  if (limited) {
    notes.push_back(fmt::format("† The limit of {} ended a training before its last step.",
                                duration_text(plan.time_limit)));
  }
  return notes;
}

std::string data_name(const Comparison& comparison) {
  const std::filesystem::path folder = without_final_slash(comparison.plan.data);
  const std::string name = folder.filename().string();
  return name.empty() || name == "." || name == ".." ? folder.string() : name;
}

}  // namespace gntp
