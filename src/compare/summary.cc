#include "compare/summary.h"

#include <algorithm>

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
Spread over_runs(const ModelOutcome& outcome, const Value& value) {
  std::vector<double> values;
  for (const Json& run : outcome.runs) values.push_back(value(run));
  return spread_of(values);
}

void add_metrics(const ModelOutcome& outcome, const std::string& split, ModelSummary& summary) {
  for (std::size_t i = 0; i < kSummaryMetrics.size(); ++i) {
    summary.metrics[i] = over_runs(outcome, [&](const Json& run) {
      const Json& metrics = run.at("splits").at(split).at("both").at(kHeadlineTies);
      return metrics.at(kSummaryMetrics[i].key).get<double>();
    });
  }
  if (!outcome.runs.front().at("splits").at(split).contains("auc_pr")) return;
  summary.auc_pr = over_runs(outcome, [&](const Json& run) {
    return run.at("splits").at(split).at("auc_pr").get<double>();
  });
}

void add_measured(const ModelOutcome& outcome, const std::string& split, ModelSummary& summary) {
  summary.training_seconds =
      over_runs(outcome, [](const Json& run) { return run.at("training_seconds").get<double>(); });
  summary.ranking_seconds = over_runs(
      outcome, [&](const Json& run) { return run.at("evaluation_seconds").value(split, 0.0); });
  for (const Json& run : outcome.runs) {
    if (run.at("peak_bytes").is_null()) continue;
    summary.bytes = std::max(summary.bytes.value_or(0), run.at("peak_bytes").get<double>());
  }
}

// All goals at the price of those that were measured, shared out to the threads.
void add_projected(const ModelOutcome& outcome, const std::string& split, const Json& check,
                   std::size_t threads, ModelSummary& summary) {
  const double seconds = check.at("seconds").get<double>() / static_cast<double>(threads);
  summary.projected = true;
  summary.training_seconds = over_runs(
      outcome, [&](const Json& run) { return seconds * run.at("training_goals").get<double>(); });
  summary.ranking_seconds = over_runs(outcome, [&](const Json& run) {
    return seconds * run.at("ranking_goals").value(split, 0.0);
  });
  summary.bytes = check.at("bytes").get<double>();
}

}  // namespace

Json ntp_check_of(const Comparison& comparison) {
  for (const ModelOutcome& outcome : comparison.models) {
    if (outcome.model.name != kNtpModel) continue;
    for (const Json& run : outcome.runs) {
      if (run.contains("ntp")) return run.at("ntp");
    }
  }
  return {};
}

std::vector<ModelSummary> summarise(const Comparison& comparison, const std::string& split) {
  const Json check = ntp_check_of(comparison);
  std::vector<ModelSummary> summaries;
  for (const ModelOutcome& outcome : comparison.models) {
    ModelSummary& summary = summaries.emplace_back();
    summary.name = outcome.model.name;
    summary.title = outcome.model.title;
    summary.error = outcome.error;
    summary.runs = outcome.runs.size();
    if (!summary.error.empty()) continue;
    add_metrics(outcome, split, summary);
    summary.complete = std::ranges::all_of(
        outcome.runs, [](const Json& run) { return run.at("complete").get<bool>(); });
    if (outcome.model.name == kNtpModel) {
      add_projected(outcome, split, check, comparison.plan.thread_count(), summary);
    } else {
      add_measured(outcome, split, summary);
    }
  }
  return summaries;
}

}  // namespace gntp
