#include "kb/store_notes.h"

#include "base/byte_archive.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

std::string folder_text(const fs::path& folder) {
  std::string text = folder.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

// Whether what comes after the path goes on with another file's name.
bool ends_here(std::string_view rest) {
  return rest.empty() || rest[0] == '/' || rest[0] == ':';
}

StoreNotes::Text text_of(const std::string& text, const std::string& folder) {
  if (!text.starts_with(folder)) return {false, text};
  std::string rest = text.substr(folder.size());
  if (rest.starts_with("/:")) rest.erase(0, 1);  // the folder was given with a slash
  if (!ends_here(rest)) return {false, text};
  return {true, std::move(rest)};
}

std::string told(const StoreNotes::Text& text, const fs::path& place) {
  return text.is_about_data ? place.string() + text.rest : text.rest;
}

// One description for writing and reading.
template <typename Archive>
void exchange(Archive& archive, StoreNotes::Text& text) {
  archive(text.is_about_data);
  archive(text.rest);
}

template <typename Archive>
void exchange(Archive& archive, std::string& text) {
  archive(text);
}

template <typename Archive>
void exchange(Archive& archive, SourceFile& source) {
  archive(source.name);
  archive(source.hash);
}

template <typename Archive>
void exchange(Archive& archive, StoreNotes::Skipped& skipped);

template <typename Archive, typename Item>
void exchange(Archive& archive, std::vector<Item>& items) {
  std::uint64_t size = items.size();
  archive(size);
  if constexpr (Archive::kReads) items.clear();
  for (std::uint64_t i = 0; i < size; ++i) {
    if constexpr (Archive::kReads) items.emplace_back();
    exchange(archive, items[i]);
  }
}

template <typename Archive>
void exchange(Archive& archive, StoreNotes::Skipped& skipped) {
  exchange(archive, skipped.file);
  archive(skipped.count);
  exchange(archive, skipped.first);
}

template <typename Archive>
void exchange(Archive& archive, StoreNotes& notes) {
  archive(notes.unseen_entities);
  archive(notes.unseen_relations);
  for (std::size_t* count : {&notes.counts.literals, &notes.counts.light, &notes.counts.graphs,
                             &notes.counts.title_lines}) {
    archive(*count);
  }
  exchange(archive, notes.sources);
  exchange(archive, notes.skipped);
  exchange(archive, notes.warnings);
  exchange(archive, notes.last_warnings);
  exchange(archive, notes.similar_entities);
  exchange(archive, notes.similar_relations);
}

}  // namespace

StoreNotes notes_on(const LoadedDataset& dataset, const std::vector<std::string>& last_warnings) {
  const std::string folder = folder_text(dataset.folder);
  const auto texts_of = [&](const std::vector<std::string>& lines) {
    std::vector<StoreNotes::Text> texts;
    texts.reserve(lines.size());
    for (const std::string& line : lines) texts.push_back(text_of(line, folder));
    return texts;
  };
  StoreNotes notes;
  notes.unseen_entities = dataset.unseen_entities;
  notes.unseen_relations = dataset.unseen_relations;
  notes.counts = dataset.counts;
  notes.sources = dataset.sources;
  for (const SkippedLines& skipped : dataset.skipped) {
    notes.skipped.push_back(
        {text_of(skipped.file.string(), folder), skipped.count, texts_of(skipped.first)});
  }
  notes.warnings = texts_of(dataset.warnings);
  notes.last_warnings = texts_of(last_warnings);
  notes.similar_entities = dataset.similar_entities;
  notes.similar_relations = dataset.similar_relations;
  return notes;
}

std::vector<std::string> give_notes(const StoreNotes& notes, const fs::path& place,
                                    LoadedDataset& dataset) {
  const auto lines_of = [&](const std::vector<StoreNotes::Text>& texts) {
    std::vector<std::string> lines;
    lines.reserve(texts.size());
    for (const StoreNotes::Text& text : texts) lines.push_back(told(text, place));
    return lines;
  };
  dataset.unseen_entities = notes.unseen_entities;
  dataset.unseen_relations = notes.unseen_relations;
  dataset.counts = notes.counts;
  for (const StoreNotes::Skipped& skipped : notes.skipped) {
    dataset.skipped.push_back({told(skipped.file, place), skipped.count, lines_of(skipped.first)});
  }
  dataset.warnings = lines_of(notes.warnings);
  dataset.similar_entities = notes.similar_entities;
  dataset.similar_relations = notes.similar_relations;
  return lines_of(notes.last_warnings);
}

std::string to_bytes(StoreNotes notes) {
  ByteWriter archive;
  exchange(archive, notes);
  return archive.take();
}

StoreNotes notes_from_bytes(std::string_view bytes) {
  StoreNotes notes;
  ByteReader archive(bytes);
  exchange(archive, notes);
  archive.finish();
  return notes;
}

}  // namespace gntp
