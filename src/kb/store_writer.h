// Makes a store of triples that come one by one, within a given memory: what does not fit goes to
// files without a name in the folder of the store. The same triples make the same bytes, whatever
// their order, the memory and the number of threads. Asks on the way whether to stop
// (base/stop.h). For one thread at a time, with the pool's threads behind it.
//
//   StoreWriter writer(path, options, threads);
//   writer.add(head, relation, tail);
//   ...
//   const Store facts = writer.write_facts();  // can be read while the rest is written
//   writer.finish(rest);
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
#include "base/section_file.h"
#include "kb/name_blocks.h"
#include "kb/record_blocks.h"
#include "kb/store.h"
#include "kb/triple.h"
#include "kb/vocabulary.h"

namespace gntp {

struct StoreOptions {
  std::uint64_t memory = std::uint64_t{4} << 30U;  // in bytes
  IfExists if_exists = IfExists::kRefuse;
};

// What a store holds besides names, facts and splits.
struct RestOfStore {
  const KnowledgeBase& kb;  // its labels, types, candidates and sentences
  StoreNotes notes;
  std::optional<std::string> rules;  // the text of rules.pl
};

class StoreWriter {
 public:
  // Throws Error where the store cannot be written.
  StoreWriter(const std::filesystem::path& path, const StoreOptions& options, ThreadPool& threads);

  // A training fact, in names.
  void add(std::string_view head, std::string_view relation, std::string_view tail);
  // The same with its weight.
  void add(std::string_view head, std::string_view relation, std::string_view tail, double weight);
  // The triples to come are of this split. Requires: no split of that name was begun before.
  void begin_split(std::string_view name);
  void add_to_split(std::string_view head, std::string_view relation, std::string_view tail);
  // Whether a fact or a triple of a split has the relation.
  bool has_relation(std::string_view name) const;
  // Requires: facts and splits are complete; no relation is called as the pattern.
  void add_mention(std::string_view head, std::string_view pattern, std::string_view tail,
                   std::uint32_t count);

  // How many lines were added.
  std::uint64_t lines() const { return facts_.size(); }

  // Writes names, facts, splits, mentions and weights, which can be read then. To be called once.
  // Throws Error where there is no fact.
  Store write_facts();
  // Writes the rest and gives the store its name. To be called once, last.
  void finish(const RestOfStore& rest);
  // The same without any rest, and with the facts if need be.
  void finish();

  // Of the store, once it is finished.
  std::uint64_t digest() const { return file_.digest(); }
  std::uint64_t bytes() const { return file_.size(); }

 private:
  // A triple as it was read: entities by their numbers in the block of names at hand.
  struct Line {
    std::uint32_t head;
    std::uint32_t relation;  // by number as first seen
    std::uint32_t tail;
  };
  struct CountedLine {
    Line line;
    std::uint32_t count;
  };
  struct WeightedLine {
    Line line;
    std::uint32_t unused;
    double weight;
  };
  struct SplitLine {
    std::size_t block;
    Line line;
  };
  struct SplitLines {
    std::string name;
    std::vector<SplitLine> lines;
  };

  Line line_of(std::string_view head, std::string_view relation, std::string_view tail);
  void end_block();
  std::uint32_t write_entities();
  void write_relations();
  void write_graph(std::uint32_t entities);
  void write_mention_counts();
  void write_weights();
  void write_splits();
  // Calls visit(triple, record) for all records, in final ids.
  template <typename Record, typename Visit>
  void for_each(RecordBlocks<Record>& records, Visit visit);

  std::filesystem::path folder_;
  StoreOptions options_;
  ThreadPool& threads_;
  SectionWriter file_;
  NameBlocks entities_;
  Vocabulary<RelationId> relations_;  // then patterns
  std::optional<std::size_t> first_pattern_;
  std::vector<RelationId> relation_ids_;  // in order, by number as first seen
  std::size_t blocks_ = 0;
  RecordBlocks<Line> facts_;
  RecordBlocks<CountedLine> mentions_;
  RecordBlocks<WeightedLine> weights_;
  std::vector<SplitLines> splits_;
  std::uint64_t distinct_mentions_ = 0;
  std::uint64_t distinct_facts_ = 0;
  bool has_facts_ = false;  // whether they are written
};

}  // namespace gntp
