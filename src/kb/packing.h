// Data sets into stores: reads the files of a folder, or one file, and writes a store that holds
// what load_dataset would read, but without the facts in memory. Labels, types, sentences and the
// splits are kept while the store is made. Asks on the way whether to stop (base/stop.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bad_lines.h"
#include "base/parallel.h"
#include "kb/reader.h"
#include "kb/store_writer.h"

namespace gntp {

struct PackingOptions {
  ReadingOptions reading = {};
  OnError on_error = OnError::kStop;
  StoreOptions store = {};
  // Tells what goes on: reading, how far, or anything else, with a negative number.
  std::function<void(std::string_view task, double done, std::uint64_t lines)> progress = {};
};

struct PackedStore {
  std::uint64_t facts = 0;  // mentions among them
  std::uint64_t mentions = 0;
  std::uint64_t entities = 0;
  std::uint64_t relations = 0;  // patterns are none
  std::uint64_t duplicates = 0;
  std::uint64_t skipped = 0;  // lines
  std::uint64_t bytes = 0;    // of the store
  std::uint64_t digest = 0;
  std::vector<std::string> splits;
  std::vector<std::string> warnings;  // one line each
};

// `data` is a folder, a file or `-`, standard input. Throws Error with file and line; then, and
// where it is stopped, nothing is left.
PackedStore pack_dataset(const std::filesystem::path& data, const std::filesystem::path& out,
                         const PackingOptions& options, ThreadPool& threads);

}  // namespace gntp
