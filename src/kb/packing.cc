#include "kb/packing.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/stop.h"
#include "base/text.h"
#include "kb/dataset_candidates.h"
#include "kb/dataset_checks.h"
#include "kb/dataset_files.h"
#include "kb/dataset_names.h"
#include "kb/dataset_rules.h"
#include "kb/triple_files.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

std::uintmax_t size_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::is_regular_file(file, error) ? fs::file_size(file, error) : 0;
  return error ? 0 : size;
}

DatasetFiles files_of(const fs::path& data) {
  if (is_store(data)) fail("{}: is a store already", data.string());
  return find_dataset_files(data);
}

class Packer {
 public:
  Packer(const fs::path& data, const fs::path& out, const PackingOptions& options,
         ThreadPool& threads)
      : options_(options),
        files_(files_of(data)),
        bad_(options.on_error),
        writer_(out, options.store, threads) {
    dataset_.folder = data;
    dataset_.on_error = options.on_error;
    dataset_.reading = options.reading;
    triples_.emplace(dataset_, files_, bad_);
    watch_files();
  }

  PackedStore pack() {
    read_train();
    for (const SplitFile& split : files_.splits) read_split(split);
    if (files_.mentions) read_mention_lines();
    tell("sorting", -1);
    const Store store = writer_.write_facts();
    dataset_.kb = store.knowledge_base();
    dataset_.splits = store.splits();
    dataset_.duplicates = store.duplicates();
    tell("reading names", -1);
    read_rest();
    tell("writing", -1);
    const std::vector<std::string> last = warnings_of(bad_);
    dataset_.skipped = bad_.skipped();
    std::optional<std::string> rules = checked_rules();
    PackedStore packed = summary(last);
    writer_.finish({dataset_.kb, notes_on(dataset_, last), std::move(rules)});
    packed.bytes = writer_.bytes();
    packed.digest = writer_.digest();
    return packed;
  }

 private:
  void watch_files() {
    total_ = size_of(files_.train);
    for (const SplitFile& split : files_.splits) total_ += size_of(split.path);
    triples_->watch([this](std::uint64_t position) {
      stop_if_asked();
      const auto done = static_cast<double>(before_ + position);
      tell("reading", total_ == 0 ? -1 : done / static_cast<double>(total_));
    });
  }

  void tell(std::string_view task, double done) {
    stop_if_asked();
    if (options_.progress) options_.progress(task, done, writer_.lines());
  }

  void read_train() {
    const fs::path& file = files_.train;
    double weight = 0;
    std::size_t weight_line = 0;
    WeightRange range;
    const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                          std::size_t line) {
      for (const std::string_view name : {head, relation, tail}) check_name(name, file, line);
      if (line != weight_line) {
        writer_.add(head, relation, tail);
        return;
      }
      writer_.add(head, relation, tail, weight);
      range.add(weight);
    };
    const std::size_t taken =
        triples_->read_train(file, TripleNames::kNew, take, [&](double number, std::size_t line) {
          weight = number;
          weight_line = line;
        });
    check_weights(range, taken, file, dataset_);
    before_ += size_of(file);
  }

  void read_split(const SplitFile& split) {
    writer_.begin_split(split.name);
    const auto take = [&](std::string_view head, std::string_view relation, std::string_view tail,
                          std::size_t line) {
      for (const std::string_view name : {head, relation, tail}) check_name(name, split.path, line);
      writer_.add_to_split(head, relation, tail);
    };
    triples_->read(split.path, TripleNames::kNew, take);
    before_ += size_of(split.path);
  }

  void read_mention_lines() {
    const fs::path& file = *files_.mentions;
    std::size_t taken = 0;
    const auto take = [&](const MentionLine& mention) {
      if (writer_.has_relation(mention.pattern)) {
        fail_at(file, mention.line, "'{}' is a relation of the facts already; rename it there",
                excerpt(mention.pattern));
      }
      check_name(mention.head, file, mention.line);
      check_name(mention.tail, file, mention.line);
      writer_.add_mention(mention.head, mention.pattern, mention.tail, mention.count);
      ++taken;
    };
    read_mentions(file, take, bad_);
    bad_.check_rest(file, taken);
    record(file);
  }

  // All that is about names, which are numbered now.
  void read_rest() {
    warn_of_leaks(files_, dataset_);
    if (files_.mentions && dataset_.kb.patterns == 0) {
      dataset_.warnings.push_back(fmt::format("{}: has no mentions", files_.mentions->string()));
    }
    if (files_.mentions && files_.mention_sources) {
      read_sentences(*files_.mention_sources, dataset_.kb, bad_);
      bad_.check_rest(*files_.mention_sources, dataset_.kb.sentences.size());
      record(*files_.mention_sources);
    }
    if (files_.candidates) read_candidates(*files_.candidates, dataset_, bad_);
    count_unseen(dataset_);
    NameLists names;
    add_rdf_types(names.types);
    triples_->rdf_labels().give(dataset_.kb.entities, names.other_labels);
    triples_->rdf_labels().give(dataset_.kb.relations, names.other_labels);
    name_things(files_, names, dataset_, bad_);
    warn_of_names(dataset_);
  }

  // Facts that say so, and triples of splits.
  void add_rdf_types(TypeList& types) const {
    const KnowledgeBase& kb = dataset_.kb;
    const std::optional<RelationId> relation = kb.relations.find(kRdfType);
    if (!relation || *relation >= kb.first_pattern()) return;
    const auto add = [&](const Triple& triple) {
      types.add(kb.entities.name(triple.head), kb.entities.name(triple.tail));
    };
    for (const Triple& fact : kb.facts.of(*relation)) add(fact);
    for (const Split& split : dataset_.splits) {
      for (const Triple& triple : split.triples) {
        if (triple.relation == *relation) add(triple);
      }
    }
  }

  // The text is kept, and resolved when the store is opened, for the settings of then. What is
  // wrong with it is told now.
  std::optional<std::string> checked_rules() const {
    if (!files_.rules) return std::nullopt;
    LoadedDataset with_rules = dataset_;
    BadLines bad(options_.on_error);
    RuleSources sources;
    sources.bodiless = true;
    read_rule_files({*files_.rules}, sources, with_rules, bad);
    return read_file(*files_.rules);
  }

  void record(const fs::path& file) {
    dataset_.sources.push_back({file.filename().string(), file_hash(file)});
  }

  PackedStore summary(const std::vector<std::string>& last_warnings) const {
    const KnowledgeBase& kb = dataset_.kb;
    PackedStore packed;
    packed.facts = kb.facts.size();
    packed.mentions = kb.mention_counts.size();
    packed.entities = kb.entities.size();
    packed.relations = kb.first_pattern();
    packed.duplicates = dataset_.duplicates;
    for (const SkippedLines& skipped : dataset_.skipped) packed.skipped += skipped.count;
    for (const Split& split : dataset_.splits) packed.splits.push_back(split.name);
    packed.warnings = dataset_.warnings;
    packed.warnings.insert(packed.warnings.end(), last_warnings.begin(), last_warnings.end());
    return packed;
  }

  const PackingOptions& options_;
  LoadedDataset dataset_;
  DatasetFiles files_;
  BadLines bad_;
  StoreWriter writer_;
  std::optional<TripleFiles> triples_;
  std::uintmax_t total_ = 0;   // bytes to read
  std::uintmax_t before_ = 0;  // of them, in files that are done
};

}  // namespace

PackedStore pack_dataset(const fs::path& data, const fs::path& out, const PackingOptions& options,
                         ThreadPool& threads) {
  return Packer(data, out, options, threads).pack();
}

}  // namespace gntp
