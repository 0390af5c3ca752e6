// How good the model is: every metric by every way to break ties, by side and by relation.
#include <fmt/format.h>
#include <gntp/browsing.h>

#include <algorithm>

#include "report/sections.h"

namespace gntp {
namespace {

using Column = HtmlTable::Column;

constexpr std::size_t kShownRelations = 100;

std::vector<std::string> cells_of(const RankingMetrics& metrics) {
  return {fmt::format("{:.4f}", metrics.mrr),       fmt::format("{:.2f}", metrics.mean_rank),
          fmt::format("{:.4f}", metrics.hits_at_1), fmt::format("{:.4f}", metrics.hits_at_3),
          fmt::format("{:.4f}", metrics.hits_at_5), fmt::format("{:.4f}", metrics.hits_at_10)};
}

std::vector<std::pair<std::string, Column>> columns(
    std::vector<std::pair<std::string, Column>> first) {
  for (const char* name : {"MRR", "mean rank", "hits@1", "hits@3", "hits@5", "hits@10"}) {
    first.emplace_back(name, Column::kNumber);
  }
  return first;
}

void add_row(HtmlTable& table, std::vector<std::string> first, const RankingMetrics& metrics) {
  for (std::string& cell : cells_of(metrics)) first.push_back(std::move(cell));
  table.add(first);
}

std::string metrics_table(const Evaluation& evaluation) {
  HtmlTable table(fmt::format("Split {}: {}", evaluation.split,
                              counted(evaluation.triples, "triple", "triples")),
                  columns({{"side", Column::kText}, {"ties", Column::kText}}));
  const auto add = [&](const std::string& side, const RankingQuality& quality) {
    add_row(table, {side, "expected"}, quality.expected);
    add_row(table, {side, "realistic"}, quality.realistic);
    add_row(table, {side, "optimistic"}, quality.optimistic);
    add_row(table, {side, "pessimistic"}, quality.pessimistic);
  };
  add("both", evaluation.both);
  add("head", evaluation.head);
  add("tail", evaluation.tail);
  if (evaluation.by_rules) add("both, rules alone", *evaluation.by_rules);
  if (evaluation.by_vectors) add("both, vectors alone", *evaluation.by_vectors);
  std::string html = table.html();
  if (evaluation.auc_pr) {
    html +=
        paragraph(fmt::format("AUC-PR among the candidates: {:.2f} %.", 100 * *evaluation.auc_pr));
  }
  return html;
}

// A relation that the model does not have is named as it is.
std::string name_of_relation(const Engine& engine, const std::string& name) {
  const std::string label = engine.label(name);
  return label.empty() ? name : label;
}

// The row of both sides and, where they are known, those of each.
void add_rows(HtmlTable& table, const std::string& name, const RelationQuality& relation) {
  const std::string triples = grouped_number(relation.both.ranks / 2);
  const auto add = [&](const char* side, const RankingQuality& quality) {
    if (quality.ranks > 0) add_row(table, {name, triples, side}, quality.expected);
  };
  add("both", relation.both);
  add("head", relation.head);
  add("tail", relation.tail);
}

std::string relations_table(const Engine& engine, const Evaluation& evaluation) {
  std::vector<const RelationQuality*> relations;
  for (const RelationQuality& each : evaluation.by_relation) relations.push_back(&each);
  std::ranges::stable_sort(relations, std::greater<>{},
                           [](const RelationQuality* each) { return each->both.ranks; });
  HtmlTable table(
      fmt::format("Split {} by relation and side, expected ties", evaluation.split),
      columns(
          {{"relation", Column::kText}, {"triples", Column::kNumber}, {"side", Column::kText}}));
  const std::size_t shown = std::min(kShownRelations, relations.size());
  for (std::size_t i = 0; i < shown; ++i) {
    add_rows(table, short_name(name_of_relation(engine, relations[i]->relation)), *relations[i]);
  }
  if (table.is_empty()) return {};
  const std::string html =
      table.html() + left_out(shown, relations.size(), "relations with fewer triples are");
  constexpr std::size_t kSeen = 8;
  return shown <= kSeen ? html : folded(counted(relations.size(), "relation", "relations"), html);
}

}  // namespace

Section quality_section(const ReportSource& source, const ReportedEvaluations& evaluations) {
  Section section{"quality", "Quality", {}};
  if (evaluations.splits.empty()) {
    section.html = absence(evaluations.absence);
    return section;
  }
  section.html += paragraph(evaluations.origin);
  section.html += paragraph(
      "The true answer of each triple is ranked among all entities, or the candidates where there "
      "are some; other known answers are left out. The side is what is asked for: the head, "
      "rel(?, b), or the tail, rel(a, ?). Answers may tie: 'expected' is the mean over "
      "random orders of the ties, and the one to quote; 'realistic' puts the true answer in the "
      "middle, 'optimistic' before, 'pessimistic' behind everything it ties with.");
  for (const Evaluation& evaluation : evaluations.splits) {
    const std::string tables =
        metrics_table(evaluation) + relations_table(source.engine, evaluation);
    const bool chief = &evaluation == &evaluations.splits.front();
    section.html +=
        chief ? tables : folded(fmt::format("Split {}", short_name(evaluation.split)), tables);
  }
  return section;
}

}  // namespace gntp
