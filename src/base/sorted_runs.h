// Sorted runs of records in files, merged to one sorted sequence. Of records with equal keys those
// of an earlier run come first. A tournament among the runs' first records finds the next one: a
// record costs one comparison for each doubling of the number of runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/radix_sort.h"
#include "base/scratch_file.h"

namespace gntp {

// Whether records with a key that was there already are kept.
enum class Duplicates : std::uint8_t { kKeep, kDrop };

// Records of a file, by position; the file goes with the last run that is in it.
struct StoredRun {
  std::shared_ptr<const ScratchFile> file;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Reads a run, many records at a time.
template <PlainValue Record>
class RunReader {
 public:
  // Requires: 0 < buffer.
  RunReader(StoredRun run, std::size_t buffer) : run_(std::move(run)), buffer_(buffer) { fill(); }

  bool is_at_end() const { return next_ == end_; }
  const Record& record() const { return buffer_[next_]; }
  void advance() {
    if (++next_ == end_) fill();
  }

 private:
  void fill() {
    next_ = 0;
    end_ = std::min<std::uint64_t>(buffer_.size(), run_.end - run_.begin);
    run_.file->read(run_.begin * sizeof(Record), reinterpret_cast<char*>(buffer_.data()),
                    end_ * sizeof(Record));
    run_.begin += end_;
  }

  StoredRun run_;
  std::vector<Record> buffer_;
  std::size_t next_ = 0;
  std::size_t end_ = 0;
};

template <typename Record, GivesKey<Record> KeyOf>
class RunMerger {
 public:
  // Holds `buffer` records of each run. Requires: 0 < runs < 2^31.
  RunMerger(std::span<const StoredRun> runs, std::size_t buffer, Duplicates duplicates)
      : duplicates_(duplicates), losers_(runs.size()) {
    readers_.reserve(runs.size());
    for (const StoredRun& run : runs) readers_.emplace_back(run, buffer);
    winner_ = first_of(1);
  }

  // Puts the next records into `to`, as many as there is room for; how many: 0 at the end.
  std::size_t next(std::span<Record> to) {
    std::size_t count = 0;
    while (count < to.size() && !is_done(winner_)) {
      RunReader<Record>& reader = readers_[winner_.run];
      if (!is_repeated(winner_.key)) to[count++] = reader.record();
      reader.advance();
      replay(winner_.run);
    }
    return count;
  }

 private:
  using Key = typename RadixSort<Record, KeyOf>::Key;

  // A run and the key of its first record.
  struct Entry {
    Key key = 0;
    std::uint32_t run = 0;  // with kDone added where it is at its end: it comes after all others

    bool operator<(const Entry& other) const {
      return key < other.key || (key == other.key && run < other.run);
    }
  };
  static constexpr std::uint32_t kDone = std::uint32_t{1} << 31U;

  static bool is_done(const Entry& entry) { return entry.run >= kDone; }

  Entry entry_of(std::uint32_t run) const {
    const RunReader<Record>& reader = readers_[run];
    if (reader.is_at_end()) return {static_cast<Key>(~Key{0}), run + kDone};
    return {KeyOf{}(reader.record()), run};
  }

  // Plays all games below a node. The runs are the leaves, from readers_.size() on; node 1 is the
  // final.
  Entry first_of(std::size_t node) {
    if (node >= readers_.size()) {
      return entry_of(static_cast<std::uint32_t>(node - readers_.size()));
    }
    Entry winner = first_of(2 * node);
    losers_[node] = first_of(2 * node + 1);
    if (losers_[node] < winner) std::swap(losers_[node], winner);
    return winner;
  }

  // Plays the games of a run that has a new first record.
  void replay(std::uint32_t run) {
    Entry winner = entry_of(run);
    for (std::size_t node = (readers_.size() + run) / 2; node > 0; node /= 2) {
      if (losers_[node] < winner) std::swap(losers_[node], winner);
    }
    winner_ = winner;
  }

  bool is_repeated(Key key) {
    if (duplicates_ == Duplicates::kKeep) return false;
    const bool repeated = has_last_ && key == last_;
    last_ = key;
    has_last_ = true;
    return repeated;
  }

  Duplicates duplicates_;
  std::vector<RunReader<Record>> readers_;
  std::vector<Entry> losers_;  // of each game, from 1
  Entry winner_;
  Key last_ = 0;
  bool has_last_ = false;
};

}  // namespace gntp
