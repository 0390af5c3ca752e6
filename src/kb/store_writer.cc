#include "kb/store_writer.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/external_sorter.h"
#include "base/front_coded_names.h"
#include "base/stop.h"
#include "kb/fact_order.h"
#include "kb/step_graph_writer.h"
#include "kb/store.h"
#include "kb/store_sections.h"

namespace gntp {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16U;  // lines
// Of the memory: for the ends of facts and for starts while both are sorted.
constexpr std::uint64_t kShareOfEnds = 6;
constexpr std::uint64_t kShareOfStarts = 3;
constexpr std::uint64_t kShares = 10;

// Names go straight into a section; where their blocks begin is the section after it.
template <typename Fill>
void write_names(SectionWriter& file, std::string_view bytes, std::string_view blocks, Fill fill) {
  file.begin<char>(bytes);
  FrontCodedWriter names([&](std::string_view more) { file.append(std::span<const char>(more)); });
  fill(names);
  const std::vector<std::uint64_t> begins = names.finish();
  file.add(blocks, std::span<const std::uint64_t>(begins));
}

}  // namespace

auto StoreWriter::EdgeEndKey::operator()(const EdgeEnd& end) const {
  return WideKey{end.entity} << 64U | WideKey{end.step} << 32U | end.target;
}

auto StoreWriter::StartKey::operator()(const Start& start) const {
  return std::uint64_t{start.step} << 32U | start.entity;
}

StoreWriter::StoreWriter(const std::filesystem::path& path, const StoreOptions& options,
                         ThreadPool& threads)
    : folder_(parent_of(path)),
      options_(options),
      threads_(threads),
      file_(path, kStoreFormat, options.if_exists),
      entities_(folder_, options.memory) {
  buffer_.reserve(kBuffer);
}

StoreWriter::Line StoreWriter::line_of(std::string_view head, std::string_view relation,
                                       std::string_view tail) {
  if (entities_.is_full()) end_block();
  return {entities_.add(head), relations_.add(relation), entities_.add(tail)};
}

void StoreWriter::add(std::string_view head, std::string_view relation, std::string_view tail) {
  const Line line = line_of(head, relation, tail);
  if (buffer_.size() == kBuffer) flush_lines();
  buffer_.push_back(line);
  ++lines_;
}

void StoreWriter::begin_split(std::string_view name) {
  splits_.push_back({std::string(name), {}});
}

void StoreWriter::add_to_split(std::string_view head, std::string_view relation,
                               std::string_view tail) {
  const Line line = line_of(head, relation, tail);
  splits_.back().lines.push_back({entities_.block(), line});
}

void StoreWriter::flush_lines() {
  stop_if_asked();
  if (!lines_file_) lines_file_.emplace(folder_ / "facts");
  lines_file_->append(
      {reinterpret_cast<const char*>(buffer_.data()), buffer_.size() * sizeof(Line)});
  buffer_.clear();
}

void StoreWriter::end_block() {
  entities_.end_block();
  blocks_.push_back({blocks_.empty() ? 0 : blocks_.back().end, lines_});
}

void StoreWriter::finish() {
  if (lines_ == 0) fail("there are no facts to make a store of");
  flush_lines();
  end_block();
  const std::uint32_t entities = write_entities();
  write_relations();
  write_graph(entities);
  write_splits();
  file_.commit();
}

std::uint32_t StoreWriter::write_entities() {
  std::uint32_t count = 0;
  write_names(file_, store::kEntities, store::kEntityBlocks, [&](FrontCodedWriter& names) {
    count = entities_.merge([&](std::string_view name) { names.add(name); });
  });
  return count;
}

void StoreWriter::write_relations() {
  relation_ids_ = relations_.sort();
  write_names(file_, store::kRelations, store::kRelationBlocks, [&](FrontCodedWriter& names) {
    for (const std::string& name : relations_.names()) names.add(name);
  });
}

