#include "kb/store.h"

#include <fmt/format.h>

#include <utility>

#include "base/elias_fano.h"
#include "base/error.h"
#include "base/text.h"

namespace gntp {

bool is_store(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return false;
  return path.extension() == kStoreExtension || is_section_file(path);
}

std::string digest_text(std::uint64_t digest) {
  return fmt::format("{:016x}", digest);
}

Store::Store(const std::filesystem::path& path)
    : Store(std::make_shared<SectionFile>(path, kStoreFormat)) {}

namespace {

// What the parts say that do not go together, about the file.
template <typename Make>
auto made_of(const std::filesystem::path& path, Make make) {
  try {
    return make();
  } catch (const Error& error) {
    const std::string_view what = error.what();
    if (what.find(path.string()) != std::string_view::npos) throw;
    fail("{}: {}; the file is damaged: copy it again, or make it anew with 'gntp pack'",
         path.string(), what);
  }
}

}  // namespace

Store::Store(std::shared_ptr<const SectionFile> file)
    : file_(std::move(file)),
      entities_(names(store::kEntities)),
      relations_(names(store::kRelations)),
      patterns_(names(store::kPatterns)) {
  read_facts();
  read_splits();
}

void Store::fail_damaged(std::string_view what) const {
  fail("{}: {}; the file is damaged: copy it again, or make it anew with 'gntp pack'",
       path().string(), what);
}

// None where there is no such section.
template <typename T>
SharedArray<T> Store::array(std::string_view name) const {
  if (!file_->has(name)) return {};
  return {file_->section<T>(name), file_};
}

FrontCodedNames Store::names(const store::NameSections& sections) const {
  if (!file_->has(sections.bytes)) return {};
  return {file_->section<char>(sections.bytes), file_->section<std::uint64_t>(sections.blocks),
          path().string()};
}

void Store::read_facts() {
  const auto counts = file_->section<store::Counts>(store::kCounts);
  if (counts.size() != 1) fail_damaged("it has no counts");
  const auto& [ends, runs, duplicates] = counts[0];
  const StepGraph::Parts parts{.words = file_->section<std::uint32_t>(store::kWords),
                               .bases = file_->section<std::uint64_t>(store::kBases),
                               .offsets = file_->section<std::uint32_t>(store::kOffsets),
                               .first_starts = file_->section<std::uint64_t>(store::kFirstStarts),
                               .starts = file_->section<std::uint32_t>(store::kStarts),
                               .ends = ends};
  StepGraph graph = made_of(path(), [&] { return StepGraph(parts, file_); });
  if (graph.entities() != entities_.size() ||
      graph.relations() != std::size_t{relations_.size()} + patterns_.size()) {
    fail_damaged("its names and its facts do not go together");
  }
  const auto words = file_->section<std::uint64_t>(store::kPlaces);
  // Checked first: the shape of impossible numbers could be of any size.
  if (runs > parts.starts.size() || ends > parts.words.size() || ends % 2 != 0) {
    fail_damaged("its counts make no sense");
  }
  const EliasFano places(runs + 1, ends / 2 + 1, words, path().string());
  facts_ = made_of(path(), [&] { return FactList(std::move(graph), places); });
  duplicates_ = duplicates;
}

void Store::read_splits() {
  const auto list = file_->section<char>(store::kSplits);
  const auto duplicates = file_->section<std::uint64_t>(store::kSplitDuplicates);
  if (list.empty()) return;
  for (const std::string_view name : split(std::string_view(list.data(), list.size()), '\n')) {
    const std::size_t number = splits_.size();
    if (number == duplicates.size()) fail_damaged("its list of splits is too long");
    splits_.push_back({std::string(name),
                       {file_->section<Triple>(store::triples_of(number)), file_},
                       duplicates[number]});
  }
}

template <typename Id>
Labels<Id> Store::labels(const store::LabelSections& sections) const {
  typename Labels<Id>::Parts parts{.text = array<char>(sections.text),
                                   .ends = array<std::uint64_t>(sections.ends),
                                   .by_label = array<Id>(sections.by_label)};
  return made_of(path(), [&] { return Labels<Id>(std::move(parts)); });
}

std::vector<Sentence> Store::sentences() const {
  std::vector<Sentence> all;
  const auto entries = array<store::SentenceEntry>(store::kSentences);
  const auto text = array<char>(store::kSentenceText);
  all.reserve(entries.size());
  std::uint64_t begin = 0;
  for (const store::SentenceEntry& entry : entries) {
    if (entry.end < begin || entry.end > text.size() || entry.end - begin < entry.file_size) {
      fail_damaged("its sentences are not where they should be");
    }
    const std::string_view both(text.data() + begin, entry.end - begin);
    all.push_back({{EntityId(entry.head), RelationId(entry.relation), EntityId(entry.tail)},
                   std::string(both.substr(0, entry.file_size)),
                   entry.line,
                   entry.number,
                   std::string(both.substr(entry.file_size))});
    begin = entry.end;
  }
  return all;
}

KnowledgeBase Store::knowledge_base() const {
  KnowledgeBase kb;
  kb.entities = Vocabulary<EntityId>(entities_, file_);
  kb.relations = Vocabulary<RelationId>(relations_, file_);
  patterns_.for_each(0, patterns_.size(),
                     [&](std::uint32_t, std::string_view name) { kb.relations.add(name); });
  kb.patterns = patterns_.size();
  kb.facts = facts_;
  kb.mention_counts = array<std::uint32_t>(store::kMentionCounts);
  if (kb.mention_counts.size() > kb.facts.size()) {
    fail_damaged("its mentions and its facts do not go together");
  }
  kb.candidates = {array<EntityId>(store::kCandidates),
                   array<RelationId>(store::kCandidateRelations)};
  kb.sentences = sentences();
  kb.entity_labels = labels<EntityId>(store::kEntityLabels);
  kb.relation_labels = labels<RelationId>(store::kRelationLabels);
  kb.types = made_of(path(), [&] {
    return Types(Vocabulary<TypeId>(names(store::kTypes), file_),
                 array<std::uint64_t>(store::kTypeBegins), array<EntityId>(store::kTypeEntities));
  });
  kb.type_labels = labels<TypeId>(store::kTypeLabels);
  return kb;
}

FactWeights Store::weights() const {
  const auto other = array<double>(store::kOtherWeight);
  if (other.empty()) return {};
  return made_of(path(), [&] {
    return FactWeights(array<Triple>(store::kWeighted), array<double>(store::kWeights), other[0]);
  });
}

StoreNotes Store::notes() const {
  const auto bytes = array<char>(store::kNotes);
  if (bytes.empty()) return {};
  try {
    return notes_from_bytes({bytes.data(), bytes.size()});
  } catch (const Error&) {
    fail_damaged("its notes cannot be read");
  }
}

std::optional<std::string_view> Store::rules() const {
  if (!file_->has(store::kRules)) return std::nullopt;
  const auto text = file_->section<char>(store::kRules);
  return std::string_view(text.data(), text.size());
}

}  // namespace gntp
