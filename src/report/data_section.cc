// What the data set of a report holds.
#include <fmt/format.h>

#include <algorithm>

#include "base/html.h"
#include "report/sections.h"
#include "report/statistics_words.h"

namespace gntp {
namespace {

using Column = HtmlTable::Column;
using Statistics = DatasetStatistics;

constexpr std::size_t kSeenRelations = 12;    // without opening anything
constexpr std::size_t kShownRelations = 100;  // with
constexpr std::size_t kShownPatterns = 10;
constexpr std::size_t kShownHubs = 10;
constexpr std::size_t kShownRemarks = 10;

std::string counts_table(const Statistics& counted) {
  HtmlTable table("What there is",
                  {{"", Column::kText}, {"count", Column::kNumber}, {"", Column::kText}});
  const auto add = [&](std::string_view name, std::size_t count, std::string_view remark) {
    table.add({escape_html(name), grouped_number(count), escape_html(remark)});
  };
  const auto unseen = [](std::size_t count) {
    return count == 0 ? std::string() : fmt::format("{} of them not in the training facts", count);
  };
  add("entities", counted.entities, unseen(counted.unseen_entities));
  add("relations", counted.by_relation.size(), unseen(counted.unseen_relations));
  add("training facts", counted.facts,
      counted.duplicates == 0 ? "" : fmt::format("without {} repeated lines", counted.duplicates));
  if (counted.mentions > 0) {
    add("mentions in texts", counted.mentions,
        fmt::format("by {} patterns", counted.by_pattern.size()));
  }
  for (const Statistics::Split& split : counted.splits) {
    add("split " + split.name, split.triples, remark_on(split));
  }
  if (counted.candidates > 0)
    add("candidates", counted.candidates, "the only answers to rel(a, ?)");
  const std::size_t labels = counted.labelled_entities + counted.labelled_relations;
  if (labels > 0) add("labels", labels, remark_on_labels(counted));
  if (counted.types > 0) {
    add("types", counted.types, fmt::format("of {} entities", counted.typed_entities));
  }
  return table.html();
}

std::string rows_of(std::string_view caption, std::span<const Statistics::Relation> relations) {
  HtmlTable table(caption, {{"name", Column::kText},
                            {"facts", Column::kNumber},
                            {"heads", Column::kNumber},
                            {"tails", Column::kNumber},
                            {"kind", Column::kText},
                            {"", Column::kText}});
  for (const Statistics::Relation& relation : relations) {
    table.add({short_name(relation.display_name), grouped_number(relation.facts),
               grouped_number(relation.heads), grouped_number(relation.tails),
               std::string(relation.tails_per_head > 0 ? kind_of(relation) : ""),
               short_name(remark_on(relation), 200)});
  }
  return table.html();
}

// The first ones to be seen, others to be opened.
std::string relations_table(std::string_view caption, std::span<const Statistics::Relation> all,
                            std::size_t most) {
  const auto listed = all.first(std::min(most, all.size()));
  const std::size_t seen = std::min(kSeenRelations, listed.size());
  const std::string rest = left_out(listed.size(), all.size(), "are");
  std::string html = rows_of(caption, listed.first(seen));
  if (listed.size() == seen) return html + rest;
  return html + folded(fmt::format("{} more", listed.size() - seen),
                       rows_of("The next ones", listed.subspan(seen)) + rest);
}

// How the facts are spread over the entities.
std::string degrees_table(const Statistics& counted) {
  std::size_t most = 1;
  for (const auto& degree : counted.degrees) most = std::max(most, degree.entities);
  HtmlTable table(
      "How many entities have how many facts",
      {{"facts of each", Column::kText}, {"entities", Column::kNumber}, {"", Column::kText}});
  for (const auto& [from, to, entities] : counted.degrees) {
    if (entities == 0) continue;
    table.add(
        {from == to ? grouped_number(from)
                    : fmt::format("{} to {}", grouped_number(from), grouped_number(to)),
         grouped_number(entities),
         fmt::format("<span class=\"bar\" aria-hidden=\"true\"><i style=\"width:{:.1f}%\"></i>"
                     "</span>",
                     100.0 * static_cast<double>(entities) / static_cast<double>(most))});
  }
  return table.html();
}

std::string hubs(const Statistics& counted) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kShownHubs, counted.hubs.size()); ++i) {
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", short_name(counted.hubs[i].display_name),
                        grouped_number(counted.hubs[i].facts));
  }
  return text.empty() ? text : fmt::format("<p>Most facts: {}.</p>\n", text);
}

std::string remarks(const std::vector<std::string>& all) {
  if (all.empty()) return {};
  std::string list;
  const std::size_t shown = std::min(all.size(), kShownRemarks);
  for (std::size_t i = 0; i < shown; ++i) {
    list += fmt::format("<li>{}</li>\n", short_name(all[i], 400));
  }
  return fmt::format("<h3>What may not be as intended</h3>\n<ul>\n{}</ul>\n{}", list,
                     left_out(shown, all.size(), "are"));
}

}  // namespace

Section data_section(const ReportSource& source) {
  const Statistics& counted = source.statistics;
  std::string html;
  if (source.absence.empty()) {
    html += fmt::format("<p>{} in {}.</p>\n",
                        source.kind == ReportSource::Data::kOther ? "Another data set than that of "
                                                                    "the training,"
                                                                  : "The data set of the training,",
                        short_code(source.data.string()));
  } else {
    html += absence(source.absence + " Counted here are the facts that the model knows.");
  }
  html += counts_table(counted);
  html += "<h3>Relations</h3>\n" +
          relations_table("Training facts by relation; kind: how many tails a head has, and back",
                          counted.by_relation, kShownRelations);
  if (!counted.by_pattern.empty()) {
    html += relations_table("Mentions by pattern", counted.by_pattern, kShownPatterns);
  }
  html += "<h3>Entities</h3>\n" + degrees_table(counted) + hubs(counted);
  html += remarks(source.remarks);
  return {"data", "Data", html};
}

}  // namespace gntp
