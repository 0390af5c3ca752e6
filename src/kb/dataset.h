// A data set, a folder, one file, a store or in memory: the knowledge base that `train` makes, the
// other splits, and what is known about them. Names are numbered in the order of their bytes,
// patterns after the other relations; facts and splits are sorted: the order of lines in the files
// changes nothing. Rules alone keep their order.
// See docs/formats.md for the files.
#pragma once

#include <gntp/contents.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bad_lines.h"
#include "base/shared_array.h"
#include "kb/fact_weights.h"
#include "kb/knowledge_base.h"
#include "kb/reader.h"
#include "kb/similar_names.h"

namespace gntp {

struct Split {
  std::string name;             // "valid", "test", "test-I", ...
  SharedArray<Triple> triples;  // distinct and sorted
  std::size_t duplicates = 0;   // lines that repeated an earlier one
};

struct SourceFile {
  std::string name;  // within the folder
  std::string hash;
};

// What stands for the folder of a data set that is in memory.
inline constexpr const char* kInMemory = "<memory>";

struct LoadedDataset {
  std::filesystem::path folder;      // or the only file
  KnowledgeBase kb;                  // the facts are the training split and the mentions
  FactWeights weights;               // of the training split
  std::vector<RuleFile> rule_files;  // what kb.rules was made from
  std::vector<Split> splits;         // valid, test, then test-* by name; those that exist
  std::vector<SourceFile> sources;
  OnError on_error = OnError::kStop;  // how it was read
  ReadingOptions reading;
  std::vector<SkippedLines> skipped;  // what was left out
  ReadCounts counts;                  // and what was passed over in the files of triples

  std::size_t duplicates = 0;        // training lines that repeated an earlier one
  std::size_t unseen_entities = 0;   // entities that training never shows
  std::size_t unseen_relations = 0;  // relations that training never shows
  // Names of their own that look the same; not looked for where a model has fixed the names.
  std::vector<SimilarNames> similar_entities;
  std::vector<SimilarNames> similar_relations;
  std::vector<std::string> warnings;  // one line each, for the user

  // The split of that name, or nullptr.
  const Split* find_split(std::string_view name) const;
};

// Where a source is.
std::filesystem::path path_of(const LoadedDataset& dataset, const SourceFile& source);

// Where the rules come from.
struct RuleSources {
  std::vector<std::filesystem::path> files;  // none: the folder's rules.pl
  // What a rule between known relations without a confidence of its own gets; nothing = it is
  // certain and stays so.
  std::optional<double> confidence;
  // There will be others, too, so that a folder without rules.pl is nothing to remark on.
  bool more_to_come = false;
  // The model can use rules without a body; where it cannot, those of other programs are passed
  // over.
  bool bodiless = false;
};

// Reads a whole folder or one file (`-`: standard input), or opens a store (store.h), whose facts
// and names stay where they are; mentions included unless they are off. Throws Error with
// file:line; where bad lines are skipped, a file of which nothing is left is an Error.
LoadedDataset load_dataset(const std::filesystem::path& folder, const RuleSources& rules = {},
                           Mentions mentions = Mentions::kEncode, OnError on_error = OnError::kStop,
                           const ReadingOptions& reading = {});

// What is in memory. Throws Error with 'train:17' for the place, and UsageError where it does not
// go together.
LoadedDataset load_dataset(const DatasetContents& contents, const RuleSources& rules = {},
                           OnError on_error = OnError::kStop);

// A folder, file or store for a model that is there already: its names fix the ids, and a name that
// it lacks makes a line bad; rules.pl, mentions, labels and types are not read (the model has its
// own). Quick where the model is on the same store.
LoadedDataset load_dataset(const std::filesystem::path& folder, const KnowledgeBase& model,
                           OnError on_error = OnError::kStop, const ReadingOptions& reading = {});

}  // namespace gntp
