// A folder whose triples are numbers, as OpenKE has it (id_maps.h): names are numbered in the order
// of their bytes. Keeps everything in memory until it is written. For one thread at a time.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kb/triple.h"
#include "kb/vocabulary.h"

namespace gntp {

class NumberedWriter {
 public:
  // Throws Error where the format cannot hold one of the names.
  void append(std::string_view split, std::string_view head, std::string_view relation,
              std::string_view tail);
  // Writes all files into the folder.
  void write(const std::filesystem::path& folder);

 private:
  struct Split {
    std::string name;
    std::vector<Triple> triples;
  };
  Vocabulary<EntityId> entities_;
  Vocabulary<RelationId> relations_;
  std::vector<Split> splits_;
};

}  // namespace gntp
