#include "kb/dataset.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "kb/dataset_candidates.h"
#include "kb/dataset_checks.h"
#include "kb/dataset_contents.h"
#include "kb/dataset_files.h"
#include "kb/dataset_names.h"
#include "kb/dataset_rules.h"
#include "kb/fact_order.h"
#include "kb/reader.h"
#include "kb/store.h"
#include "kb/stored_dataset.h"
#include "kb/triple_files.h"
#include "kb/unknown_name.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

// What to do with a name that a vocabulary lacks.
enum class NewNames { kAdd, kRefuse };

// Reads the files of one folder into one dataset.
class Loader {
 public:
  Loader(LoadedDataset& dataset, const DatasetFiles& files, NewNames new_names)
      : dataset_(dataset),
        new_names_(new_names),
        bad_(dataset.on_error),
        triples_(dataset, files, bad_) {}

  void read_train(const fs::path& file) {
    double weight = 0;
    std::size_t weight_line = 0;
    WeightRange range;
    const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                          std::size_t line) {
      facts_.push_back(resolve(head, relation, tail, file, line));
      if (line != weight_line) return;
      weights_.push_back({facts_.back(), weight});
      range.add(weight);
    };
    triples_.read_train(file, names_are(), take, [&](double number, std::size_t line) {
      weight = number;
      weight_line = line;
    });
    check_weights(range, facts_.size(), file, dataset_);
  }

  void read_split(const SplitFile& file) {
    std::vector<Triple>& triples = splits_.emplace_back();
    triples_.read(file.path, names_are(),
                  [&](std::string_view head, std::string_view relation, std::string_view tail,
                      std::size_t line) {
                    triples.push_back(resolve(head, relation, tail, file.path, line));
                  });
    dataset_.splits.push_back({file.name, {}, 0});
  }

  void take(const DatasetContents& contents) {
    check_contents(contents);
    WeightRange range;
    take(contents.train, "train", facts_, [&](const Triple& triple, std::size_t line) {
      if (contents.weights.empty()) return;
      weights_.push_back({triple, contents.weights[line - 1]});
      range.add(weights_.back().weight);
    });
    check_weights(range, facts_.size(), "train", dataset_);
    std::vector<const DatasetContents::Split*> given;
    for (const DatasetContents::Split& split : contents.splits) given.push_back(&split);
    std::ranges::sort(given, {}, [](const DatasetContents::Split* split) {
      return std::pair(split->name != "valid", split->name);
    });
    for (const DatasetContents::Split* split : given) {
      take(split->facts, split->name, splits_.emplace_back());
      dataset_.splits.push_back({split->name, {}, 0});
    }
    for (const auto& [entity, type] : contents.types) names_.types.add(entity, type);
    for (const auto& [name, label] : contents.labels) {
      if (const std::optional<std::string> other = names_.labels.add(name, label)) {
        fail("labels: '{}' is called '{}' and '{}'; give it one label", excerpt(name),
             excerpt(*other), excerpt(label));
      }
    }
  }

  void read_rules(const std::vector<fs::path>& paths, const RuleSources& sources) {
    read_rule_files(paths, sources, dataset_, bad_);
  }

  // A pattern is a new relation; a mention's entities need no facts beside it.
  void read_mention_file(const fs::path& file) {
    KnowledgeBase& kb = dataset_.kb;
    const std::size_t relations = kb.relations.size();
    const auto take = [&](const MentionLine& mention) {
      const std::optional<RelationId> known = kb.relations.find(mention.pattern);
      if (known && *known < relations) {
        fail_at(file, mention.line, "'{}' is a relation of the facts already; rename it there",
                excerpt(mention.pattern));
      }
      Triple triple{};
      triple.head = resolve("entity", mention.head, kb.entities, file, mention.line);
      triple.tail = resolve("entity", mention.tail, kb.entities, file, mention.line);
      triple.relation = known ? *known : kb.relations.add(mention.pattern);
      mentions_.push_back({triple, mention.count});
    };
    read_mentions(file, take, bad_);
    bad_.check_rest(file, mentions_.size());
    kb.patterns = kb.relations.size() - relations;
    record(file);
  }

  // Brings names, facts, splits and mentions into their order. Ids that a model has fixed stay.
  void put_in_order() {
    KnowledgeBase& kb = dataset_.kb;
    if (new_names_ == NewNames::kAdd) renumber();
    dataset_.duplicates = sort_distinct(facts_);
    if (!weights_.empty()) dataset_.weights = FactWeights(std::move(weights_), facts_.size());
    for (std::size_t i = 0; i < splits_.size(); ++i) {
      dataset_.splits[i].duplicates = sort_distinct(splits_[i]);
      dataset_.splits[i].triples = std::move(splits_[i]);
    }
    sort_distinct(mentions_);
    facts_.reserve(facts_.size() + mentions_.size());
    std::vector<std::uint32_t> counts;
    counts.reserve(mentions_.size());
    for (const CountedTriple& mention : mentions_) {
      facts_.push_back(mention.triple);
      counts.push_back(mention.count);
    }
    mentions_ = {};
    kb.mention_counts = std::move(counts);
    kb.set_facts(std::move(facts_));
  }

  // Everything has been read.
  void report_bad_lines() {
    for (std::string& warning : warnings_of(bad_)) {
      dataset_.warnings.push_back(std::move(warning));
    }
    dataset_.skipped = bad_.skipped();
  }

  void read_mention_sources_file(const fs::path& file) {
    KnowledgeBase& kb = dataset_.kb;
    read_sentences(file, kb, bad_);
    bad_.check_rest(file, kb.sentences.size());
    record(file);
  }

  void read_candidates(const fs::path& file) { gntp::read_candidates(file, dataset_, bad_); }

  // Requires: names are in order.
  void name_things(const DatasetFiles& files) {
    triples_.rdf_labels().give(dataset_.kb.entities, names_.other_labels);
    triples_.rdf_labels().give(dataset_.kb.relations, names_.other_labels);
    gntp::name_things(files, names_, dataset_, bad_);
  }

  template <typename... Args>
  void warn(fmt::format_string<Args...> format, Args&&... args) {
    dataset_.warnings.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  void take(std::span<const Fact> facts, const std::string& name, std::vector<Triple>& triples,
            const std::function<void(const Triple&, std::size_t line)>& also = {}) {
    KnowledgeBase& kb = dataset_.kb;
    triples.reserve(facts.size());
    for (std::size_t i = 0; i < facts.size(); ++i) {
      bad_.attempt(name, [&] {
        const Fact& fact = facts[i];
        if (fact.head.empty() || fact.relation.empty() || fact.tail.empty()) {
          fail_at(name, i + 1, "an empty name; give head, relation and tail");
        }
        const Triple triple{resolve("entity", fact.head, kb.entities, name, i + 1),
                            resolve("relation", fact.relation, kb.relations, name, i + 1),
                            resolve("entity", fact.tail, kb.entities, name, i + 1)};
        triples.push_back(triple);
        if (also) also(triple, i + 1);
      });
    }
    bad_.check_rest(name, triples.size());
    if (triples.empty()) fail("{}: has no facts", name);
  }

  template <typename Id>
  Id resolve(std::string_view kind, std::string_view name, Vocabulary<Id>& vocabulary,
             const fs::path& file, std::size_t line) const {
    if (new_names_ == NewNames::kAdd) {
      check_name(name, file, line);
      return vocabulary.add(name);
    }
    if (const std::optional<Id> id = vocabulary.find(name)) return *id;
    reject_unknown(kind, name, vocabulary, file, line, bad_);
  }

  Triple resolve(std::string_view head, std::string_view relation, std::string_view tail,
                 const fs::path& file, std::size_t line) {
    KnowledgeBase& kb = dataset_.kb;
    if (new_names_ == NewNames::kAdd) {
      for (const std::string_view name : {head, relation, tail}) check_name(name, file, line);
    }
    Triple triple{};
    triple.head = resolve("entity", head, kb.entities, file, line);
    triple.relation = resolve("relation", relation, kb.relations, file, line);
    triple.tail = resolve("entity", tail, kb.entities, file, line);
    if (relation == kRdfType && new_names_ == NewNames::kAdd) names_.types.add(head, tail);
    return triple;
  }

  TripleNames names_are() const {
    return new_names_ == NewNames::kAdd ? TripleNames::kNew : TripleNames::kKnown;
  }

  // Patterns stay behind the other relations.
  void renumber() {
    KnowledgeBase& kb = dataset_.kb;
    const NewIds ids{kb.entities.sort(), kb.relations.sort(kb.first_pattern())};
    for (Triple& fact : facts_) ids.apply(fact);
    for (std::vector<Triple>& split : splits_) {
      for (Triple& triple : split) ids.apply(triple);
    }
    for (CountedTriple& mention : mentions_) ids.apply(mention.triple);
    for (WeightedTriple& each : weights_) ids.apply(each.triple);
  }

  void record(const fs::path& file) {
    dataset_.sources.push_back({file.filename().string(), file_hash(file)});
  }

  LoadedDataset& dataset_;
  NewNames new_names_;
  BadLines bad_;
  TripleFiles triples_;
  std::vector<Triple> facts_;                // as they were read
  std::vector<std::vector<Triple>> splits_;  // the same
  std::vector<CountedTriple> mentions_;      // the same
  std::vector<WeightedTriple> weights_;      // the same
  NameLists names_;                          // what was said beside the triples
};

