// Counts mentions in bounded memory. They are distributed to tables by their hash, so that threads
// can count without waiting for each other; when the tables outgrow their share they are sorted and
// spilled to disk, and in the end everything is merged. Counts are exact, and neither the number
// of threads nor the memory changes a byte of the result. To be called from one thread.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/scratch_file.h"
#include "kb/vocabulary.h"
#include "text/mention_batch.h"
#include "text/mention_run.h"

namespace gntp {

struct CountOptions {
  std::size_t memory = std::size_t{1} << 30U;  // bytes for the tables
  std::size_t max_sources = 3;                 // sentences to quote for each mention
  std::uint32_t min_count = 1;
  Directions directions = Directions::kBoth;
};

struct SourceView {
  SentencePlace place;
  std::string_view sentence;
};

class MentionCounts {
 public:
  // What is spilled goes beside `path`.
  MentionCounts(std::filesystem::path path, const CountOptions& options);

  // Counts the mentions of batches that follow each other in the text.
  void add(std::span<const MentionBatch> batches, ThreadPool& threads);

  // Calls use(mention) for every mention that is frequent enough, in the order of the output; its
  // sources can be read with `source`. Ends the counting.
  void merge(ThreadPool& threads, const std::function<void(const CountedMention& mention)>& use);

  // Where a sentence was and what it says. Requires: one of a mention's sources.
  SourceView source(std::uint64_t position);

  // How often the tables were spilled.
  std::size_t spills() const { return spills_; }

 private:
  struct StoredPart {
    std::size_t shard;
    std::uint64_t begin;
    std::uint64_t end;
  };

  void spill_tables(ThreadPool& threads);

  std::filesystem::path path_;
  CountOptions options_;
  std::array<MentionTable, kMentionShards> tables_;
  std::array<std::unique_ptr<ScratchFile>, kMentionShards> files_;
  std::vector<StoredPart> parts_;           // in the order in which they were spilled
  std::unique_ptr<ScratchFile> sentences_;  // null: none are kept
  std::size_t spills_ = 0;
};

}  // namespace gntp
