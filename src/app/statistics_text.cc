#include "app/statistics_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "kb/reader.h"
#include "kb/similar_names.h"
#include "report/statistics_words.h"

namespace gntp {
namespace {

using Relation = DatasetStatistics::Relation;
using OtherRelation = DatasetStatistics::OtherRelation;

constexpr std::size_t kShownPatterns = 10;
constexpr std::size_t kShownNames = 10;
constexpr std::size_t kBarWidth = 40;

nlohmann::ordered_json to_json(const OtherRelation& other) {
  return {{"relation", other.name}, {"share", other.share}};
}

void add_profile(const Relation& relation, nlohmann::ordered_json& object) {
  object["kind"] = kind_of(relation);
  object["tails_per_head"] = relation.tails_per_head;
  object["heads_per_tail"] = relation.heads_per_tail;
  object["symmetric"] = relation.symmetric;
  object["loops"] = relation.loops;
  if (relation.same_as) object["same_as"] = to_json(*relation.same_as);
  if (relation.inverse_of) object["inverse_of"] = to_json(*relation.inverse_of);
}

nlohmann::ordered_json to_json(const std::vector<Relation>& relations) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (const Relation& relation : relations) {
    object[relation.name] = {
        {"facts", relation.facts}, {"heads", relation.heads}, {"tails", relation.tails}};
    if (relation.tails_per_head > 0) add_profile(relation, object[relation.name]);
  }
  return object;
}

// In parentheses; empty where nothing is worth saying.
std::string in_parentheses(const std::string& remark) {
  return remark.empty() ? remark : fmt::format("  ({})", remark);
}

std::string table(std::string_view title, std::span<const Relation> relations) {
  std::string text =
      fmt::format("\n  {:>8} {:>8} {:>8}  {:<4} {}\n", "facts", "heads", "tails", "kind", title);
  for (const Relation& relation : relations) {
    text += fmt::format("  {:>8} {:>8} {:>8}  {:<4} {}{}\n", relation.facts, relation.heads,
                        relation.tails, relation.tails_per_head > 0 ? kind_of(relation) : "",
                        relation.display_name, in_parentheses(remark_on(relation)));
  }
  return text;
}

// How the facts are spread over the entities.
std::string histogram(const DatasetStatistics& counted) {
  std::size_t most = 1;
  for (const auto& degree : counted.degrees) most = std::max(most, degree.entities);
  std::string text = fmt::format("\n  {:>15} {:>8}\n", "facts of each", "entities");
  for (const auto& [from, to, entities] : counted.degrees) {
    if (entities == 0) continue;
    const std::string range = from == to ? fmt::format("{}", from) : fmt::format("{}-{}", from, to);
    const std::size_t width = (kBarWidth * entities + most - 1) / most;
    text += fmt::format("  {:>15} {:>8}  {}\n", range, entities, std::string(width, '#'));
  }
  text += "  most facts: ";
  std::string_view separator;
  for (const auto& [entity, facts, shown] : counted.hubs) {
    text += fmt::format("{}{} ({})", separator, shown, facts);
    separator = ", ";
  }
  return text + '\n';
}

// Names that look the same, with what tells them apart.
std::string list(std::string_view kind, std::span<const std::vector<std::string>> groups) {
  if (groups.empty()) return "";
  std::string text =
      fmt::format("\n  {} names that differ only in Unicode normalisation or blanks: {} groups\n",
                  kind, groups.size());
  for (const std::vector<std::string>& group : groups.first(std::min(groups.size(), kShownNames))) {
    std::string_view separator = "    ";
    for (const std::string& name : group) {
      text += fmt::format("{}'{}'", separator, spelled_out(name));
      separator = ", ";
    }
    text += '\n';
  }
  if (groups.size() > kShownNames) {
    text += fmt::format("    and {} more\n", groups.size() - kShownNames);
  }
  return text;
}

}  // namespace

