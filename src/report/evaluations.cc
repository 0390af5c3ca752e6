#include "report/evaluations.h"

#include <algorithm>

#include "base/error.h"
#include "base/json.h"
#include "engine/engine_state.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

RankingMetrics metrics_of(const Json& json) {
  return {.mrr = json.at("mrr").get<double>(),
          .mean_rank = json.at("mean_rank").get<double>(),
          .hits_at_1 = json.at("hits_at_1").get<double>(),
          .hits_at_3 = json.at("hits_at_3").get<double>(),
          .hits_at_5 = json.at("hits_at_5").get<double>(),
          .hits_at_10 = json.at("hits_at_10").get<double>()};
}

RankingQuality quality_of(const Json& json, std::size_t ranks) {
  return {.ranks = ranks,
          .optimistic = metrics_of(json.at("optimistic")),
          .realistic = metrics_of(json.at("realistic")),
          .pessimistic = metrics_of(json.at("pessimistic")),
          .expected = metrics_of(json.at("expected"))};
}

CalibrationQuality calibration_of(const Json& json) {
  CalibrationQuality quality;
  quality.side =
      json.at("side") == "head" ? CalibrationQuality::Side::kHead : CalibrationQuality::Side::kTail;
  quality.half = json.value("half", std::size_t{0});
  quality.questions = json.at("questions").get<std::size_t>();
  quality.answers = json.at("answers").get<std::size_t>();
  quality.error = json.at("error").get<double>();
  for (const Json& bin : json.at("bins")) {
    quality.bins.push_back({bin.at("answers").get<double>(), bin.at("probability").get<double>(),
                            bin.at("correct").get<double>()});
  }
  return quality;
}

Evaluation evaluation_of(const std::string& split, const Json& json) {
  Evaluation evaluation;
  evaluation.split = split;
  evaluation.triples = json.at("triples").get<std::size_t>();
  if (json.contains("auc_pr")) evaluation.auc_pr = json.at("auc_pr").get<double>();
  const std::size_t triples = evaluation.triples;
  evaluation.both = quality_of(json.at("both"), 2 * triples);
  evaluation.head = quality_of(json.at("head"), triples);
  evaluation.tail = quality_of(json.at("tail"), triples);
  if (json.contains("by_rules")) {
    evaluation.by_rules = quality_of(json.at("by_rules"), 2 * triples);
  }
  if (json.contains("by_vectors")) {
    evaluation.by_vectors = quality_of(json.at("by_vectors"), 2 * triples);
  }
  for (const auto& [relation, quality] : json.at("by_relation").items()) {
    const auto count = quality.at("count").get<std::size_t>();
    RelationQuality& read = evaluation.by_relation.emplace_back();
    read.relation = relation;
    read.both = quality_of(quality, 2 * count);
    // Versions before 0.8 wrote both sides together only.
    if (quality.contains("head")) read.head = quality_of(quality.at("head"), count);
    if (quality.contains("tail")) read.tail = quality_of(quality.at("tail"), count);
  }
  if (!json.contains("calibration")) return evaluation;
  for (const Json& each : json.at("calibration")) {
    evaluation.calibration.push_back(calibration_of(each));
  }
  return evaluation;
}

// The split that results are quoted for, then its parts, then the others.
void put_in_order(std::vector<Evaluation>& splits) {
  std::ranges::stable_sort(splits, {}, [](const Evaluation& evaluation) {
    return evaluation.split == "test" ? 0 : evaluation.split.starts_with("test-") ? 1 : 2;
  });
}

}  // namespace

std::vector<Evaluation> read_evaluations(std::string_view metrics_json) {
  const std::optional<Json> metrics = parse_json<Json>(metrics_json);
  if (!metrics || !metrics->is_object() || !metrics->contains("splits")) return {};
  try {
    std::vector<Evaluation> splits;
    for (const auto& [name, json] : metrics->at("splits").items()) {
      splits.push_back(evaluation_of(name, json));
    }
    return splits;
  } catch (const Json::exception&) {
    return {};
  }
}

ReportedEvaluations evaluations_for(const ReportSource& source, const Observer& observer) {
  ReportedEvaluations reported;
  const Engine::State& state = source.engine.state();
  if (source.kind == ReportSource::Data::kOfTraining) {
    reported.splits = read_evaluations(state.record.metrics);
    put_in_order(reported.splits);
    if (!reported.splits.empty()) {
      reported.origin = state.metadata.changes.is_empty()
                            ? "The evaluation that the run folder holds, made after training."
                            : "The evaluation that the run folder holds, made after training, "
                              "before facts were added or removed.";
      return reported;
    }
    if (!source.loaded) {
      reported.absence = "The run folder holds no evaluation, and there are no data to make one: " +
                         source.absence;
      return reported;
    }
  }
  if (source.loaded->splits.empty()) {
    reported.absence = "The data set has neither a valid nor a test split to evaluate on.";
    return reported;
  }
  reported.splits = source.engine.evaluate(source.data, "all", observer, source.on_error);
  put_in_order(reported.splits);
  reported.origin = source.kind == ReportSource::Data::kOther
                        ? "Measured for this report on " + source.data.string() + "."
                        : "The run folder holds no evaluation: measured for this report.";
  return reported;
}

}  // namespace gntp
