#include "support/planted_recall.h"

#include <fmt/format.h>

#include <vector>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"

namespace gntp::bench {
namespace {

constexpr std::string_view kColumns = "rule\tkind\tconfidence\tsupport\tbody";

struct Row {
  std::string rule;
  std::string kind;
  double confidence = 0;
  double support = 0;
};

Row read_row(std::string_view line) {
  const std::vector<std::string_view> fields = split(line, '\t');
  const auto number = [&](std::size_t column) {
    return column < fields.size() ? parse_number<double>(fields[column]) : std::nullopt;
  };
  const std::optional<double> confidence = number(2);
  const std::optional<double> support = number(3);
  if (!confidence || !support) fail("no planted rule: '{}'", excerpt(line));
  return {std::string(fields[0]), std::string(fields[1]), *confidence, *support};
}

void count_rule(const Row& row, const FoundRules& found, RecallCount& count) {
  ++count.wanted;
  const auto rule = found.find(row.rule);
  if (rule == found.end()) return;
  ++count.found;
  const std::optional<ConfidenceInterval>& interval = rule->second;
  if (!interval) return;
  ++count.sampled;
  if (interval->low <= row.confidence && row.confidence <= interval->high) ++count.within;
}

}  // namespace

PlantedRecall planted_recall(std::string_view table, const FoundRules& found) {
  const std::vector<std::string_view> lines = split(table, '\n');
  if (lines.front() != kColumns) fail("no table of planted rules: '{}'", excerpt(lines.front()));
  PlantedRecall recall{{"all", {}}};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;  // behind the last line end
    const Row row = read_row(lines[i]);
    if (row.confidence < kWorthConfidence || row.support < kWorthSupport) continue;
    count_rule(row, found, recall[row.kind]);
    count_rule(row, found, recall["all"]);
  }
  return recall;
}

std::string to_text(const PlantedRecall& recall) {
  std::string text;
  for (const auto& [kind, count] : recall) {
    const double share = 100.0 * static_cast<double>(count.found) /
                         static_cast<double>(count.wanted > 0 ? count.wanted : 1);
    text += fmt::format(
        "{}: {} of {} planted rules found ({:.1f} %), {} by a sample, {} of these within the "
        "interval\n",
        kind, count.found, count.wanted, share, count.sampled, count.within);
  }
  return text;
}

}  // namespace gntp::bench
