#include "app/evaluation_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/evaluation.h"
#include "report/reliability_diagram.h"

namespace gntp {
namespace {

std::string row(std::string_view label, std::string_view kind, const RankingMetrics& metrics) {
  return fmt::format("  {:<24} {:<11} {:6.4f} {:9.2f}  {:7.4f}  {:7.4f}  {:7.4f}  {:7.4f}\n", label,
                     kind, metrics.mrr, metrics.mean_rank, metrics.hits_at_1, metrics.hits_at_3,
                     metrics.hits_at_5, metrics.hits_at_10);
}

std::string heading() {
  return fmt::format("  {:<24} {:<11} {:>6} {:>9}  {:>7}  {:>7}  {:>7}  {:>7}\n", "side", "ties",
                     "MRR", "mean rank", "hits@1", "hits@3", "hits@5", "hits@10");
}

}  // namespace

nlohmann::ordered_json by_split(const std::vector<Evaluation>& evaluations) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (const Evaluation& evaluation : evaluations) {
    object[evaluation.split] = to_json(evaluation);
  }
  return object;
}

nlohmann::ordered_json to_json(const std::vector<Evaluation>& evaluations) {
  nlohmann::ordered_json object = to_json(evaluations.front());
  object["splits"] = by_split({evaluations.begin() + 1, evaluations.end()});
  return object;
}

std::string to_text(const Evaluation& evaluation, Detail detail) {
  std::string text =
      fmt::format("{}: {} triple{}, {:.2f} s\n", evaluation.split, evaluation.triples,
                  evaluation.triples == 1 ? "" : "s", evaluation.seconds);
  if (evaluation.auc_pr) text += fmt::format("  AUC-PR {:.2f} %\n", 100 * *evaluation.auc_pr);
  text += heading();
  text += row("both", "expected", evaluation.both.expected);
  text += row("both", "realistic", evaluation.both.realistic);
  text += row("both", "optimistic", evaluation.both.optimistic);
  text += row("both", "pessimistic", evaluation.both.pessimistic);
  text += row("head", "expected", evaluation.head.expected);
  text += row("tail", "expected", evaluation.tail.expected);
  if (evaluation.by_rules) text += row("rules alone", "realistic", evaluation.by_rules->realistic);
  if (evaluation.by_vectors) {
    text += row("vectors alone", "realistic", evaluation.by_vectors->realistic);
  }
  if (detail == Detail::kByRelation) {
    for (const RelationQuality& quality : evaluation.by_relation) {
      text += row(quality.relation, "expected", quality.both.expected);
    }
  }
  if (!evaluation.calibration.empty()) {
    text += "  calibration error:";
    for (const CalibrationQuality& quality : evaluation.calibration) {
      const bool first = &quality == &evaluation.calibration.front();
      text += fmt::format("{} {} {:.4f}", first ? "" : ";", name_of(quality), quality.error);
    }
    text += '\n';
  }
  return text;
}

std::string calibration_text(const Evaluation& evaluation) {
  std::string text;
  for (const CalibrationQuality& quality : evaluation.calibration) {
    text += fmt::format("{}, {}: {} answers to {} questions, calibration error {:.4f}\n",
                        evaluation.split, name_of(quality), quality.answers, quality.questions,
                        quality.error);
    text += fmt::format("  {:>9}  {:>11}  {:>7}\n", "answers", "probability", "correct");
    for (const auto& [answers, probability, correct] : quality.bins) {
      text += fmt::format("  {:9.1f}  {:11.4f}  {:7.4f}\n", answers, probability, correct);
    }
  }
  return text;
}

}  // namespace gntp