nlohmann::ordered_json to_json(const Dataset& dataset, const DatasetStatistics& counted) {
  nlohmann::ordered_json splits = nlohmann::ordered_json::object();
  for (const DatasetStatistics::Split& split : counted.splits) splits[split.name] = split.triples;
  nlohmann::ordered_json checks = nlohmann::ordered_json::object();
  for (const DatasetStatistics::Split& split : counted.splits) {
    checks[split.name] = {{"duplicates", split.duplicates},
                          {"in_train", split.in_train},
                          {"reversed_in_train", split.reversed_in_train},
                          {"in_valid", split.in_valid},
                          {"unseen", split.unseen},
                          {"in_other_words", split.in_other_words}};
  }
  nlohmann::ordered_json degrees = nlohmann::ordered_json::array();
  for (const auto& [from, to, entities] : counted.degrees) {
    degrees.push_back({{"from", from}, {"to", to}, {"entities", entities}});
  }
  nlohmann::ordered_json hubs = nlohmann::ordered_json::array();
  for (const auto& [entity, facts, shown] : counted.hubs) {
    hubs.push_back({{"entity", entity}, {"facts", facts}});
  }
  nlohmann::ordered_json skipped = nlohmann::ordered_json::object();
  for (const auto& [file, lines] : counted.skipped) skipped[file] = lines;
  return {{"data", dataset.folder().string()},
          {"entities", counted.entities},
          {"unseen_entities", counted.unseen_entities},
          {"relations", counted.by_relation.size()},
          {"unseen_relations", counted.unseen_relations},
          {"facts", counted.facts},
          {"duplicates", counted.duplicates},
          {"mentions", counted.mentions},
          {"patterns", counted.by_pattern.size()},
          {"sentences", counted.sentences},
          {"splits", splits},
          {"split_checks", checks},
          {"similar_entities", counted.similar_entities},
          {"similar_relations", counted.similar_relations},
          {"skipped", skipped},
          {"candidates", counted.candidates},
          {"labelled_entities", counted.labelled_entities},
          {"labelled_relations", counted.labelled_relations},
          {"shared_labels", counted.shared_labels},
          {"types", counted.types},
          {"typed_entities", counted.typed_entities},
          {"rules", counted.rules},
          {"learned_predicates", counted.learned_predicates},
          {"templates", counted.templates},
          {"by_relation", to_json(counted.by_relation)},
          {"by_pattern", to_json(counted.by_pattern)},
          {"degrees", degrees},
          {"hubs", hubs},
          {"warnings", dataset.warnings()}};
}

std::string to_text(const Dataset& dataset, const DatasetStatistics& counted) {
  std::string text = shown_name(dataset.folder()).string() + '\n';
  const auto add = [&](std::string_view name, std::size_t count, std::string_view remark) {
    text += fmt::format("  {:<12} {:>8}{}{}\n", name, count, remark.empty() ? "" : "  ", remark);
  };
  const auto unseen = [](std::size_t count) {
    return count == 0 ? std::string() : fmt::format("{} of them not in the training facts", count);
  };
  add("entities", counted.entities, unseen(counted.unseen_entities));
  add("relations", counted.by_relation.size(), unseen(counted.unseen_relations));
  add("facts", counted.facts,
      counted.duplicates == 0 ? "" : fmt::format("without {} repeated lines", counted.duplicates));
  const std::size_t patterns = counted.by_pattern.size();
  if (counted.mentions > 0) {
    add("mentions", counted.mentions, fmt::format("by {} patterns", patterns));
  }
  for (const DatasetStatistics::Split& split : counted.splits) {
    add(split.name, split.triples, remark_on(split));
  }
  if (counted.candidates > 0) add("candidates", counted.candidates, "");
  const std::size_t labels = counted.labelled_entities + counted.labelled_relations;
  if (labels > 0) add("labels", labels, remark_on_labels(counted));
  if (counted.types > 0) {
    add("types", counted.types,
        fmt::format("of {} entities, {} have none", counted.typed_entities,
                    counted.entities - counted.typed_entities));
  }
  add("rules", counted.rules,
      counted.learned_predicates == 0
          ? ""
          : fmt::format("with {} predicates to learn", counted.learned_predicates));
  for (const std::string& rule : counted.templates) text += fmt::format("    {}\n", rule);
  for (const std::string& rule : counted.some_given_rules) text += fmt::format("    {}\n", rule);
  const std::size_t listed = counted.some_given_rules.size();
  if (listed < counted.given_rules) {
    text += fmt::format("    and {} more\n", counted.given_rules - listed);
  }

  for (const auto& [file, lines] : counted.skipped) {
    text += fmt::format("\n  lines skipped in {}: {}\n", file, lines);
  }
  text += list("entity", counted.similar_entities);
  text += list("relation", counted.similar_relations);
  text += histogram(counted);
  text += table("relation", counted.by_relation);
  if (patterns == 0) return text;
  const std::size_t shown = std::min(patterns, kShownPatterns);
  text += table("pattern", std::span(counted.by_pattern).first(shown));
  if (shown < patterns) text += fmt::format("  and {} more\n", patterns - shown);
  return text;
}

}  // namespace gntp
