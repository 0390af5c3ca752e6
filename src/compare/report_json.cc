// A comparison as JSON.
#include <gntp/version.h>

#include <nlohmann/json.hpp>

#include "compare/report.h"
#include "compare/report_table.h"
#include "compare/summary.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Spread& spread) {
  return {{"mean", spread.mean}, {"deviation", spread.deviation}};
}

Json to_json(const ModelSummary& model) {
  Json object;
  if (model.auc_pr) object["auc_pr"] = to_json(*model.auc_pr);
  for (std::size_t i = 0; i < kSummaryMetrics.size(); ++i) {
    object[kSummaryMetrics[i].key] = to_json(model.metrics[i]);
  }
  object["ranking_seconds"] = to_json(model.ranking_seconds);
  return object;
}

}  // namespace

Json to_json(const Comparison& comparison) {
  const ComparisonPlan& plan = comparison.plan;
  Json object{{"version", GNTP_VERSION}, {"data", plan.data.string()}};
  object["ties"] = kHeadlineTies;
  object["seed"] = plan.seed;
  object["seeds"] = plan.seeds;
  object["threads"] = plan.thread_count();
  object["time_limit"] = plan.time_limit;
  if (!comparison.gpu.empty()) object["device"] = comparison.gpu;
  object["models"] = Json::array();
  for (std::size_t i = 0; i < comparison.models.size(); ++i) {
    const ModelOutcome& outcome = comparison.models[i];
    Json& model = object["models"].emplace_back(Json::object());
    model["name"] = outcome.model.name;
    model["title"] = outcome.model.title;
    if (!outcome.error.empty()) {
      model["error"] = outcome.error;
    } else {
      for (const std::string& split : comparison.splits) {
        const ModelSummary summary = summarise(comparison, split)[i];
        model["projected"] = summary.projected;
        model["complete"] = summary.complete;
        model["training_seconds"] = to_json(summary.training_seconds);
        model["bytes"] = summary.bytes ? Json(*summary.bytes) : Json();
        model["splits"][split] = to_json(summary);
      }
    }
    model["runs"] = outcome.runs;
  }
  object["notes"] = notes_of(comparison);
  return object;
}

}  // namespace gntp
