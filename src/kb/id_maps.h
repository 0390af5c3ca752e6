// Folders whose triples are numbers, with the names in files of their own, as OpenKE
// (entity2id.txt, relation2id.txt, train2id.txt: head, tail, relation) and LibKGE (entity_ids.del,
// relation_ids.del, train.del: head, relation, tail) have them.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kb/reader.h"

namespace gntp {

// How such a folder is made.
struct IdLayout {
  std::string_view entities;  // the file of their names
  std::string_view relations;
  std::string_view ending;             // of the files of triples, behind "train"
  std::array<std::size_t, 3> columns;  // of head, relation and tail
  enum class NameColumn { kFirst, kSecond } name_column;
  enum class FirstLine { kTriple, kCount } first_line;
};

// OpenKE's, which is also the one that is written.
extern const IdLayout kOpenKe;

// The one that the folder has; null: none.
const IdLayout* find_id_layout(const std::filesystem::path& folder);
// The file of a split's triples; nothing where there is none.
std::optional<std::filesystem::path> find_id_triples(const std::filesystem::path& folder,
                                                     const IdLayout& layout,
                                                     std::string_view split);

class IdMaps {
 public:
  // Reads both files. Throws Error where a number is missing or used twice.
  IdMaps(const std::filesystem::path& folder, const IdLayout& layout);

  void read(const std::filesystem::path& file, const TripleSink& sink, BadLines& bad) const;

 private:
  const IdLayout& layout_;
  std::vector<std::string> entities_;
  std::vector<std::string> relations_;
};

}  // namespace gntp
