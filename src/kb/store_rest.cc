#include "kb/store_rest.h"

#include <utility>
#include <vector>

namespace gntp {
namespace {

template <typename T>
void add(std::string_view name, const SharedArray<T>& items, SectionWriter& file) {
  file.add(name, items.span());
}

void add_text(std::string_view name, std::string_view text, SectionWriter& file) {
  file.add(name, std::span<const char>(text));
}

template <typename Id>
void write_labels(const store::LabelSections& sections, const Labels<Id>& labels,
                  SectionWriter& file) {
  if (labels.empty()) return;
  add(sections.text, labels.parts().text, file);
  add(sections.ends, labels.parts().ends, file);
  add(sections.by_label, labels.parts().by_label, file);
}

void write_types(const Types& types, SectionWriter& file) {
  if (types.empty()) return;
  write_names(store::kTypes, file, [&](FrontCodedWriter& names) {
    types.names().for_each([&](TypeId, std::string_view name) { names.add(name); });
  });
  add(store::kTypeBegins, types.begins(), file);
  add(store::kTypeEntities, types.entities(), file);
}

void write_sentences(const std::vector<Sentence>& sentences, SectionWriter& file) {
  if (sentences.empty()) return;
  std::vector<store::SentenceEntry> entries;
  entries.reserve(sentences.size());
  std::uint64_t end = 0;
  file.begin<char>(store::kSentenceText);
  for (const Sentence& sentence : sentences) {
    file.append(std::span<const char>(sentence.file));
    file.append(std::span<const char>(sentence.text));
    end += sentence.file.size() + sentence.text.size();
    const auto& [head, relation, tail] = sentence.fact;
    entries.push_back({.head = head,
                       .relation = relation,
                       .tail = tail,
                       .file_size = static_cast<std::uint32_t>(sentence.file.size()),
                       .line = sentence.line,
                       .number = sentence.number,
                       .end = end});
  }
  file.add(store::kSentences, std::span<const store::SentenceEntry>(entries));
}

}  // namespace

void write_names(const store::NameSections& sections, SectionWriter& file,
                 std::span<const std::string> names) {
  write_names(sections, file, [&](FrontCodedWriter& writer) {
    for (const std::string& name : names) writer.add(name);
  });
}

void write_rest(const RestOfStore& rest, SectionWriter& file) {
  const KnowledgeBase& kb = rest.kb;
  write_labels(store::kEntityLabels, kb.entity_labels, file);
  write_labels(store::kRelationLabels, kb.relation_labels, file);
  write_types(kb.types, file);
  write_labels(store::kTypeLabels, kb.type_labels, file);
  if (!kb.candidates.entities.empty()) {
    add(store::kCandidates, kb.candidates.entities, file);
    add(store::kCandidateRelations, kb.candidates.relations, file);
  }
  write_sentences(kb.sentences, file);
  if (rest.rules) add_text(store::kRules, *rest.rules, file);
  add_text(store::kNotes, to_bytes(rest.notes), file);
}

}  // namespace gntp
