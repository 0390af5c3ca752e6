// Sorts any number of plain records by key within a given memory: what does not fit is sorted in
// parts, which lie in a file without a name until they are merged.
//
//   ExternalSorter<Edge, EdgeKey> sorter({.folder = folder, .memory = memory}, threads);
//   for (...) sorter.add(edge);
//   sorter.for_each([&](const Edge& edge) { ... });
//
// Records with equal keys come in the order in which they were added, so the result is the same
// for any memory and any number of threads. Asks on the way whether to stop (base/stop.h). For one
// thread at a time, with the pool's threads behind it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/radix_sort.h"
#include "base/sorted_runs.h"
#include "base/stop.h"

namespace gntp {

struct SorterOptions {
  std::filesystem::path folder;  // for what memory has no room for
  // In bytes, for records and all that sorting them needs; a few records are always kept.
  std::uint64_t memory = std::uint64_t{1} << 30U;
  Duplicates duplicates = Duplicates::kKeep;  // kDrop: of equal keys the first added is kept
};

// A file for sorted runs in `folder`. Where it cannot be written the Error names the folder.
class SpillFile {
 public:
  explicit SpillFile(const std::filesystem::path& folder);
  std::uint64_t size() const { return file_->size(); }
  void append(std::span<const std::byte> bytes);
  std::shared_ptr<const ScratchFile> file() const { return file_; }

 private:
  std::shared_ptr<ScratchFile> file_;
};

// How runs are merged within a memory of this size.
struct MergePlan {
  std::size_t runs = 0;    // at most so many at once
  std::size_t buffer = 0;  // records of each, and of the result
};
MergePlan plan_merge(std::uint64_t memory, std::uint64_t runs, std::size_t record_size);

template <typename Record, GivesKey<Record> KeyOf>
class ExternalSorter {
 public:
  // Writes nothing before the memory is used up.
  ExternalSorter(SorterOptions options, ThreadPool& threads)
      : options_(std::move(options)),
        threads_(threads),
        capacity_(std::max<std::uint64_t>(2, options_.memory / (2 * sizeof(Record)))) {}

  // Requires: nothing has been asked for yet.
  void add(const Record& record) {
    if (count_ == records_.size()) make_room();
    records_[count_++] = record;
  }
  void add(std::span<const Record> records) {
    for (const Record& record : records) add(record);
  }

  // The next records in order, many at a time; valid until the next call. Empty at the end.
  std::span<const Record> next() {
    if (state_ == State::kAdding) start();
    stop_if_asked();
    return state_ == State::kAllInMemory ? next_in_memory() : next_merged();
  }
  template <typename Visit>
  void for_each(Visit visit) {
    for (;;) {
      const std::span<const Record> records = next();
      if (records.empty()) return;
      for (const Record& record : records) visit(record);
    }
  }

 private:
  enum class State : std::uint8_t { kAdding, kAllInMemory, kMerging };
  static constexpr std::size_t kBlock = std::size_t{1} << 16U;    // records given out at a time
  static constexpr std::size_t kWritten = std::size_t{1} << 22U;  // bytes

  // Memory that is taken from the system when it is first written to.
  class Buffer {
   public:
    void resize(std::size_t size) {
      static_assert(alignof(Record) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
      bytes_.reset();
      bytes_ = std::make_unique_for_overwrite<std::byte[]>(size * sizeof(Record));
      size_ = size;
    }
    void clear() {
      bytes_.reset();
      size_ = 0;
    }
    std::size_t size() const { return size_; }
    Record& operator[](std::size_t i) { return data()[i]; }
    std::span<Record> first(std::size_t count) { return {data(), count}; }

   private:
    Record* data() { return reinterpret_cast<Record*>(bytes_.get()); }

    std::unique_ptr<std::byte[]> bytes_;
    std::size_t size_ = 0;
  };

  void make_room() {
    if (records_.size() == 0) {
      records_.resize(capacity_);
    } else {
      spill();
    }
  }

