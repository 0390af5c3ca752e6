#include "text/mention_counts.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

namespace gntp {
namespace {

// The mentions of all runs in one order; equal ones are added up, sources in the order of the runs.
class Merger {
 public:
  explicit Merger(std::vector<std::unique_ptr<MentionRun>> runs)
      : runs_(std::move(runs)), heads_(runs_.size()) {
    for (std::size_t run = 0; run < runs_.size(); ++run) advance(run);
  }

  bool next(CountedMention& mention, std::size_t max_sources) {
    if (queue_.empty()) return false;
    take(mention);
    while (!queue_.empty() && compare(heads_[queue_.top()], mention) == 0) {
      CountedMention same;
      take(same);
      constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
      mention.count += std::min(same.count, kMost - mention.count);
      mention.sources.insert(mention.sources.end(), same.sources.begin(), same.sources.end());
    }
    if (mention.sources.size() > max_sources) mention.sources.resize(max_sources);
    return true;
  }

 private:
  struct Later {
    const Merger* merger;
    bool operator()(std::size_t a, std::size_t b) const {
      const int order = compare(merger->heads_[a], merger->heads_[b]);
      return order != 0 ? order > 0 : a > b;
    }
  };

  void advance(std::size_t run) {
    if (runs_[run]->next(heads_[run])) queue_.push(run);
  }

  void take(CountedMention& mention) {
    const std::size_t run = queue_.top();
    queue_.pop();
    std::swap(mention, heads_[run]);
    advance(run);
  }

  std::vector<std::unique_ptr<MentionRun>> runs_;
  std::vector<CountedMention> heads_;  // the next of each run
  std::priority_queue<std::size_t, std::vector<std::size_t>, Later> queue_{Later{this}};
};

}  // namespace

MentionCounts::MentionCounts(std::filesystem::path path, const CountOptions& options)
    : path_(std::move(path)), options_(options) {
  if (options_.max_sources > 0) sentences_ = std::make_unique<ScratchFile>(path_);
}

void MentionCounts::add(std::span<const MentionBatch> batches, ThreadPool& threads) {
  std::vector<std::uint64_t> bases(batches.size());
  for (std::size_t i = 0; i < batches.size() && sentences_ != nullptr; ++i) {
    bases[i] = sentences_->size();
    sentences_->append(batches[i].sources());
  }
  threads.for_each(kMentionShards, [&](std::size_t shard, std::size_t) {
    for (std::size_t i = 0; i < batches.size(); ++i) {
      batches[i].for_each(
          shard, [&](const Mention& mention, std::uint64_t hash, std::uint64_t source) {
            tables_[shard].add(mention, hash, bases[i] + source, options_.max_sources);
          });
    }
  });
  const std::size_t bytes = std::accumulate(
      tables_.begin(), tables_.end(), std::size_t{0},
      [](std::size_t sum, const MentionTable& table) { return sum + table.bytes(); });
  const bool full = std::ranges::any_of(tables_, &MentionTable::is_full);
  if (bytes > options_.memory || full) spill_tables(threads);
}

void MentionCounts::spill_tables(ThreadPool& threads) {
  std::array<StoredPart, kMentionShards> parts{};
  threads.for_each(kMentionShards, [&](std::size_t shard, std::size_t) {
    std::unique_ptr<ScratchFile>& file = files_[shard];
    if (file == nullptr) file = std::make_unique<ScratchFile>(path_);
    const std::uint64_t begin = file->size();
    spill(*sort_table(tables_[shard], options_.directions), *file);
    parts[shard] = {shard, begin, file->size()};
    tables_[shard].clear();
  });
  parts_.insert(parts_.end(), parts.begin(), parts.end());
  ++spills_;
}

void MentionCounts::merge(ThreadPool& threads,
                          const std::function<void(const CountedMention& mention)>& use) {
  std::vector<std::unique_ptr<MentionRun>> runs;
  for (const StoredPart& part : parts_) {
    runs.push_back(read_back(*files_[part.shard], part.begin, part.end));
  }
  const std::size_t stored = runs.size();
  runs.resize(stored + kMentionShards);
  threads.for_each(kMentionShards, [&](std::size_t shard, std::size_t) {
    runs[stored + shard] = sort_table(tables_[shard], options_.directions);
  });
  Merger merger(std::move(runs));
  CountedMention mention;
  while (merger.next(mention, options_.max_sources)) {
    if (mention.count >= options_.min_count) use(mention);
  }
}

SourceView MentionCounts::source(std::uint64_t position) {
  const std::string_view bytes = sentences_->map().substr(position);
  SourceHeader header{};
  std::memcpy(&header, bytes.data(), sizeof(header));
  return {header.place, bytes.substr(sizeof(header), header.size)};
}

}  // namespace gntp
