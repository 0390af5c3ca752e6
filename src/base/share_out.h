// Items of work, shared out to processes (base/communicator.h) and, within each, to threads. What
// is found for each item is then known to all processes, so that all go on with the same.
#pragma once

#include <cstddef>
#include <functional>

#include "base/byte_archive.h"
#include "base/communicator.h"
#include "base/parallel.h"

namespace gntp {

// Which of some items are a process's: they are dealt out in rows, one to each, and every row
// begins with another process. So each has some of everything where costs follow the order.
class Share {
 public:
  Share(std::size_t items, std::size_t rank, std::size_t processes)
      : processes_(processes), rank_(rank), size_(items / processes) {
    if ((*this)[size_] < items) ++size_;
  }
  // Of this process.
  Share(std::size_t items, const Communicator& communicator)
      : Share(items, communicator.rank(), communicator.size()) {}

  std::size_t size() const { return size_; }
  // The item at that place of the share, in ascending order.
  std::size_t operator[](std::size_t place) const {
    return place * processes_ + (rank_ + processes_ - place % processes_) % processes_;
  }

 private:
  std::size_t processes_;
  std::size_t rank_;
  std::size_t size_;
};

// How what was found for an item is written and read: one function for both directions,
// [&](std::size_t item, auto& archive) { archive(found[item]); }
class ItemExchange {
 public:
  template <typename Function>
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): it is a function
  ItemExchange(Function function) : write_(function), read_(function) {}

  void exchange(std::size_t item, ByteWriter& archive) const { write_(item, archive); }
  void exchange(std::size_t item, ByteReader& archive) const { read_(item, archive); }

 private:
  std::function<void(std::size_t, ByteWriter&)> write_;
  std::function<void(std::size_t, ByteReader&)> read_;
};

// Calls work(item, worker) for every item in [0, items), each in one process, and returns when all
// know what was found. Where work throws, all processes do.
void share_out(ThreadPool& threads, std::size_t items,
               const std::function<void(std::size_t item, std::size_t worker)>& work,
               const ItemExchange& found);

}  // namespace gntp
