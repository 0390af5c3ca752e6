#include "text/entity_names.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

#include "base/bad_lines.h"
#include "base/error.h"
#include "base/line_reader.h"
#include "base/text.h"
#include "kb/dataset_files.h"
#include "kb/reader.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

Vocabulary<EntityId> read_entities(const fs::path& folder, BadLines& bad) {
  Vocabulary<EntityId> entities;
  const auto add = [&](std::string_view head, std::string_view, std::string_view tail,
                       std::size_t) {
    entities.add(head);
    entities.add(tail);
  };
  const DatasetFiles files = find_dataset_files(folder);
  const ReadingOptions options;
  const DatasetReader reader(files, options, bad);
  reader.read(files.train, add);
  bad.check_rest(files.train, entities.size());
  for (const SplitFile& split : files.splits) reader.read(split.path, add);
  entities.sort();
  return entities;
}

using NameSink = std::function<void(EntityId entity, EntityName name, std::size_t line)>;

// Reads lines of id TAB name.
void read_table(const fs::path& path, EntityNames& names, BadLines& bad, const NameSink& sink) {
  LineReader lines(path);
  std::size_t known = 0;
  std::size_t unknown = 0;
  std::size_t first_unknown = 0;
  for_each_line(lines, bad, [&](std::string_view line) {
    if (trim(line).empty()) return;
    const std::vector<std::string_view> fields = split(line, '\t');
    if (fields.size() != 2) {
      fail_at(path, lines.line_number(), "expected 2 tab-separated fields, id and name, found {}",
              fields.size());
    }
    EntityName name = parse_name(fields[1]);
    if (name.text.empty()) {
      fail_at(path, lines.line_number(), "'{}' has an empty name; fill it in or remove the line",
              excerpt(fields[0]));
    }
    const std::optional<EntityId> entity = names.entities.find(fields[0]);
    if (entity) {
      sink(*entity, std::move(name), lines.line_number());
      ++known;
    } else if (unknown++ == 0) {
      first_unknown = lines.line_number();
    }
  });
  bad.check_rest(path, known + unknown);
  if (known == 0) {
    fail(
        "{}: names no entity of the data set; the first column must hold the names that the "
        "triples use",
        path.string());
  }
  if (unknown > 0) {
    names.warnings.push_back(
        fmt::format("{}:{}: this and {} more lines name entities that the triples do not have; "
                    "they are passed over",
                    path.string(), first_unknown, unknown - 1));
  }
}

// The ids of entities that no label names. A number is no name.
void add_ids(EntityNames& names, const std::vector<std::size_t>& labelled_at) {
  for (EntityId entity{0}; entity < names.entities.size(); ++entity) {
    const std::string& id = names.entities.name(entity);
    const bool number = std::ranges::all_of(id, [](char c) { return is_digit(c) || c == '.'; });
    if (labelled_at[entity] != 0 || number) continue;
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

EntityNames read_entity_names(const fs::path& folder, OnError on_error) {
  BadLines bad(on_error);
  EntityNames names;
  names.entities = read_entities(folder, bad);
  std::vector<std::size_t> labelled_at(names.entities.size());  // line; 0 = not
  const std::optional<fs::path> labels = find_packed(folder, "labels.tsv");
  if (labels) {
    read_table(*labels, names, bad, [&](EntityId entity, EntityName name, std::size_t line) {
      if (labelled_at[entity] != 0) {
        fail_at(*labels, line,
                "'{}' has a label already, in line {}; further names belong into "
                "aliases.tsv",
                excerpt(names.entities.name(entity)), labelled_at[entity]);
      }
      labelled_at[entity] = line;
      name.entity = entity;
      names.names.push_back(std::move(name));
    });
  }
  add_ids(names, labelled_at);
  if (const std::optional<fs::path> aliases = find_packed(folder, "aliases.tsv")) {
    read_table(*aliases, names, bad, [&](EntityId entity, EntityName name, std::size_t) {
      name.entity = entity;
      names.names.push_back(std::move(name));
    });
  }
  if (names.names.empty()) {
    fail(
        "{}: its entities have no names to look for (their ids are numbers); write them into "
        "labels.tsv, id TAB name",
        folder.string());
  }
  for (std::string& warning : warnings_of(bad)) names.warnings.push_back(std::move(warning));
  return names;
}

}  // namespace gntp
