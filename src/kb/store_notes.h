// What is known about a data set besides what it holds: what was passed over, what was odd, which
// files it came from. All of it is small.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bad_lines.h"
#include "kb/dataset.h"
#include "kb/similar_names.h"

namespace gntp {

struct StoreNotes {
  // A text that may begin with the path of the data, which is left out then: the same data make the
  // same store wherever they are.
  struct Text {
    bool is_about_data = false;
    std::string rest;
  };

  std::uint64_t unseen_entities = 0;
  std::uint64_t unseen_relations = 0;
  ReadCounts counts;
  std::vector<SourceFile> sources;  // without rules.pl
  struct Skipped {
    Text file;
    std::uint64_t count = 0;
    std::vector<Text> first;
  };
  std::vector<Skipped> skipped;
  std::vector<Text> warnings;
  std::vector<Text> last_warnings;  // of lines that were skipped: they come after those of rules
  std::vector<SimilarNames> similar_entities;
  std::vector<SimilarNames> similar_relations;
};

// `last_warnings` are those of the bad lines. Requires: the data set is complete but for its rules.
StoreNotes notes_on(const LoadedDataset& dataset, const std::vector<std::string>& last_warnings);
// Gives them to a data set that is in `place`, but for the last warnings, which are returned.
std::vector<std::string> give_notes(const StoreNotes& notes, const std::filesystem::path& place,
                                    LoadedDataset& dataset);

std::string to_bytes(StoreNotes notes);
// Throws Error where the bytes are none.
StoreNotes notes_from_bytes(std::string_view bytes);

}  // namespace gntp
