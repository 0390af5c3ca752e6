#include <algorithm>
#include <span>

#include "engine/dataset_state.h"
#include "engine/relation_profiles.h"
#include "kb/rule_text.h"
#include "kb/typed_names.h"

namespace gntp {
namespace {

using Relation = DatasetStatistics::Relation;

// By id: relations, then patterns.
std::vector<Relation> count_relations(const KnowledgeBase& kb) {
  std::vector<Relation> counts(kb.relations.size());
  const StepGraph& graph = kb.facts.graph();
  for (RelationId id{0}; id < counts.size(); ++id) {
    counts[id].name = kb.relations.name(id);
    counts[id].display_name = display_name(id, kb.relations, kb.relation_labels);
    counts[id].facts = kb.facts.count_of(id);
    counts[id].heads = graph.starts(forwards(id)).size();
    counts[id].tails = graph.starts(backwards(id)).size();
  }
  return counts;
}

// Whether training shows its names.
bool is_seen(const Triple& triple, const StepGraph& graph) {
  return !graph.segments(triple.head).empty() && !graph.segments(triple.tail).empty() &&
         !graph.starts(forwards(triple.relation)).empty();
}

std::vector<DatasetStatistics::Split> check_splits(const LoadedDataset& dataset) {
  const KnowledgeBase& kb = dataset.kb;
  const Split* valid = dataset.find_split("valid");
  std::vector<DatasetStatistics::Split> checked;
  checked.reserve(dataset.splits.size());
  for (const Split& split : dataset.splits) {
    DatasetStatistics::Split& counts = checked.emplace_back();
    counts.name = split.name;
    counts.triples = split.triples.size();
    counts.duplicates = split.duplicates;
    for (const Triple& triple : split.triples) {
      const Triple reversed{triple.tail, triple.relation, triple.head};
      if (kb.facts.contains(triple)) {
        ++counts.in_train;
      } else if (kb.facts.contains(reversed)) {
        ++counts.reversed_in_train;
      }
      const bool other = valid != nullptr && valid != &split;
      if (other && std::ranges::binary_search(valid->triples, triple)) ++counts.in_valid;
      if (!is_seen(triple, kb.facts.graph())) ++counts.unseen;
    }
  }
  return checked;
}

// How many labels several have.
template <typename Id>
std::size_t shared(const Labels<Id>& labels) {
  const std::vector<std::string> distinct = labels.distinct();
  return static_cast<std::size_t>(std::ranges::count_if(
      distinct, [&](const std::string& label) { return labels.find(label).size() > 1; }));
}

void list_given_rules(const KnowledgeBase& kb, DatasetStatistics& statistics) {
  constexpr std::size_t kListed = 10;
  for (RuleId rule{0}; rule < kb.rules.size(); ++rule) {
    if (kb.rules.template_of(rule)) continue;
    if (++statistics.given_rules > kListed) continue;
    statistics.some_given_rules.push_back(rule_text(kb, rule));
  }
}

}  // namespace

DatasetStatistics statistics_of(const LoadedDataset& dataset) {
  const KnowledgeBase& kb = dataset.kb;
  DatasetStatistics statistics;
  statistics.entities = kb.entities.size();
  statistics.unseen_entities = dataset.unseen_entities;
  statistics.unseen_relations = dataset.unseen_relations;
  statistics.facts = kb.first_mention();
  statistics.duplicates = dataset.duplicates;
  statistics.mentions = kb.mention_counts.size();
  statistics.sentences = kb.sentences.size();
  statistics.candidates = dataset.kb.candidates.entities.size();
  statistics.rules = kb.rules.size();
  statistics.learned_predicates = kb.rules.slots;
  statistics.splits = check_splits(dataset);
  for (const SkippedLines& skipped : dataset.skipped) {
    statistics.skipped.push_back({skipped.file.string(), skipped.count});
  }
  statistics.similar_entities = dataset.similar_entities;
  statistics.similar_relations = dataset.similar_relations;
  statistics.labelled_entities = kb.entity_labels.size();
  statistics.labelled_relations = kb.relation_labels.size();
  statistics.shared_labels = shared(kb.entity_labels) + shared(kb.relation_labels);
  statistics.types = kb.types.size();
  statistics.typed_entities = kb.types.typed_entities();
  for (const RuleTemplate& rule : kb.rules.templates) statistics.templates.push_back(rule.text);
  list_given_rules(kb, statistics);
  std::vector<Relation> counts = count_relations(kb);
  add_profiles(kb, counts);
  add_degrees(kb, statistics);
  add_hidden_leaks(dataset, counts, statistics);
  const auto patterns = counts.begin() + static_cast<std::ptrdiff_t>(kb.first_pattern());
  statistics.by_pattern.assign(patterns, counts.end());
  counts.erase(patterns, counts.end());
  statistics.by_relation = std::move(counts);
  for (std::vector<Relation>* list : {&statistics.by_relation, &statistics.by_pattern}) {
    std::ranges::stable_sort(*list, std::ranges::greater{}, &Relation::facts);
  }
  return statistics;
}

}  // namespace gntp
