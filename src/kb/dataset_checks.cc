#include "kb/dataset_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "base/text.h"

namespace gntp {
namespace {

void warn_of_similar(std::span<const SimilarNames> groups, std::string_view kind,
                     LoadedDataset& dataset) {
  if (groups.empty()) return;
  const SimilarNames& first = groups.front();
  dataset.warnings.push_back(fmt::format(
      "{}: {} names that differ only in Unicode normalisation or blanks: {} groups, first '{}' and "
      "'{}'; 'gntp stats' lists them",
      dataset.folder.string(), kind, groups.size(), excerpt(spelled_out(first[0])),
      excerpt(spelled_out(first[1]))));
}

bool is_in_quotes(std::string_view name) {
  return name.size() > 2 && name.starts_with('"') && name.ends_with('"');
}

}  // namespace

void warn_of_leaks(const DatasetFiles& files, LoadedDataset& dataset) {
  const FactList& facts = dataset.kb.facts;
  for (std::size_t i = 0; i < dataset.splits.size(); ++i) {
    const SharedArray<Triple>& triples = dataset.splits[i].triples;
    const auto known = std::ranges::count_if(
        triples, [&](const Triple& triple) { return facts.contains(triple); });
    if (known == 0) continue;
    dataset.warnings.push_back(fmt::format(
        "{}: {} of {} triples are also in the training file, so that measures look "
        "better than they are",
        i < files.splits.size() ? files.splits[i].path.string() : dataset.splits[i].name, known,
        triples.size()));
  }
}

void warn_of_names(LoadedDataset& dataset) {
  const KnowledgeBase& kb = dataset.kb;
  std::vector<std::string> relations = kb.relations.names();
  relations.resize(kb.first_pattern());
  dataset.similar_entities = similar_names([&](const NameVisit& visit) {
    kb.entities.for_each([&](EntityId, std::string_view name) { visit(name); });
  });
  dataset.similar_relations = similar_names(relations);
  warn_of_similar(dataset.similar_entities, "entity", dataset);
  warn_of_similar(dataset.similar_relations, "relation", dataset);
  if (!relations.empty() && std::ranges::all_of(relations, is_in_quotes)) {
    dataset.warnings.push_back(
        fmt::format("{}: every relation is in quotes, which are part of its name; remove them if "
                    "they are not meant",
                    dataset.folder.string()));
  }
}

void count_unseen(LoadedDataset& dataset) {
  const StepGraph& graph = dataset.kb.facts.graph();
  dataset.unseen_entities = 0;
  for (EntityId id{0}; id < graph.entities(); ++id) {
    if (graph.segments(id).empty()) ++dataset.unseen_entities;
  }
  dataset.unseen_relations = 0;
  for (RelationId id{0}; id < graph.relations(); ++id) {
    if (graph.starts(forwards(id)).empty()) ++dataset.unseen_relations;
  }
}

}  // namespace gntp
