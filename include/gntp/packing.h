// Data sets as stores: one file that is mapped into memory, so that opening it takes milliseconds
// whatever its size. Wherever a data set is taken, a store is, too.
#pragma once

#include <gntp/error.h>
#include <gntp/export.h>
#include <gntp/if_exists.h>
#include <gntp/observer.h>
#include <gntp/reading.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gntp {

struct PackOptions {
  // How the triples are read.
  ReadingOptions reading = {};
  OnError on_error = OnError::kStop;
  // In bytes, for names and facts; what does not fit is sorted on disk, beside the store. Labels,
  // types, sentences and all splits but the training facts are kept besides.
  std::uint64_t memory = std::uint64_t{4} << 30U;
  std::size_t threads = 0;  // 0 = all
  IfExists if_exists = IfExists::kRefuse;
};

struct PackSummary {
  std::uint64_t facts = 0;  // distinct; mentions are none
  std::uint64_t mentions = 0;
  std::uint64_t entities = 0;
  std::uint64_t relations = 0;   // patterns of texts are none
  std::uint64_t duplicates = 0;  // training lines that repeated an earlier one
  std::uint64_t skipped = 0;     // lines that were left out (PackOptions::on_error)
  std::uint64_t bytes = 0;       // of the store
  std::string digest;            // that tells it from other stores
  std::vector<std::string> splits;
  std::vector<std::string> warnings;  // one line each
};

// Writes a data set folder, or one file (`-`: standard input), as a store: facts, splits, labels,
// types, mentions, candidates, weights and rules. The same data make the same bytes, whatever the
// memory and the threads. The store is there when it is complete. Throws Error with file and line,
// and Interrupted.
GNTP_API PackSummary pack(const std::filesystem::path& data, const std::filesystem::path& store,
                          const PackOptions& options = {}, const Observer& observer = {});

// Stores that `Dataset::load` has made of large data by itself, in the user's cache folder
// ($XDG_CACHE_HOME/gntp, else ~/.cache/gntp). Where the environment has GNTP_CACHE=off there are
// none; GNTP_CACHE=SIZE says from which size of the files on, such as 1G; 64M otherwise.
struct CachedStore {
  std::filesystem::path path;
  std::filesystem::path data;  // that it was made of; empty: nobody knows
  std::uint64_t bytes = 0;
};
// By path.
GNTP_API std::vector<CachedStore> cached_stores();
// Removes them. Throws Error where one cannot be removed.
GNTP_API void clear_cached_stores();

}  // namespace gntp
