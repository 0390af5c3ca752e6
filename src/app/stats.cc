// gntp stats: what a data set holds.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "app/command_line.h"
#include "app/verbs.h"
#include "kb/dataset.h"
#include "kb/rule_text.h"

namespace gntp {
namespace {

struct RelationCount {
  std::string name;
  std::size_t facts = 0;
  std::size_t heads = 0;  // distinct
  std::size_t tails = 0;
};

std::size_t count_distinct(std::vector<Id>& ids) {
  std::ranges::sort(ids);
  return static_cast<std::size_t>(std::unique(ids.begin(), ids.end()) - ids.begin());
}

constexpr std::size_t kShownPatterns = 10;

// The most frequent first; relations, then patterns.
std::vector<RelationCount> count_relations(const KnowledgeBase& kb) {
  std::vector<RelationCount> counts(kb.relations.size());
  std::vector<std::vector<Id>> heads(kb.relations.size());
  std::vector<std::vector<Id>> tails(kb.relations.size());
  for (const Triple& fact : kb.facts) {
    ++counts[fact.relation].facts;
    heads[fact.relation].push_back(fact.head);
    tails[fact.relation].push_back(fact.tail);
  }
  for (Id id = 0; id < counts.size(); ++id) {
    counts[id].name = kb.relations.name(id);
    counts[id].heads = count_distinct(heads[id]);
    counts[id].tails = count_distinct(tails[id]);
  }
  const auto patterns = counts.begin() + static_cast<std::ptrdiff_t>(kb.first_pattern());
  std::ranges::stable_sort(counts.begin(), patterns, std::ranges::greater{}, &RelationCount::facts);
  std::ranges::stable_sort(patterns, counts.end(), std::ranges::greater{}, &RelationCount::facts);
  return counts;
}

nlohmann::ordered_json to_json(const Dataset& dataset) {
  const KnowledgeBase& kb = dataset.kb;
  nlohmann::ordered_json object;
  object["data"] = dataset.folder.string();
  object["entities"] = kb.entities.size();
  object["unseen_entities"] = dataset.unseen_entities;
  object["relations"] = kb.first_pattern();
  object["unseen_relations"] = dataset.unseen_relations;
  object["facts"] = kb.first_mention();
  object["duplicates"] = dataset.duplicates;
  object["mentions"] = kb.mention_counts.size();
  object["patterns"] = kb.patterns;
  object["sentences"] = kb.sentences.size();
  object["splits"] = nlohmann::ordered_json::object();
  for (const Split& split : dataset.splits) object["splits"][split.name] = split.triples.size();
  object["candidates"] = dataset.candidates.size();
  object["rules"] = kb.rules.size();
  object["learned_predicates"] = kb.rules.slots;
  object["templates"] = nlohmann::ordered_json::array();
  for (const RuleTemplate& rule : kb.rules.templates) object["templates"].push_back(rule.text);
  object["by_relation"] = nlohmann::ordered_json::object();
  object["by_pattern"] = nlohmann::ordered_json::object();
  const std::vector<RelationCount> counts = count_relations(kb);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    object[i < kb.first_pattern() ? "by_relation" : "by_pattern"][counts[i].name] = {
        {"facts", counts[i].facts}, {"heads", counts[i].heads}, {"tails", counts[i].tails}};
  }
  object["warnings"] = dataset.warnings;
  return object;
}

// The first of the rules that have nothing but their confidence to learn.
std::string given_rules(const KnowledgeBase& kb) {
  constexpr std::size_t kShown = 10;
  std::string text;
  std::size_t count = 0;
  for (RuleId rule = 0; rule < kb.rules.size(); ++rule) {
    if (kb.rules.template_of(rule) || ++count > kShown) continue;
    text += fmt::format("    {}\n", rule_text(kb, rule));
  }
  if (count > kShown) text += fmt::format("    and {} more\n", count - kShown);
  return text;
}

std::string to_text(const Dataset& dataset) {
  const KnowledgeBase& kb = dataset.kb;
  std::string text = dataset.folder.string() + '\n';
  const auto add = [&](std::string_view name, std::size_t count, std::string_view remark) {
    text += fmt::format("  {:<12} {:>8}{}{}\n", name, count, remark.empty() ? "" : "  ", remark);
  };
  const auto unseen = [](std::size_t count) {
    return count == 0 ? std::string() : fmt::format("{} of them not in the training facts", count);
  };
  add("entities", kb.entities.size(), unseen(dataset.unseen_entities));
  add("relations", kb.first_pattern(), unseen(dataset.unseen_relations));
  add("facts", kb.first_mention(),
      dataset.duplicates == 0 ? "" : fmt::format("without {} repeated lines", dataset.duplicates));
  if (!kb.mention_counts.empty()) {
    add("mentions", kb.mention_counts.size(), fmt::format("by {} patterns", kb.patterns));
  }
  for (const Split& split : dataset.splits) add(split.name, split.triples.size(), "");
  if (!dataset.candidates.empty()) add("candidates", dataset.candidates.size(), "");
  add("rules", kb.rules.size(),
      kb.rules.slots == 0 ? "" : fmt::format("with {} predicates to learn", kb.rules.slots));
  for (const RuleTemplate& rule : kb.rules.templates) text += fmt::format("    {}\n", rule.text);
  text += given_rules(kb);

  const std::vector<RelationCount> counts = count_relations(kb);
  const auto table = [&](std::string_view title, std::span<const RelationCount> rows) {
    text += fmt::format("\n  {:>8} {:>8} {:>8}  {}\n", "facts", "heads", "tails", title);
    for (const RelationCount& count : rows) {
      text += fmt::format("  {:>8} {:>8} {:>8}  {}\n", count.facts, count.heads, count.tails,
                          count.name);
    }
  };
  table("relation", std::span(counts).first(kb.first_pattern()));
  if (kb.patterns == 0) return text;
  const std::size_t shown = std::min(kb.patterns, kShownPatterns);
  table("pattern", std::span(counts).subspan(kb.first_pattern(), shown));
  if (shown < kb.patterns) text += fmt::format("  and {} more\n", kb.patterns - shown);
  return text;
}

}  // namespace

void run_stats(Arguments arguments, const Console& console) {
  std::string folder;
  bool json = false;
  CommandLine line("stats", "Read a data set, check it and count what it holds.");
  line.argument("DATA", folder, "data set folder");
  line.json_flag(json);
  line.example("stats data/countries/S1");
  if (!line.parse(arguments, console)) return;

  const Dataset dataset = load_dataset(folder);
  for (const std::string& warning : dataset.warnings) console.warn(warning);
  if (json) {
    console.print_json(to_json(dataset));
  } else {
    console.print(to_text(dataset));
  }
}

}  // namespace gntp
