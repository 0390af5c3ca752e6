// A knowledge base in one file that is mapped into memory: names, the graph of facts, splits,
// labels and all else that a data set has. Opening it takes as long whatever its size, processes
// share its pages, and what is never looked at never leaves the disk. `StoreWriter` makes such
// files, `load_dataset` reads them. Immutable; safe from several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/front_coded_names.h"
#include "base/section_file.h"
#include "kb/dataset.h"
#include "kb/knowledge_base.h"
#include "kb/store_notes.h"
#include "kb/store_sections.h"

namespace gntp {

inline constexpr SectionFormat kStoreFormat{"knowledge base", 1, 1};
inline constexpr const char* kStoreExtension = ".gntp";

// Whether a path is meant to be that of a store: by its first bytes or, where there are none or
// others, by its extension.
bool is_store(const std::filesystem::path& path);

class Store {
 public:
  // Throws Error where it is no store of a version that is known, and where it is damaged as far as
  // can be seen without reading all of it.
  explicit Store(const std::filesystem::path& path);
  // As far as it has been written.
  explicit Store(std::shared_ptr<const SectionFile> file);

  const std::filesystem::path& path() const { return file_->path(); }
  // Tells it from other stores.
  std::uint64_t digest() const { return file_->digest(); }
  std::uint64_t size() const { return file_->size(); }  // in bytes

  // In the order of their bytes; patterns are none of the relations.
  const FrontCodedNames& entities() const { return entities_; }
  const FrontCodedNames& relations() const { return relations_; }
  // Of the training facts and mentions.
  const StepGraph& graph() const { return facts_.graph(); }
  std::size_t facts() const { return facts_.size(); }
  bool has_mentions() const { return patterns_.size() > 0; }
  // Training lines that repeated an earlier one.
  std::size_t duplicates() const { return duplicates_; }

  // All but rules, and without the store itself as its origin.
  KnowledgeBase knowledge_base() const;
  const std::vector<Split>& splits() const { return splits_; }
  FactWeights weights() const;
  StoreNotes notes() const;
  // The text of rules.pl.
  std::optional<std::string_view> rules() const;

  // Reads all of it; throws Error that names what is damaged.
  void verify(ThreadPool& threads) const { file_->verify(threads); }

 private:
  template <typename T>
  SharedArray<T> array(std::string_view name) const;
  template <typename Id>
  Labels<Id> labels(const store::LabelSections& sections) const;
  FrontCodedNames names(const store::NameSections& sections) const;
  void read_facts();
  void read_splits();
  std::vector<Sentence> sentences() const;
  [[noreturn]] void fail_damaged(std::string_view what) const;

  std::shared_ptr<const SectionFile> file_;
  FrontCodedNames entities_;
  FrontCodedNames relations_;
  FrontCodedNames patterns_;
  FactList facts_;
  std::vector<Split> splits_;
  std::size_t duplicates_ = 0;
};

// 16 hexadecimal digits.
std::string digest_text(std::uint64_t digest);

}  // namespace gntp
