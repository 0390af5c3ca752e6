#include "kb/dataset_candidates.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/line_reader.h"
#include "base/text.h"
#include "kb/unknown_name.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// Those of the splits.
void find_candidate_relations(const fs::path& file, LoadedDataset& dataset) {
  Candidates& candidates = dataset.kb.candidates;
  std::set<RelationId> relations;
  std::size_t others = 0;
  for (const Split& split : dataset.splits) {
    for (const Triple& triple : split.triples) {
      relations.insert(triple.relation);
      others += std::ranges::binary_search(candidates.entities, triple.tail) ? 0 : 1;
    }
  }
  candidates.relations = std::vector<RelationId>(relations.begin(), relations.end());
  if (others == 0) return;
  dataset.warnings.push_back(
      fmt::format("{}: lacks the tails of {} valid and test triples, which so cannot be predicted",
                  file.string(), others));
}

}  // namespace

void read_candidates(const fs::path& file, LoadedDataset& dataset, BadLines& bad) {
  const Vocabulary<EntityId>& entities = dataset.kb.entities;
  std::vector<EntityId> candidates;
  LineReader lines(file);
  for_each_line(lines, bad, [&](std::string_view line) {
    const std::string_view name = trim(line);
    if (name.empty()) return;
    const std::optional<EntityId> id = entities.find(name);
    if (!id) reject_unknown("entity", name, entities, file, lines.line_number(), bad);
    candidates.push_back(*id);
  });
  bad.check_rest(file, candidates.size());
  std::ranges::sort(candidates);
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  if (candidates.empty()) {
    fail("{}: has no names; list the possible answers, one a line, or remove the file",
         file.string());
  }
  dataset.kb.candidates.entities = std::move(candidates);
  find_candidate_relations(file, dataset);
  dataset.sources.push_back({file.filename().string(), file_hash(file)});
}

}  // namespace gntp
