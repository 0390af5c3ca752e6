// Numbers names, of which there may be more than memory holds. Names get numbers in blocks: a block
// has as many as there is room for, numbered as they are first seen, and is sorted and written away
// when it is full. In the end the blocks are merged: every name gets a number in the order of the
// bytes of all names, whatever the blocks were.
//
//   NameBlocks names(folder, memory);
//   if (names.is_full()) names.end_block();
//   const std::uint32_t number = names.add(name);  // in names.block()
//   ...
//   names.end_block();
//   names.merge([&](std::string_view name) { ... });  // in order, each once
//   const std::vector<std::uint32_t> final_number = names.numbers_of(block);
//
// For one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "base/position_set.h"
#include "base/scratch_file.h"

namespace gntp {

class NameBlocks {
 public:
  // `folder` is for the files of full blocks, `memory`, in bytes, for the block at hand; a few
  // names are always kept.
  NameBlocks(std::filesystem::path folder, std::uint64_t memory);

  // The number of the block at hand.
  std::size_t block() const { return blocks_.size(); }
  bool is_full() const;
  // The name's number in the block at hand.
  std::uint32_t add(std::string_view name);
  // The next name begins a new block.
  void end_block();

  // Calls visit(name) for each name of all blocks, in order. Returns how many there are. To be
  // called once, when all blocks have ended.
  std::uint32_t merge(const std::function<void(std::string_view name)>& visit);
  // The final number of each name of a block, by its number there. Requires: blocks are merged.
  std::vector<std::uint32_t> numbers_of(std::size_t block) const;

 private:
  // Names of a full block, sorted, each behind its length, and their numbers in that order.
  struct Block {
    std::unique_ptr<ScratchFile> names;
    std::unique_ptr<ScratchFile> numbers;        // in the block
    std::unique_ptr<ScratchFile> final_numbers;  // of all
    std::uint32_t size = 0;
  };
  class Reader;

  const char* store(std::string_view name);
  std::vector<std::uint32_t> sorted() const;
  std::unique_ptr<ScratchFile> scratch() const;

  std::filesystem::path folder_;
  std::uint64_t memory_;
  std::vector<Block> blocks_;
  // The block at hand.
  std::vector<std::unique_ptr<char[]>> pieces_;  // of the names' bytes
  std::size_t room_ = 0;                         // in the last piece
  char* next_ = nullptr;
  std::uint64_t bytes_ = 0;         // of all pieces
  std::vector<const char*> names_;  // by number, each behind its length
  PositionSet numbers_{0.8F};       // by name
};

}  // namespace gntp
