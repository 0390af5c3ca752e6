// Records that lie on disk in the blocks of a NameBlocks: what was read while a block of names was
// at hand. For one thread at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/plain_value.h"
#include "base/scratch_file.h"
#include "base/stop.h"

namespace gntp {

template <PlainValue Record>
class RecordBlocks {
 public:
  // `path` is where the file would be, if it had a name.
  explicit RecordBlocks(std::filesystem::path path) : path_(std::move(path)) {}

  void add(const Record& record) {
    if (buffer_.size() == kBuffer) flush();
    buffer_.push_back(record);
    ++size_;
  }
  // The next record is of the next block.
  void end_block() { ends_.push_back(size_); }

  std::uint64_t size() const { return size_; }

  // Calls visit(record) for those of a block, in order. Requires: the block has ended.
  template <typename Visit>
  void for_each(std::size_t block, Visit visit) {
    if (!buffer_.empty()) flush();
    std::vector<Record> some(kBuffer);
    const std::uint64_t end = ends_[block];
    for (std::uint64_t at = block == 0 ? 0 : ends_[block - 1]; at < end;) {
      stop_if_asked();
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kBuffer, end - at));
      file_->read(at * sizeof(Record), reinterpret_cast<char*>(some.data()),
                  count * sizeof(Record));
      for (const Record& record : std::span(some).first(count)) visit(record);
      at += count;
    }
  }

  // Forgets all of them.
  void clear() {
    file_.reset();
    buffer_ = {};
    ends_.clear();
    size_ = 0;
  }

 private:
  static constexpr std::size_t kBuffer = std::size_t{1} << 16U;  // records

  void flush() {
    stop_if_asked();
    if (!file_) file_.emplace(path_);
    file_->append({reinterpret_cast<const char*>(buffer_.data()), buffer_.size() * sizeof(Record)});
    buffer_.clear();
  }

  std::filesystem::path path_;
  std::optional<ScratchFile> file_;
  std::vector<Record> buffer_;
  std::vector<std::uint64_t> ends_;  // of blocks
  std::uint64_t size_ = 0;           // in the file and in the buffer
};

}  // namespace gntp
