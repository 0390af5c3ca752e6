#include "kb/store.h"

#include "base/error.h"
#include "base/text.h"
#include "kb/store_sections.h"

namespace gntp {
namespace {

[[noreturn]] void fail_damaged(const std::filesystem::path& path, std::string_view what) {
  fail("{}: {}; the file is damaged: make it anew with 'gntp pack'", path.string(), what);
}

FrontCodedNames names_of(const SectionFile& file, std::string_view bytes, std::string_view blocks) {
  return {file.section<char>(bytes), file.section<std::uint64_t>(blocks), file.path().string()};
}

}  // namespace

Store::Store(const std::filesystem::path& path)
    : file_(std::make_shared<SectionFile>(path, kStoreFormat)),
      entities_(names_of(*file_, store::kEntities, store::kEntityBlocks)),
      relations_(names_of(*file_, store::kRelations, store::kRelationBlocks)) {
  const auto counts = file_->section<store::Counts>(store::kCounts);
  if (counts.size() != 1) fail_damaged(path, "it has no counts");
  duplicates_ = counts[0].duplicates;
  const StepGraph::Parts parts{.words = file_->section<std::uint32_t>(store::kWords),
                               .bases = file_->section<std::uint64_t>(store::kBases),
                               .offsets = file_->section<std::uint32_t>(store::kOffsets),
                               .first_starts = file_->section<std::uint64_t>(store::kFirstStarts),
                               .starts = file_->section<std::uint32_t>(store::kStarts),
                               .ends = counts[0].ends};
  graph_.emplace(parts, file_);
  if (graph_->entities() != entities_.size() || graph_->relations() != relations_.size()) {
    fail_damaged(path, "its names and its facts do not go together");
  }
  const auto list = file_->section<char>(store::kSplits);
  const auto duplicates = file_->section<std::uint64_t>(store::kSplitDuplicates);
  if (list.empty()) return;
  const std::string_view names(list.data(), list.size());
  for (const std::string_view name : split(names, '\n')) {
    const std::size_t number = splits_.size();
    if (number == duplicates.size()) fail_damaged(path, "its list of splits is too long");
    const auto triples = file_->section<Triple>(store::triples_of(number));
    splits_.push_back({std::string(name), triples, duplicates[number]});
  }
}

}  // namespace gntp