// Everything but rules and labels, which a model brings along.
void load_data(Loader& loader, const DatasetFiles& files, Mentions mentions,
               LoadedDataset& dataset) {
  loader.read_train(files.train);
  for (const SplitFile& split : files.splits) loader.read_split(split);
  const bool has_mentions = files.mentions && mentions != Mentions::kOff;
  if (has_mentions) loader.read_mention_file(*files.mentions);
  loader.put_in_order();
  warn_of_leaks(files, dataset);
  if (has_mentions) {
    if (dataset.kb.patterns == 0) loader.warn("{}: has no mentions", files.mentions->string());
    if (files.mention_sources) loader.read_mention_sources_file(*files.mention_sources);
  }
  if (files.candidates) loader.read_candidates(*files.candidates);
  count_unseen(dataset);
}

}  // namespace

const Split* LoadedDataset::find_split(std::string_view name) const {
  const auto found = std::find_if(splits.begin(), splits.end(),
                                  [&](const Split& split) { return split.name == name; });
  return found == splits.end() ? nullptr : &*found;
}

fs::path path_of(const LoadedDataset& dataset, const SourceFile& source) {
  std::error_code ignored;
  return fs::is_directory(dataset.folder, ignored) ? dataset.folder / source.name : dataset.folder;
}

LoadedDataset load_dataset(const fs::path& folder, const RuleSources& rules, Mentions mentions,
                           OnError on_error, const ReadingOptions& reading) {
  if (is_store(folder)) return load_store(folder, rules, mentions, on_error, reading);
  LoadedDataset dataset;
  dataset.folder = folder;
  dataset.on_error = on_error;
  dataset.reading = reading;
  const DatasetFiles files = find_dataset_files(folder);
  Loader loader(dataset, files, NewNames::kAdd);
  load_data(loader, files, mentions, dataset);
  loader.name_things(files);
  warn_of_names(dataset);
  if (!rules.files.empty()) {
    loader.read_rules(rules.files, rules);
  } else if (files.rules) {
    loader.read_rules({*files.rules}, rules);
  } else if (!rules.more_to_come) {
    loader.warn(
        "{}: has no rules.pl; goals are proved by facts alone; try --preset mined, which finds "
        "rules in the facts",
        folder.string());
  }
  loader.report_bad_lines();
  return dataset;
}

