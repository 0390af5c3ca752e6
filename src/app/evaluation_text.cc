// Evaluation results as JSON and as tables.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/evaluation.h"

namespace gntp {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const RankMetrics& metrics) {
  Json object;
  for (const RankType type : kRankTypes) {
    const Metrics means = metrics[type];
    Json& values = object[std::string(name_of(type))];
    values["mrr"] = means.mrr;
    values["mean_rank"] = means.mean_rank;
    for (std::size_t i = 0; i < kHits.size(); ++i) {
      values[fmt::format("hits_at_{}", kHits[i])] = means.hits[i];
    }
  }
  return object;
}

std::string row(std::string_view label, std::string_view kind, const Metrics& metrics) {
  std::string text =
      fmt::format("  {:<24} {:<11} {:6.4f} {:9.2f}", label, kind, metrics.mrr, metrics.mean_rank);
  for (const double hits : metrics.hits) text += fmt::format("  {:7.4f}", hits);
  return text + '\n';
}

std::string heading() {
  std::string text = fmt::format("  {:<24} {:<11} {:>6} {:>9}", "side", "ties", "MRR", "mean rank");
  for (const std::size_t k : kHits) text += fmt::format("  {:>7}", fmt::format("hits@{}", k));
  return text + '\n';
}

}  // namespace

Json to_json(const SplitReport& report, const Vocabulary& relations) {
  Json object;
  object["split"] = report.split;
  object["triples"] = report.triples;
  object["seconds"] = report.seconds;
  if (report.auc_pr) object["auc_pr"] = *report.auc_pr;
  object["both"] = to_json(report.ranks.both);
  object["head"] = to_json(report.ranks.head);
  object["tail"] = to_json(report.ranks.tail);
  Json& by_relation = object["by_relation"];
  by_relation = Json::object();
  for (const auto& [relation, metrics] : report.ranks.by_relation) {
    Json& entry = by_relation[relations.name(relation)];
    entry = to_json(metrics);
    entry["count"] = metrics.count() / 2;  // each triple is ranked on both sides
  }
  return object;
}

Json to_json(const std::vector<SplitReport>& reports, const Vocabulary& relations) {
  Json object = to_json(reports.front(), relations);
  object["splits"] = Json::object();
  for (std::size_t i = 1; i < reports.size(); ++i) {
    object["splits"][reports[i].split] = to_json(reports[i], relations);
  }
  return object;
}

std::string to_text(const SplitReport& report, const Vocabulary& relations, Detail detail) {
  std::string text = fmt::format("{}: {} triple{}, {:.2f} s\n", report.split, report.triples,
                                 report.triples == 1 ? "" : "s", report.seconds);
  if (report.auc_pr) text += fmt::format("  AUC-PR {:.2f} %\n", 100 * *report.auc_pr);
  text += heading();
  for (const RankType type :
       {RankType::kExpected, RankType::kRealistic, RankType::kOptimistic, RankType::kPessimistic}) {
    text += row("both", name_of(type), report.ranks.both[type]);
  }
  const std::string_view expected = name_of(RankType::kExpected);
  text += row("head", expected, report.ranks.head[RankType::kExpected]);
  text += row("tail", expected, report.ranks.tail[RankType::kExpected]);
  if (detail == Detail::kByRelation) {
    for (const auto& [relation, metrics] : report.ranks.by_relation) {
      text += row(relations.name(relation), expected, metrics[RankType::kExpected]);
    }
  }
  return text;
}

}  // namespace gntp