  // Sorts what is in memory.
  void sort() {
    if (spare_.size() < count_) spare_.resize(count_);
    RadixSort<Record, KeyOf>(threads_).sort(records_.first(count_), spare_.first(count_));
    if (options_.duplicates == Duplicates::kDrop) {
      const auto same_key = [](const Record& a, const Record& b) {
        return KeyOf{}(a) == KeyOf{}(b);
      };
      const auto all = records_.first(count_);
      count_ =
          static_cast<std::size_t>(std::unique(all.begin(), all.end(), same_key) - all.begin());
    }
  }

  void spill() {
    sort();
    if (!file_) file_.emplace(options_.folder);
    const std::uint64_t begin = file_->size() / sizeof(Record);
    append(*file_, records_.first(count_));
    runs_.push_back({file_->file(), begin, begin + count_});
    count_ = 0;
  }

  static void append(SpillFile& file, std::span<const Record> records) {
    for (auto rest = std::as_bytes(records); !rest.empty();) {
      stop_if_asked();
      const auto piece = rest.first(std::min(rest.size(), kWritten));
      file.append(piece);
      rest = rest.subspan(piece.size());
    }
  }

  void start() {
    if (runs_.empty()) {
      sort();
      spare_.clear();
      state_ = State::kAllInMemory;
      return;
    }
    if (count_ > 0) spill();
    records_.clear();
    spare_.clear();
    file_.reset();
    reduce_runs();
    const MergePlan plan = plan_merge(options_.memory, runs_.size(), sizeof(Record));
    merger_.emplace(runs_, plan.buffer, options_.duplicates);
    runs_.clear();
    records_.resize(std::min(plan.buffer, kBlock));
    state_ = State::kMerging;
  }

  // Merges neighbouring runs until all that are left can be merged at once; not more of them than
  // that takes.
  void reduce_runs() {
    for (;;) {
      const MergePlan plan = plan_merge(options_.memory, runs_.size(), sizeof(Record));
      if (runs_.size() <= plan.runs) return;
      SpillFile file(options_.folder);
      std::vector<StoredRun> reduced;
      std::size_t too_many = runs_.size() - plan.runs;
      for (std::size_t begin = 0; begin < runs_.size();) {
        const std::size_t count =
            std::min({plan.runs, runs_.size() - begin, too_many > 0 ? too_many + 1 : 1});
        if (count == 1) {
          reduced.push_back(std::move(runs_[begin]));
        } else {
          reduced.push_back(merged(std::span(runs_).subspan(begin, count), plan.buffer, file));
        }
        too_many -= count - 1;
        begin += count;
      }
      runs_ = std::move(reduced);
    }
  }

  StoredRun merged(std::span<const StoredRun> runs, std::size_t buffer, SpillFile& file) {
    RunMerger<Record, KeyOf> merger(runs, buffer, options_.duplicates);
    const std::uint64_t begin = file.size() / sizeof(Record);
    if (records_.size() != buffer) records_.resize(buffer);
    for (std::size_t count = merger.next(records_.first(buffer)); count > 0;
         count = merger.next(records_.first(buffer))) {
      append(file, records_.first(count));
    }
    return {file.file(), begin, file.size() / sizeof(Record)};
  }

  std::span<const Record> next_in_memory() {
    const std::size_t size = std::min(kBlock, count_ - given_);
    given_ += size;
    return records_.first(given_).last(size);
  }

  std::span<const Record> next_merged() {
    const std::span<Record> block = records_.first(records_.size());
    return block.first(merger_->next(block));
  }

  SorterOptions options_;
  ThreadPool& threads_;
  std::size_t capacity_;
  State state_ = State::kAdding;
  Buffer records_;
  Buffer spare_;
  std::size_t count_ = 0;  // of records in memory
  std::size_t given_ = 0;  // of them to the caller
  std::optional<SpillFile> file_;
  std::vector<StoredRun> runs_;
  std::optional<RunMerger<Record, KeyOf>> merger_;
};

}  // namespace gntp