LoadedDataset load_dataset(const DatasetContents& contents, const RuleSources& rules,
                           OnError on_error) {
  LoadedDataset dataset;
  dataset.folder = kInMemory;
  dataset.on_error = on_error;
  const DatasetFiles files;
  Loader loader(dataset, files, NewNames::kAdd);
  loader.take(contents);
  loader.put_in_order();
  warn_of_leaks(files, dataset);
  count_unseen(dataset);
  loader.name_things(files);
  warn_of_names(dataset);
  if (!rules.files.empty()) loader.read_rules(rules.files, rules);
  loader.report_bad_lines();
  return dataset;
}

LoadedDataset load_dataset(const fs::path& folder, const KnowledgeBase& model, OnError on_error,
                           const ReadingOptions& reading) {
  if (is_store(folder)) return load_store(folder, model, on_error);
  LoadedDataset dataset;
  dataset.folder = folder;
  dataset.on_error = on_error;
  dataset.reading = reading;
  dataset.kb.entities = model.entities;
  dataset.kb.relations = model.relations;
  const DatasetFiles files = find_dataset_files(folder);
  Loader loader(dataset, files, NewNames::kRefuse);
  load_data(loader, files, Mentions::kOff, dataset);
  loader.report_bad_lines();
  return dataset;
}

}  // namespace gntp
