#include "kb/dataset_rules.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/file.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// A file of which nothing is left was made for other data: its first rule says why.
void pass_over_what_is_unknown(RuleFile& file, LoadedDataset& dataset) {
  const KnowledgeBase& kb = dataset.kb;
  std::optional<ClauseText> first;
  if (!file.clauses.empty()) first = file.clauses.front();
  pass_over_unknown(file, kb.entities, kb.relations);
  if (!first || !file.clauses.empty()) return;
  resolve_rules({{file.path, {*first}}}, kb.entities, kb.relations, dataset.warnings);
  fail("{}: has no rule between relations of this data set; is it for another one?",
       file.path.string());
}

// Templates are learned from random vectors and have no confidence to start with.
void give_confidence(RuleFile& file, double confidence, const KnowledgeBase& kb) {
  const auto known = [&](const AtomText& atom) {
    return kb.relations.find(atom.predicate).has_value();
  };
  for (ClauseText& clause : file.clauses) {
    const bool given = known(clause.head) && std::ranges::all_of(clause.body, known);
    if (given && !clause.confidence) clause.confidence = confidence;
  }
}

void warn_of_passed_over(const RuleFile& file, std::size_t read, LoadedDataset& dataset) {
  const PassedOverRules& passed_over = file.passed_over;
  if (file.clauses.empty()) {
    dataset.warnings.push_back(
        fmt::format("{}: has no rules; goals are proved by facts alone", file.path.string()));
  }
  if (passed_over.all() == 0) return;
  dataset.warnings.push_back(
      fmt::format("{}: {} of {} rules are passed over: {} with names that the data lack, {} with "
                  "the confidence 0, {} without a body that are of no use",
                  file.path.string(), passed_over.all(), read, passed_over.unknown,
                  passed_over.impossible, passed_over.empty));
}

// What is left of a file once it is known what the data set has names for.
void take_rule_file(RuleFile file, const RuleSources& sources, LoadedDataset& dataset,
                    BadLines& bad) {
  const KnowledgeBase& kb = dataset.kb;
  const std::size_t read = file.clauses.size() + file.passed_over.all();
  pass_over_what_is_unknown(file, dataset);
  if (!sources.bodiless) pass_over_bodiless(file);
  if (bad.on_error() == OnError::kSkip) drop_unresolved(file, kb.entities, kb.relations, bad);
  bad.check_rest(file.path, file.clauses.size() + file.passed_over.all());
  warn_of_passed_over(file, read, dataset);
  if (sources.confidence) give_confidence(file, *sources.confidence, kb);
  dataset.rule_files.push_back(std::move(file));
}

void resolve(LoadedDataset& dataset) {
  KnowledgeBase& kb = dataset.kb;
  kb.rules = resolve_rules(dataset.rule_files, kb.entities, kb.relations, dataset.warnings);
}

}  // namespace

void read_rule_files(const std::vector<fs::path>& paths, const RuleSources& sources,
                     LoadedDataset& dataset, BadLines& bad) {
  for (const fs::path& path : paths) {
    take_rule_file(read_rules(path, bad), sources, dataset, bad);
    dataset.sources.push_back({path.filename().string(), file_hash(path)});
  }
  resolve(dataset);
}

void read_rule_text(const fs::path& path, std::string_view text, const RuleSources& sources,
                    LoadedDataset& dataset, BadLines& bad) {
  take_rule_file(read_rules(path, text, bad), sources, dataset, bad);
  resolve(dataset);
}

}  // namespace gntp
