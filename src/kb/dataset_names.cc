#include "kb/dataset_names.h"

#include "base/file.h"
#include "kb/name_table.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

void record(const fs::path& file, LoadedDataset& dataset) {
  dataset.sources.push_back({file.filename().string(), file_hash(file)});
}

void read_types(const fs::path& file, TypeList& types, LoadedDataset& dataset, BadLines& bad) {
  const auto take = [&](const NameLine& line) {
    if (!dataset.kb.entities.find(line.id)) return NamedId::kUnknown;
    types.add(line.id, line.text);
    return NamedId::kKnown;
  };
  read_name_table({file, "type", "entity"}, take, bad, dataset.warnings);
  record(file, dataset);
}

// Types have labels, too.
void read_labels(const fs::path& file, LabelList& labels, LoadedDataset& dataset, BadLines& bad) {
  const KnowledgeBase& kb = dataset.kb;
  const auto take = [&](const NameLine& line) {
    const bool known =
        kb.entities.find(line.id) || kb.relations.find(line.id) || kb.types.names().find(line.id);
    if (!known) return NamedId::kUnknown;
    add_label(labels, line, file);
    return NamedId::kKnown;
  };
  read_name_table({file, "name", "entity or relation"}, take, bad, dataset.warnings);
  record(file, dataset);
}

}  // namespace

void name_things(const DatasetFiles& files, NameLists& lists, LoadedDataset& dataset,
                 BadLines& bad) {
  KnowledgeBase& kb = dataset.kb;
  if (files.types) read_types(*files.types, lists.types, dataset, bad);
  kb.types = Types(lists.types, kb.entities);
  if (files.labels) read_labels(*files.labels, lists.labels, dataset, bad);
  lists.labels.add_missing(lists.other_labels);
  kb.entity_labels = Labels(lists.labels, kb.entities);
  kb.relation_labels = Labels(lists.labels, kb.relations);
  kb.type_labels = Labels(lists.labels, kb.types.names());
}

}  // namespace gntp
