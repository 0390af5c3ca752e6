#include "engine/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "engine/calibrating.h"
#include "engine/watch.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

RankingMetrics to_public(const Metrics& means) {
  static_assert(kHits == std::array<std::size_t, 4>{1, 3, 5, 10});
  return {.mrr = means.mrr,
          .mean_rank = means.mean_rank,
          .hits_at_1 = means.hits[0],
          .hits_at_3 = means.hits[1],
          .hits_at_5 = means.hits[2],
          .hits_at_10 = means.hits[3]};
}

RankingQuality to_public(const RankMetrics& metrics) {
  return {.ranks = metrics.count(),
          .optimistic = to_public(metrics[RankType::kOptimistic]),
          .realistic = to_public(metrics[RankType::kRealistic]),
          .pessimistic = to_public(metrics[RankType::kPessimistic]),
          .expected = to_public(metrics[RankType::kExpected])};
}

Evaluation evaluate_split(const AnswerIndex& index, const Split& split,
                          const Candidates& candidates, const KnownTriples& known,
                          ThreadPool& threads, const RankProgress& progress) {
  const Stopwatch stopwatch;
  Evaluation evaluation;
  evaluation.split = split.name;
  evaluation.triples = split.triples.size();
  if (!candidates.entities.empty()) {
    evaluation.auc_pr =
        rank_candidates(index, split.triples, candidates, known, threads, progress).auc_pr;
  }
  const RankReport ranks = rank_triples(index, split.triples, known, threads, progress, candidates);
  evaluation.both = to_public(ranks.both);
  evaluation.head = to_public(ranks.head);
  evaluation.tail = to_public(ranks.tail);
  if (ranks.by_rules) evaluation.by_rules = to_public(*ranks.by_rules);
  if (ranks.by_vectors) evaluation.by_vectors = to_public(*ranks.by_vectors);
  for (const auto& [relation, metrics] : ranks.by_relation) {
    evaluation.by_relation.push_back({index.reasoner().kb().relations.name(relation),
                                      to_public(metrics.both), to_public(metrics.head),
                                      to_public(metrics.tail)});
  }
  evaluation.seconds = stopwatch.seconds();
  return evaluation;
}

Json to_json(const RankingMetrics& metrics) {
  return {{"mrr", metrics.mrr},
          {"mean_rank", metrics.mean_rank},
          {"hits_at_1", metrics.hits_at_1},
          {"hits_at_3", metrics.hits_at_3},
          {"hits_at_5", metrics.hits_at_5},
          {"hits_at_10", metrics.hits_at_10}};
}

Json to_json(const RankingQuality& quality) {
  return {{"optimistic", to_json(quality.optimistic)},
          {"realistic", to_json(quality.realistic)},
          {"pessimistic", to_json(quality.pessimistic)},
          {"expected", to_json(quality.expected)}};
}

Json to_json(const CalibrationQuality& quality) {
  Json object;
  object["side"] = quality.side == CalibrationQuality::Side::kHead ? "head" : "tail";
  if (quality.half > 0) object["half"] = quality.half;
  object["questions"] = quality.questions;
  object["answers"] = quality.answers;
  object["error"] = quality.error;
  object["bins"] = Json::array();
  for (const auto& [answers, probability, correct] : quality.bins) {
    object["bins"].push_back(
        {{"answers", answers}, {"probability", probability}, {"correct", correct}});
  }
  return object;
}

}  // namespace

std::vector<const Split*> select_splits(const LoadedDataset& dataset, std::string_view name) {
  std::vector<const Split*> chosen;
  std::vector<std::string> names;
  for (const Split& split : dataset.splits) {
    const bool belongs = name == "test" && split.name.starts_with("test-");
    if (name == "all" || split.name == name || belongs) chosen.push_back(&split);
    names.push_back(split.name);
  }
  // `all` leads with the split that results are quoted for.
  std::stable_partition(chosen.begin(), chosen.end(),
                        [](const Split* split) { return split->name == "test"; });
  if (!chosen.empty()) return chosen;
  if (names.empty()) {
    fail("{}: has no valid or test split to evaluate", dataset.folder.string());
  }
  const std::string hint = suggestion(name, names);
  throw UsageError(fmt::format("{} has no split '{}'; {}{}there are {} and all",
                               dataset.folder.string(), excerpt(name), hint,
                               hint.empty() ? "" : " ", fmt::join(names, ", ")));
}

std::vector<Evaluation> evaluate(const EvaluatedModel& model, const LoadedDataset& dataset,
                                 const std::vector<const Split*>& splits, ThreadPool& threads,
                                 const Observer& observer) {
  const KnownTriples known(dataset, model.index.reasoner().kb());
  std::vector<Evaluation> evaluations;
  for (const Split* split : splits) {
    const std::string task = "ranking " + split->name;
    const auto show = [&](std::size_t done, std::size_t total) {
      report(observer, task, static_cast<double>(done) / static_cast<double>(total),
             [] { return std::string(); });
    };
    evaluations.push_back(
        evaluate_split(model.index, *split, dataset.kb.candidates, known, threads, show));
    if (model.calibration == nullptr || !model.calibration->is_fitted()) continue;
    evaluations.back().calibration = measure(*model.calibration, model.index, dataset, *split,
                                             known, model.seed, threads, observer);
  }
  return evaluations;
}

Json to_json(const Evaluation& evaluation) {
  Json object;
  object["split"] = evaluation.split;
  object["triples"] = evaluation.triples;
  object["seconds"] = evaluation.seconds;
  if (evaluation.auc_pr) object["auc_pr"] = *evaluation.auc_pr;
  object["both"] = to_json(evaluation.both);
  object["head"] = to_json(evaluation.head);
  object["tail"] = to_json(evaluation.tail);
  if (evaluation.by_rules) object["by_rules"] = to_json(*evaluation.by_rules);
  if (evaluation.by_vectors) object["by_vectors"] = to_json(*evaluation.by_vectors);
  Json& by_relation = object["by_relation"];
  by_relation = Json::object();
  for (const RelationQuality& quality : evaluation.by_relation) {
    Json& entry = by_relation[quality.relation];
    entry = to_json(quality.both);
    entry["head"] = to_json(quality.head);
    entry["tail"] = to_json(quality.tail);
    entry["count"] = quality.both.ranks / 2;  // each triple is ranked on both sides
  }
  if (!evaluation.calibration.empty()) {
    object["calibration"] = Json::array();
    for (const CalibrationQuality& quality : evaluation.calibration) {
      object["calibration"].push_back(to_json(quality));
    }
  }
  return object;
}

}  // namespace gntp
