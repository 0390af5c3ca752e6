#include "kb/store_writer.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "base/descriptor.h"
#include "base/elias_fano.h"
#include "base/error.h"
#include "base/external_sorter.h"
#include "base/front_coded_names.h"
#include "kb/fact_order.h"
#include "kb/step_graph_writer.h"
#include "kb/store_rest.h"
#include "kb/store_sections.h"

namespace gntp {
namespace {

// Of the memory: for the ends of facts and for starts while both are sorted.
constexpr std::uint64_t kShareOfEnds = 6;
constexpr std::uint64_t kShareOfStarts = 3;
constexpr std::uint64_t kShares = 10;

// One end of a fact.
struct EdgeEnd {
  std::uint32_t entity;
  std::uint32_t step;
  std::uint32_t target;
};
struct EdgeEndKey {
  auto operator()(const EdgeEnd& end) const {
    return WideKey{end.entity} << 64U | WideKey{end.step} << 32U | end.target;
  }
};

// A step that leads somewhere from an entity, to so many others.
struct Start {
  std::uint32_t step;
  std::uint32_t entity;
  std::uint32_t count;
};
struct StartKey {
  auto operator()(const Start& start) const {
    return std::uint64_t{start.step} << 32U | start.entity;
  }
};

WideKey key_of(const Triple& triple) {
  return WideKey{triple.relation} << 64U | WideKey{triple.head} << 32U | triple.tail;
}
struct CountedKey {
  auto operator()(const CountedTriple& counted) const { return key_of(counted.triple); }
};
struct WeightedKey {
  auto operator()(const WeightedTriple& weighted) const { return key_of(weighted.triple); }
};

using EndSorter = ExternalSorter<EdgeEnd, EdgeEndKey>;
using StartSorter = ExternalSorter<Start, StartKey>;

// Entities by step, and where the facts of each head begin.
void write_starts(StartSorter& starts, std::uint64_t runs, std::uint64_t facts,
                  SectionWriter& file) {
  std::vector<std::uint64_t> words(EliasFanoShape(runs + 1, facts + 1).words());
  EliasFanoBuilder places(runs + 1, facts + 1, words);
  std::uint64_t place = 0;
  file.begin<std::uint32_t>(store::kStarts);
  std::vector<std::uint32_t> some;
  for (auto more = starts.next(); !more.empty(); more = starts.next()) {
    some.clear();
    for (const Start& start : more) {
      some.push_back(start.entity);
      if (!is_forwards(start.step)) continue;
      places.add(place);
      place += start.count;
    }
    file.append(std::span<const std::uint32_t>(some));
  }
  places.add(place);
  places.finish();
  file.add(store::kPlaces, std::span<const std::uint64_t>(words));
}

}  // namespace

StoreWriter::StoreWriter(const std::filesystem::path& path, const StoreOptions& options,
                         ThreadPool& threads)
    : folder_(parent_of(path)),
      options_(options),
      threads_(threads),
      file_(path, kStoreFormat, options.if_exists),
      entities_(folder_, options.memory),
      facts_(folder_ / "facts"),
      mentions_(folder_ / "mentions"),
      weights_(folder_ / "weights") {
  if (file_.is_stream()) fail("{}: is no file; a store is made in one on a disk", path.string());
}

StoreWriter::Line StoreWriter::line_of(std::string_view head, std::string_view relation,
                                       std::string_view tail) {
  if (entities_.is_full()) end_block();
  return {entities_.add(head), relations_.add(relation), entities_.add(tail)};
}

void StoreWriter::add(std::string_view head, std::string_view relation, std::string_view tail) {
  facts_.add(line_of(head, relation, tail));
}

void StoreWriter::add(std::string_view head, std::string_view relation, std::string_view tail,
                      double weight) {
  const Line line = line_of(head, relation, tail);
  facts_.add(line);
  weights_.add({line, 0, weight});
}

void StoreWriter::begin_split(std::string_view name) {
  splits_.push_back({std::string(name), {}});
}

void StoreWriter::add_to_split(std::string_view head, std::string_view relation,
                               std::string_view tail) {
  const Line line = line_of(head, relation, tail);
  splits_.back().lines.push_back({entities_.block(), line});
}

bool StoreWriter::has_relation(std::string_view name) const {
  const std::optional<RelationId> known = relations_.find(name);
  return known && *known < first_pattern_.value_or(relations_.size());
}

void StoreWriter::add_mention(std::string_view head, std::string_view pattern,
                              std::string_view tail, std::uint32_t count) {
  if (!first_pattern_) first_pattern_ = relations_.size();
  mentions_.add({line_of(head, pattern, tail), count});
}

void StoreWriter::end_block() {
  entities_.end_block();
  facts_.end_block();
  mentions_.end_block();
  weights_.end_block();
  ++blocks_;
}

Store StoreWriter::write_facts() {
  if (facts_.size() == 0) fail("there are no facts to make a store of");
  end_block();
  const std::uint32_t entities = write_entities();
  write_relations();
  write_mention_counts();
  write_graph(entities);
  write_weights();
  write_splits();
  has_facts_ = true;
  return Store(file_.written());
}

void StoreWriter::finish(const RestOfStore& rest) {
  write_rest(rest, file_);
  file_.commit();
}

void StoreWriter::finish() {
  if (!has_facts_) write_facts();
  file_.commit();
}

std::uint32_t StoreWriter::write_entities() {
  std::uint32_t count = 0;
  write_names(store::kEntities, file_, [&](FrontCodedWriter& names) {
    count = entities_.merge([&](std::string_view name) { names.add(name); });
  });
  return count;
}

void StoreWriter::write_relations() {
  const std::size_t patterns = first_pattern_.value_or(relations_.size());
  relation_ids_ = relations_.sort(patterns);
  const std::vector<std::string> names = relations_.names();
  write_names(store::kRelations, file_, std::span(names).first(patterns));
  if (patterns < names.size()) {
    write_names(store::kPatterns, file_, std::span(names).subspan(patterns));
  }
}

template <typename Record, typename Visit>
void StoreWriter::for_each(RecordBlocks<Record>& records, Visit visit) {
  if (records.size() == 0) return;
  for (std::size_t block = 0; block < blocks_; ++block) {
    const std::vector<std::uint32_t> ids = entities_.numbers_of(block);
    records.for_each(block, [&](const Record& record) {
      const Line* line = nullptr;
      if constexpr (std::is_same_v<Record, Line>) {
        line = &record;
      } else {
        line = &record.line;
      }
      visit(Triple{EntityId(ids[line->head]), relation_ids_[line->relation],
                   EntityId(ids[line->tail])},
            record);
    });
  }
}

void StoreWriter::write_mention_counts() {
  if (mentions_.size() == 0) return;
  ExternalSorter<CountedTriple, CountedKey> sorter(
      {.folder = folder_, .memory = options_.memory * kShareOfEnds / kShares}, threads_);
  for_each(mentions_, [&](const Triple& triple, const CountedLine& line) {
    sorter.add({triple, line.count});
  });
  file_.begin<std::uint32_t>(store::kMentionCounts);
  std::optional<CountedTriple> last;
  const auto flush = [&] {
    if (!last) return;
    file_.append(std::span<const std::uint32_t>(&last->count, 1));
    ++distinct_mentions_;
  };
  sorter.for_each([&](const CountedTriple& next) {
    if (last && last->triple == next.triple) {
      constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
      last->count += std::min(next.count, kMost - last->count);
      return;
    }
    flush();
    last = next;
  });
  flush();
}

void StoreWriter::write_graph(std::uint32_t entities) {
  const std::size_t relations = relations_.size();
  EndSorter ends({.folder = folder_,
                  .memory = options_.memory * kShareOfEnds / kShares,
                  .duplicates = Duplicates::kDrop},
                 threads_);
  const auto add = [&](const Triple& triple, const auto&) {
    const auto& [head, relation, tail] = triple;
    ends.add({head, forwards(relation), tail});
    ends.add({tail, backwards(relation), head});
  };
  const std::uint64_t lines = facts_.size();
  for_each(facts_, add);
  for_each(mentions_, add);
  facts_.clear();
  mentions_.clear();

  StartSorter starts({.folder = folder_, .memory = options_.memory * kShareOfStarts / kShares},
                     threads_);
  std::vector<std::uint64_t> first_starts(2 * relations + 1);
  std::uint64_t runs = 0;
  file_.begin<std::uint32_t>(store::kWords);
  StepGraphWriter graph(
      relations, [&](std::span<const std::uint32_t> words) { file_.append(words); },
      [&](Step step, EntityId entity, std::uint32_t count) {
        ++first_starts[step + 1];
        runs += is_forwards(step) ? 1 : 0;
        starts.add({step, entity, count});
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
  write_starts(starts, runs, places.ends / 2, file_);
  distinct_facts_ = places.ends / 2 - distinct_mentions_;
  const store::Counts counts{
      .ends = places.ends, .runs = runs, .duplicates = lines - distinct_facts_};
  file_.add(store::kCounts, std::span<const store::Counts>(&counts, 1));
}

// A fact that is listed twice has the greater weight; the mean is 1 (fact_weights.h).
void StoreWriter::write_weights() {
  if (weights_.size() == 0) return;
  ExternalSorter<WeightedTriple, WeightedKey> sorter(
      {.folder = folder_, .memory = options_.memory * kShareOfEnds / kShares}, threads_);
  for_each(weights_, [&](const Triple& triple, const WeightedLine& line) {
    sorter.add({triple, line.weight});
  });
  weights_.clear();
  RecordBlocks<WeightedTriple> distinct(folder_ / "weights");
  std::optional<WeightedTriple> last;
  bool all_equal = true;
  double first = 0;
  const auto flush = [&] {
    if (!last) return;
    if (distinct.size() == 0) first = last->weight;
    all_equal = all_equal && last->weight == first;
    distinct.add(*last);
  };
  sorter.for_each([&](const WeightedTriple& next) {
    if (last && last->triple == next.triple) {
      last->weight = std::max(last->weight, next.weight);
      return;
    }
    flush();
    last = next;
  });
  flush();
  distinct.end_block();
  if (all_equal && (distinct.size() == distinct_facts_ || first == 1)) return;

  auto sum = static_cast<double>(distinct_facts_ - distinct.size());
  distinct.for_each(0, [&](const WeightedTriple& each) { sum += each.weight; });
  const double other = static_cast<double>(distinct_facts_) / sum;
  file_.begin<Triple>(store::kWeighted);
  distinct.for_each(0, [&](const WeightedTriple& each) {
    file_.append(std::span<const Triple>(&each.triple, 1));
  });
  file_.begin<double>(store::kWeights);
  distinct.for_each(0, [&](const WeightedTriple& each) {
    const double weight = each.weight * other;
    file_.append(std::span<const double>(&weight, 1));
  });
  file_.add(store::kOtherWeight, std::span<const double>(&other, 1));
}

void StoreWriter::write_splits() {
  std::ranges::sort(splits_, {}, [](const SplitLines& split) {
    return std::pair(split.name != "valid", split.name);
  });
  std::vector<std::vector<Triple>> triples(splits_.size());
  for (std::size_t block = 0; block < blocks_ && !splits_.empty(); ++block) {
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
