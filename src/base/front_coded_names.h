// A dictionary of names that never changes: distinct names in the order of their bytes, numbered
// from 0. Neighbours share their beginnings, which are written once: names come in blocks of 16,
// the first in full, each other as how much it shares with the one before and what comes then. A
// table says where each block begins.
//
// The view reads the bytes where they are, as in a mapped file, and trusts none of them: damaged
// ones give an Error or another name, never a read outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gntp {

constexpr std::uint32_t kNamesInBlock = 16;

// Writes names as they come. For one thread at a time.
class FrontCodedWriter {
 public:
  // Takes the next bytes of the dictionary.
  using Sink = std::function<void(std::string_view bytes)>;
  explicit FrontCodedWriter(Sink sink) : sink_(std::move(sink)) {}

  // Throws Error where the name does not come after the last one, and where there are 2^32 - 1
  // already.
  void add(std::string_view name);
  std::uint32_t size() const { return size_; }

  // Hands out what is left. Where each block begins, and the end of the last: the table to give to
  // the view. To be called once, last.
  std::vector<std::uint64_t> finish();

 private:
  void flush();

  Sink sink_;
  std::vector<std::uint64_t> blocks_;
  std::string buffer_;
  std::uint64_t written_ = 0;  // bytes that the sink has
  std::string last_;
  std::uint32_t size_ = 0;
};

// Safe from several threads.
class FrontCodedNames {
 public:
  // An empty dictionary.
  FrontCodedNames() = default;
  // Bytes and blocks as the writer gave them, valid as long as this is; `place` is what Errors are
  // about, as a file. Looks at the last block only.
  FrontCodedNames(std::span<const char> bytes, std::span<const std::uint64_t> blocks,
                  std::string place);

  std::uint32_t size() const { return size_; }
  // Requires: index < size().
  std::string name(std::uint32_t index) const;
  std::optional<std::uint32_t> find(std::string_view name) const;
  // The number of the first name that is not before `name`; size() where there is none.
  std::uint32_t lower_bound(std::string_view name) const { return locate(name).index; }

  // Calls visit(index, name) for first <= index < last, in order; `name` is a std::string_view,
  // valid during the call. Requires: first <= last <= size().
  template <typename Visit>
  void for_each(std::uint32_t first, std::uint32_t last, Visit visit) const {
    if (first == last) return;
    Cursor cursor(*this, first / kNamesInBlock);
    for (std::uint32_t index = first - first % kNamesInBlock;;) {
      if (index >= first) visit(index, std::string_view(cursor.name()));
      if (++index == last) return;
      cursor.advance();
    }
  }

 private:
  // Reads names one after the other.
  class Cursor {
   public:
    // At the first name of a block.
    Cursor(const FrontCodedNames& names, std::size_t block);
    const std::string& name() const { return name_; }
    // Whether the block has a name after this one.
    bool is_at_end_of_block() const { return rest_.empty(); }
    // To the next name, be it in the next block.
    void advance();

   private:
    void start_block();
    std::size_t take_number();
    std::string_view take(std::size_t size);

    const FrontCodedNames& names_;
    std::size_t block_;
    std::uint32_t in_block_ = 0;  // which name of the block
    std::string_view rest_;       // of the block
    std::string name_;
  };

  struct Place {
    std::uint32_t index = 0;  // of the first name that is not before the one looked for
    bool found = false;       // whether it is the one looked for
  };
  Place locate(std::string_view name) const;

  std::size_t block_count() const { return blocks_.empty() ? 0 : blocks_.size() - 1; }
  std::string_view block(std::size_t index) const;
  // The first name of a block, where it lies.
  std::string_view head(std::size_t block) const;
  [[noreturn]] void fail_damaged() const;

  std::string_view bytes_;
  std::span<const std::uint64_t> blocks_;
  std::string place_;
  std::uint32_t size_ = 0;
};

}  // namespace gntp
