#include "text/entity_names.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <utility>

#include "base/bad_lines.h"
#include "base/error.h"
#include "base/text.h"
#include "kb/dataset_files.h"
#include "kb/labels.h"
#include "kb/name_table.h"
#include "kb/reader.h"
#include "kb/store.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// What the triples name.
struct TripleNamesOf {
  Vocabulary<EntityId> entities;
  Vocabulary<RelationId> relations;
};

TripleNamesOf read_names(const DatasetFiles& files, BadLines& bad) {
  TripleNamesOf names;
  const auto add = [&](std::string_view head, std::string_view relation, std::string_view tail,
                       std::size_t) {
    names.entities.add(head);
    names.relations.add(relation);
    names.entities.add(tail);
  };
  const ReadingOptions options;
  const DatasetReader reader(files, options, bad);
  reader.read(files.train, add);
  bad.check_rest(files.train, names.entities.size());
  for (const SplitFile& split : files.splits) reader.read(split.path, add);
  names.entities.sort();
  return names;
}

using NameSink = std::function<void(const NameLine& line, EntityName name)>;

// Lines about relations say nothing here.
void read_table(const fs::path& path, const Vocabulary<RelationId>& relations, EntityNames& names,
                BadLines& bad, const NameSink& sink) {
  const auto take = [&](const NameLine& line) {
    EntityName name = parse_name(line.text);
    if (name.text.empty()) {
      fail_at(path, line.line, "'{}' has an empty name; fill it in or remove the line",
              excerpt(line.id));
    }
    const std::optional<EntityId> entity = names.entities.find(line.id);
    if (!entity) return relations.find(line.id) ? NamedId::kKnown : NamedId::kUnknown;
    name.entity = *entity;
    sink(line, std::move(name));
    return NamedId::kKnown;
  };
  read_name_table({path}, take, bad, names.warnings);
}

// The ids of entities that no label names. A number is no name.
void add_ids(EntityNames& names, const LabelList& labels) {
  for (EntityId entity{0}; entity < names.entities.size(); ++entity) {
    const std::string id = names.entities.name(entity);
    const bool number = std::ranges::all_of(id, [](char c) { return is_digit(c) || c == '.'; });
    if (labels.find(id) != nullptr || number) continue;
    EntityName name = parse_name(id);
    name.entity = entity;
    if (!name.text.empty()) names.names.push_back(std::move(name));
  }
}

}  // namespace

EntityName parse_name(std::string_view label) {
  EntityName name{};
  constexpr std::string_view kParts = "nvasr";  // of speech
  constexpr std::size_t kShortestSense = 2;
  std::size_t digits = label.size();
  while (digits > 0 && is_digit(label[digits - 1])) --digits;
  const bool has_sense = label.size() - digits >= kShortestSense && digits > 3 &&
                         label[digits - 1] == '.' && label[digits - 3] == '.' &&
                         kParts.find(label[digits - 2]) != std::string_view::npos;
  if (has_sense) {
    std::from_chars(label.data() + digits, label.data() + label.size(), name.sense);
    label = label.substr(0, digits - 3);
  }
  name.text = label;
  std::ranges::replace(name.text, '_', ' ');
  name.text = trim(std::string(name.text));
  return name;
}

namespace {

[[noreturn]] void fail_nameless(const fs::path& folder) {
  fail(
      "{}: its entities have no names to look for (their ids are numbers); write them into "
      "labels.tsv, id TAB name",
      folder.string());
}

// Names are labels, else ids; mentions that the store has already say nothing.
EntityNames names_in_store(const fs::path& path) {
  const KnowledgeBase kb = Store(path).knowledge_base();
  EntityNames names;
  LabelList labels;
  kb.entities.for_each([&](EntityId, std::string_view name) { names.entities.add(name); });
  for (EntityId id{0}; id < kb.entities.size(); ++id) {
    const std::string_view label = kb.entity_labels[id];
    if (label.empty()) continue;
    labels.add(kb.entities.name(id), label);
    EntityName name = parse_name(label);
    name.entity = id;
    if (!name.text.empty()) names.names.push_back(std::move(name));
  }
  add_ids(names, labels);
  return names;
}

}  // namespace

EntityNames read_entity_names(const fs::path& folder, OnError on_error) {
  if (is_store(folder)) {
    EntityNames names = names_in_store(folder);
    if (names.names.empty()) fail_nameless(folder);
    return names;
  }
  BadLines bad(on_error);
  EntityNames names;
  const DatasetFiles files = find_dataset_files(folder);
  TripleNamesOf in_triples = read_names(files, bad);
  names.entities = std::move(in_triples.entities);
  LabelList labels;
  if (files.labels) {
    const auto take = [&](const NameLine& line, EntityName name) {
      if (labels.find(line.id) == nullptr) names.names.push_back(std::move(name));
      add_label(labels, line, *files.labels);
    };
    read_table(*files.labels, in_triples.relations, names, bad, take);
  }
  add_ids(names, labels);
  if (const std::optional<fs::path> aliases = find_packed(folder, "aliases.tsv")) {
    read_table(*aliases, in_triples.relations, names, bad,
               [&](const NameLine&, EntityName name) { names.names.push_back(std::move(name)); });
  }
  if (names.names.empty()) fail_nameless(folder);
  for (std::string& warning : warnings_of(bad)) names.warnings.push_back(std::move(warning));
  return names;
}

}  // namespace gntp