template <typename Visit>
void StoreWriter::for_each_line(std::size_t block, Visit visit) {
  buffer_.resize(kBuffer);
  const auto [begin, end] = blocks_[block];
  for (std::uint64_t at = begin; at < end;) {
    stop_if_asked();
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kBuffer, end - at));
    lines_file_->read(at * sizeof(Line), reinterpret_cast<char*>(buffer_.data()),
                      count * sizeof(Line));
    for (const Line& line : std::span(buffer_).first(count)) visit(line);
    at += count;
  }
}

void StoreWriter::write_graph(std::uint32_t entities) {
  const std::size_t relations = relations_.size();
  ExternalSorter<EdgeEnd, EdgeEndKey> ends({.folder = folder_,
                                            .memory = options_.memory * kShareOfEnds / kShares,
                                            .duplicates = Duplicates::kDrop},
                                           threads_);
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    const std::vector<std::uint32_t> ids = entities_.numbers_of(block);
    for_each_line(block, [&](const Line& line) {
      const RelationId relation = relation_ids_[line.relation];
      const std::uint32_t head = ids[line.head];
      const std::uint32_t tail = ids[line.tail];
      ends.add({head, forwards(relation), tail});
      ends.add({tail, backwards(relation), head});
    });
  }
  lines_file_.reset();
  buffer_ = {};

  ExternalSorter<Start, StartKey> starts(
      {.folder = folder_, .memory = options_.memory * kShareOfStarts / kShares}, threads_);
  std::vector<std::uint64_t> first_starts(2 * relations + 1);
  file_.begin<std::uint32_t>(store::kWords);
  StepGraphWriter graph(
      relations, [&](std::span<const std::uint32_t> words) { file_.append(words); },
      [&](Step step, EntityId entity) {
        ++first_starts[step + 1];
        starts.add({step, entity});
      });
  ends.for_each(
      [&](const EdgeEnd& end) { graph.add(EntityId(end.entity), end.step, EntityId(end.target)); });
  const StepGraphWriter::Places places = graph.finish(entities);
  file_.add(store::kBases, std::span<const std::uint64_t>(places.bases));
  file_.add(store::kOffsets, std::span<const std::uint32_t>(places.offsets));

  for (std::size_t step = 0; step < 2 * relations; ++step) {
    first_starts[step + 1] += first_starts[step];
  }
  file_.add(store::kFirstStarts, std::span<const std::uint64_t>(first_starts));
  file_.begin<std::uint32_t>(store::kStarts);
  std::vector<std::uint32_t> some;
  for (auto more = starts.next(); !more.empty(); more = starts.next()) {
    some.clear();
    for (const Start& start : more) some.push_back(start.entity);
    file_.append(std::span<const std::uint32_t>(some));
  }
  const store::Counts counts{.ends = places.ends, .duplicates = lines_ - places.ends / 2};
  file_.add(store::kCounts, std::span<const store::Counts>(&counts, 1));
}

void StoreWriter::write_splits() {
  std::ranges::sort(splits_, {}, [](const SplitLines& split) {
    return std::pair(split.name != "valid", split.name);
  });
  std::vector<std::vector<Triple>> triples(splits_.size());
  for (std::size_t block = 0; block < blocks_.size() && !splits_.empty(); ++block) {
    const std::vector<std::uint32_t> ids = entities_.numbers_of(block);
    for (std::size_t i = 0; i < splits_.size(); ++i) {
      for (const auto& [of, line] : splits_[i].lines) {
        if (of != block) continue;
        triples[i].push_back(
            {EntityId(ids[line.head]), relation_ids_[line.relation], EntityId(ids[line.tail])});
      }
    }
  }
  std::string names;
  std::vector<std::uint64_t> duplicates;
  for (std::size_t i = 0; i < splits_.size(); ++i) {
    names += (i == 0 ? "" : "\n") + splits_[i].name;
    duplicates.push_back(sort_distinct(triples[i]));
    file_.add(store::triples_of(i), std::span<const Triple>(triples[i]));
  }
  file_.add(store::kSplits, std::span<const char>(names));
  file_.add(store::kSplitDuplicates, std::span<const std::uint64_t>(duplicates));
}

}  // namespace gntp
