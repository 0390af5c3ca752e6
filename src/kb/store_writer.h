// Makes a store of triples that come one by one, within a given memory: what does not fit goes to
// files without a name in the folder of the store. The same triples make the same bytes, whatever
// their order, the memory and the number of threads. Asks on the way whether to stop
// (base/stop.h). For one thread at a time, with the pool's threads behind it.
#pragma once

#include <gntp/if_exists.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "base/scratch_file.h"
#include "base/section_file.h"
#include "kb/name_blocks.h"
#include "kb/triple.h"
#include "kb/vocabulary.h"

namespace gntp {

struct StoreOptions {
  std::uint64_t memory = std::uint64_t{4} << 30U;  // in bytes
  IfExists if_exists = IfExists::kRefuse;
};

class StoreWriter {
 public:
  // Throws Error where the store cannot be written.
  StoreWriter(const std::filesystem::path& path, const StoreOptions& options, ThreadPool& threads);

  // A training fact, in names.
  void add(std::string_view head, std::string_view relation, std::string_view tail);
  // The triples to come are of this split. Requires: no split of that name was begun before.
  void begin_split(std::string_view name);
  void add_to_split(std::string_view head, std::string_view relation, std::string_view tail);

  // How many lines were added.
  std::uint64_t lines() const { return lines_; }

  // Writes the store. To be called once, last. Throws Error where there is no fact.
  void finish();

 private:
  // A triple as it was read: entities by their numbers in the block of names at hand.
  struct Line {
    std::uint32_t head;
    std::uint32_t relation;  // by number as first seen
    std::uint32_t tail;
  };
  // Those of one block of names.
  struct LineBlock {
    std::uint64_t begin = 0;  // in the file
    std::uint64_t end = 0;
  };
  struct SplitLine {
    std::size_t block;
    Line line;
  };
  struct SplitLines {
    std::string name;
    std::vector<SplitLine> lines;
  };
  // One end of a fact.
  struct EdgeEnd {
    std::uint32_t entity;
    std::uint32_t step;
    std::uint32_t target;
  };
  struct EdgeEndKey {
    auto operator()(const EdgeEnd& end) const;
  };
  // A step that leads somewhere from an entity.
  struct Start {
    std::uint32_t step;
    std::uint32_t entity;
  };
  struct StartKey {
    auto operator()(const Start& start) const;
  };

  Line line_of(std::string_view head, std::string_view relation, std::string_view tail);
  void end_block();
  void flush_lines();
  std::uint32_t write_entities();
  void write_relations();
  void write_graph(std::uint32_t entities);
  template <typename Visit>
  void for_each_line(std::size_t block, Visit visit);
  void write_splits();

  std::filesystem::path folder_;
  StoreOptions options_;
  ThreadPool& threads_;
  SectionWriter file_;
  NameBlocks entities_;
  Vocabulary<RelationId> relations_;
  std::vector<RelationId> relation_ids_;  // in order, by number as first seen
  std::optional<ScratchFile> lines_file_;
  std::vector<Line> buffer_;
  std::vector<LineBlock> blocks_;
  std::uint64_t lines_ = 0;  // in the file and in the buffer
  std::vector<SplitLines> splits_;
};

}  // namespace gntp
