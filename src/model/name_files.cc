#include "model/name_files.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/line_reader.h"
#include "base/text.h"
#include "kb/name_table.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLabelFile = "labels.tsv";
constexpr const char* kTypeFile = "types.tsv";

using Lines = std::vector<std::pair<std::string, std::string>>;  // id, text

void write_lines(const fs::path& path, Lines lines) {
  if (lines.empty()) return;
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::string text;
  for (const auto& [id, name] : lines) text += fmt::format("{}\t{}\n", id, name);
  write_file(path, text);
}

template <typename Id>
void add_labels(const Vocabulary<Id>& names, const Labels<Id>& labels, Lines& lines) {
  for (Id id{0}; id < names.size(); ++id) {
    if (!labels[id].empty()) lines.emplace_back(names.name(id), labels[id]);
  }
}

[[noreturn]] void reject(const fs::path& path, const NameLine& line) {
  fail_at(path, line.line, "'{}' is no name of the model; {}", excerpt(line.id), kDamageRemedy);
}

// Ids are as the model has them, with blanks and tabs; labels and types have no tab.
void read_lines(const fs::path& path, const std::function<void(const NameLine&)>& take) {
  LineReader lines(path);
  std::string_view line;
  while (lines.next(line)) {
    const std::size_t tab = line.rfind('\t');
    if (tab == std::string_view::npos) {
      fail_at(path, lines.line_number(), "expected an id, a tab and a text; {}", kDamageRemedy);
    }
    take({line.substr(0, tab), line.substr(tab + 1), lines.line_number()});
  }
}

}  // namespace

void write_name_files(const fs::path& folder, const KnowledgeBase& kb) {
  Lines labels;
  add_labels(kb.entities, kb.entity_labels, labels);
  add_labels(kb.relations, kb.relation_labels, labels);
  add_labels(kb.types.names(), kb.type_labels, labels);
  write_lines(folder / kLabelFile, std::move(labels));
  Lines types;
  for (TypeId type{0}; type < kb.types.size(); ++type) {
    for (const EntityId entity : kb.types.entities_of(type)) {
      types.emplace_back(kb.entities.name(entity), kb.types.names().name(type));
    }
  }
  write_lines(folder / kTypeFile, std::move(types));
}

void read_name_files(CheckedFolder& folder, KnowledgeBase& kb) {
  if (folder.has(kTypeFile)) {
    const fs::path path = folder.file(kTypeFile);
    TypeList types;
    read_lines(path, [&](const NameLine& line) {
      if (!kb.entities.find(line.id)) reject(path, line);
      types.add(line.id, line.text);
    });
    kb.types = Types(types, kb.entities);
  }
  if (!folder.has(kLabelFile)) return;
  const fs::path path = folder.file(kLabelFile);
  LabelList labels;
  read_lines(path, [&](const NameLine& line) {
    const bool known =
        kb.entities.find(line.id) || kb.relations.find(line.id) || kb.types.names().find(line.id);
    if (!known) reject(path, line);
    add_label(labels, line, path);
  });
  kb.entity_labels = Labels(labels, kb.entities);
  kb.relation_labels = Labels(labels, kb.relations);
  kb.type_labels = Labels(labels, kb.types.names());
}

}  // namespace gntp
