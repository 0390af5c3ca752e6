// A knowledge base in one file that is mapped into memory: names, the graph of facts, splits.
// Opening it takes as long whatever its size, processes share its pages, and what is never looked
// at never leaves the disk. `StoreWriter` makes such files. Immutable; safe from several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/front_coded_names.h"
#include "base/section_file.h"
#include "kb/step_graph.h"
#include "kb/triple.h"

namespace gntp {

inline constexpr SectionFormat kStoreFormat{"knowledge base", 1, 1};

class Store {
 public:
  struct Split {
    std::string name;                 // "valid", "test", "test-I", ...
    std::span<const Triple> triples;  // distinct and sorted
    std::size_t duplicates = 0;       // lines that repeated an earlier one
  };

  // Throws Error where it is no store of a version that is known, and where it is damaged as far as
  // can be seen without reading all of it.
  explicit Store(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return file_->path(); }
  // Tells it from other stores.
  std::uint64_t digest() const { return file_->digest(); }

  // In the order of their bytes.
  const FrontCodedNames& entities() const { return entities_; }
  const FrontCodedNames& relations() const { return relations_; }
  // Of the training facts.
  const StepGraph& graph() const { return *graph_; }
  std::size_t facts() const { return graph_->ends() / 2; }
  // Training lines that repeated an earlier one.
  std::size_t duplicates() const { return duplicates_; }
  std::span<const Split> splits() const { return splits_; }

  // Reads all of it; throws Error that names what is damaged.
  void verify(ThreadPool& threads) const { file_->verify(threads); }

 private:
  std::shared_ptr<const SectionFile> file_;
  FrontCodedNames entities_;
  FrontCodedNames relations_;
  std::optional<StepGraph> graph_;
  std::vector<Split> splits_;
  std::size_t duplicates_ = 0;
};

}  // namespace gntp
