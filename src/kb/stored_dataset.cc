#include "kb/stored_dataset.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "kb/dataset_checks.h"
#include "kb/dataset_files.h"
#include "kb/dataset_rules.h"
#include "kb/unknown_name.h"

namespace gntp {
namespace {

namespace fs = std::filesystem;

void refuse_options(const fs::path& path, const ReadingOptions& reading) {
  if (reading == ReadingOptions()) return;
  throw UsageError(fmt::format(
      "{}: is a store, which needs no options for reading files; they were for 'gntp pack'",
      path.string()));
}

// The entities and facts that are there without mentions, numbered anew.
class WithoutMentions {
 public:
  explicit WithoutMentions(LoadedDataset& dataset) : dataset_(dataset) {}

  void apply() {
    KnowledgeBase& kb = dataset_.kb;
    if (kb.patterns == 0) return;
    KnowledgeBase rest;
    find_entities(rest);
    for (RelationId id{0}; id < kb.first_pattern(); ++id) rest.relations.add(kb.relations.name(id));
    const auto facts = kb.facts.range(0, kb.first_mention());
    std::vector<Triple> kept;
    kept.reserve(facts.size());
    for (const Triple& fact : facts) kept.push_back(renumbered(fact));
    rest.set_facts(std::move(kept));
    for (Split& split : dataset_.splits) split.triples = renumbered(split.triples);
    FactWeights& weights = dataset_.weights;
    weights = FactWeights(renumbered(weights.listed()), weights.weights(), weights.other());
    take_names(rest);
    rest.candidates.relations = kb.candidates.relations;
    std::vector<EntityId> candidates;
    for (const EntityId id : kb.candidates.entities) {
      if (is_kept(id)) candidates.push_back(new_ids_[id]);
    }
    rest.candidates.entities = std::move(candidates);
    kb = std::move(rest);
    count_unseen(dataset_);
  }

 private:
  void find_entities(KnowledgeBase& rest) {
    const KnowledgeBase& kb = dataset_.kb;
    std::vector<bool> is_used(kb.entities.size());
    const auto use = [&](const Triple& triple) {
      is_used[triple.head] = is_used[triple.tail] = true;
    };
    for (const Triple& fact : kb.facts.range(0, kb.first_mention())) use(fact);
    for (const Split& split : dataset_.splits) std::ranges::for_each(split.triples, use);
    new_ids_.assign(kb.entities.size(), EntityId::none());
    kb.entities.for_each([&](EntityId id, std::string_view name) {
      if (is_used[id]) new_ids_[id] = rest.entities.add(name);
    });
  }

  bool is_kept(EntityId id) const { return new_ids_[id] != EntityId::none(); }
  Triple renumbered(const Triple& triple) const {
    return {new_ids_[triple.head], triple.relation, new_ids_[triple.tail]};
  }
  SharedArray<Triple> renumbered(const SharedArray<Triple>& triples) const {
    std::vector<Triple> result;
    result.reserve(triples.size());
    for (const Triple& triple : triples) result.push_back(renumbered(triple));
    return result;
  }

  // Labels and types, by name.
  void take_names(KnowledgeBase& rest) const {
    const KnowledgeBase& kb = dataset_.kb;
    LabelList labels;
    const auto add = [&]<typename Id>(const Vocabulary<Id>& names, const Labels<Id>& known) {
      if (known.empty()) return;
      names.for_each([&](Id id, std::string_view name) { labels.add(name, known[id]); });
    };
    add(kb.entities, kb.entity_labels);
    add(kb.relations, kb.relation_labels);
    add(kb.types.names(), kb.type_labels);
    TypeList types;
    for (TypeId type{0}; type < kb.types.size(); ++type) {
      for (const EntityId id : kb.types.entities_of(type)) {
        if (is_kept(id)) types.add(kb.entities.name(id), kb.types.names().name(type));
      }
    }
    rest.types = Types(types, rest.entities);
    rest.entity_labels = Labels(labels, rest.entities);
    rest.relation_labels = Labels(labels, rest.relations);
    rest.type_labels = Labels(labels, rest.types.names());
  }

  LoadedDataset& dataset_;
  std::vector<EntityId> new_ids_;
};

// All but rules and sources. Returns the warnings that come last.
std::vector<std::string> take_store(const Store& store, const fs::path& place, Mentions mentions,
                                    LoadedDataset& dataset) {
  dataset.kb = store.knowledge_base();
  dataset.splits = store.splits();
  dataset.weights = store.weights();
  dataset.duplicates = store.duplicates();
  std::vector<std::string> last = give_notes(store.notes(), place, dataset);
  if (mentions == Mentions::kOff) WithoutMentions(dataset).apply();
  return last;
}

void remark_on_missing_rules(const RuleSources& rules, LoadedDataset& dataset) {
  if (rules.more_to_come) return;
  dataset.warnings.push_back(
      fmt::format("{}: has no rules.pl; goals are proved by facts alone; try --preset mined, which "
                  "finds rules in the facts",
                  dataset.folder.string()));
}

void add_last(std::vector<std::string> warnings, const BadLines& bad, LoadedDataset& dataset) {
  std::ranges::move(warnings, std::back_inserter(dataset.warnings));
  std::ranges::move(warnings_of(bad), std::back_inserter(dataset.warnings));
  dataset.skipped.insert(dataset.skipped.end(), bad.skipped().begin(), bad.skipped().end());
}

// Triples of a store in the names of a model.
class NameMap {
 public:
  NameMap(const Store& store, const KnowledgeBase& names, const KnowledgeBase& model,
          OnError on_error)
      : path_(store.path()), names_(names), model_(model), bad_(on_error) {}

  // Those whose names the model has; others are bad lines, as if a line had one of them.
  template <typename Triples>
  std::vector<Triple> map(const Triples& triples) {
    std::vector<Triple> result;
    result.reserve(triples.size());
    std::size_t line = 0;
    for (const Triple& triple : triples) {
      ++line;
      bad_.attempt(path_, [&] {
        result.push_back({entity(triple.head, line), relation(triple.relation, line),
                          entity(triple.tail, line)});
      });
    }
    bad_.check_rest(path_, result.size());
    std::ranges::sort(result);
    return result;
  }
  std::vector<EntityId> map(const SharedArray<EntityId>& entities) {
    std::vector<EntityId> result;
    for (const EntityId id : entities) {
      bad_.attempt(path_, [&] { result.push_back(entity(id, result.size() + 1)); });
    }
    std::ranges::sort(result);
    return result;
  }
  const BadLines& bad() const { return bad_; }

 private:
  EntityId entity(EntityId id, std::size_t line) {
    return find("entity", id, names_.entities, model_.entities, entities_, line);
  }
  RelationId relation(RelationId id, std::size_t line) {
    return find("relation", id, names_.relations, model_.relations, relations_, line);
  }

  // Looked up once.
  template <typename Id>
  Id find(std::string_view kind, Id id, const Vocabulary<Id>& from, const Vocabulary<Id>& to,
          std::vector<Id>& known, std::size_t line) {
    if (known.empty()) known.assign(from.size(), Id::none());
    if (known[id] != Id::none()) return known[id];
    const std::string name = from.name(id);
    const std::optional<Id> found = to.find(name);
    if (!found) reject_unknown(kind, name, to, path_, line, bad_);
    return known[id] = *found;
  }

  const fs::path& path_;
  const KnowledgeBase& names_;
  const KnowledgeBase& model_;
  BadLines bad_;
  std::vector<EntityId> entities_;
  std::vector<RelationId> relations_;
};

std::vector<SourceFile> source_of(const Store& store) {
  return {{store.path().filename().string(), digest_text(store.digest())}};
}

}  // namespace

LoadedDataset load_store(const fs::path& path, const RuleSources& rules, Mentions mentions,
                         OnError on_error, const ReadingOptions& reading) {
  refuse_options(path, reading);
  const Store store(path);
  LoadedDataset dataset;
  dataset.folder = path;
  dataset.on_error = on_error;
  std::vector<std::string> last = take_store(store, path, mentions, dataset);
  dataset.sources = source_of(store);
  if (mentions != Mentions::kOff || !store.has_mentions()) {
    dataset.kb.store = StoreOrigin{fs::absolute(path), store.digest()};
  }
  BadLines bad(on_error);
  if (!rules.files.empty()) {
    read_rule_files(rules.files, rules, dataset, bad);
  } else if (const std::optional<std::string_view> text = store.rules()) {
    read_rule_text(path / "rules.pl", *text, rules, dataset, bad);
  } else {
    remark_on_missing_rules(rules, dataset);
  }
  add_last(std::move(last), bad, dataset);
  return dataset;
}

LoadedDataset load_cached(const Store& store, const fs::path& data, const RuleSources& rules,
                          Mentions mentions, OnError on_error, const ReadingOptions& reading) {
  LoadedDataset dataset;
  dataset.folder = data;
  dataset.on_error = on_error;
  dataset.reading = reading;
  std::vector<std::string> last = take_store(store, data, mentions, dataset);
  dataset.sources = store.notes().sources;
  BadLines bad(on_error);
  const DatasetFiles files = find_dataset_files(data);
  if (!rules.files.empty()) {
    read_rule_files(rules.files, rules, dataset, bad);
  } else if (files.rules) {
    read_rule_files({*files.rules}, rules, dataset, bad);
  } else {
    remark_on_missing_rules(rules, dataset);
  }
  add_last(std::move(last), bad, dataset);
  return dataset;
}

LoadedDataset load_store(const fs::path& path, const KnowledgeBase& model, OnError on_error) {
  const Store store(path);
  LoadedDataset dataset;
  dataset.folder = path;
  dataset.on_error = on_error;
  if (model.store && model.store->digest == store.digest()) {
    take_store(store, path, Mentions::kEncode, dataset);
    dataset.warnings.clear();
    dataset.similar_entities.clear();
    dataset.similar_relations.clear();
    dataset.sources = source_of(store);
    dataset.kb.store = StoreOrigin{fs::absolute(path), store.digest()};
    return dataset;
  }
  const KnowledgeBase stored = store.knowledge_base();
  NameMap names(store, stored, model, on_error);
  dataset.kb.entities = model.entities;
  dataset.kb.relations = model.relations;
  dataset.kb.set_facts(names.map(stored.facts.range(0, stored.first_mention())));
  for (const Split& split : store.splits()) {
    dataset.splits.push_back({split.name, names.map(split.triples), split.duplicates});
  }
  dataset.kb.candidates.entities = names.map(stored.candidates.entities);
  if (!dataset.kb.candidates.entities.empty()) {
    std::vector<RelationId> relations;
    for (const Split& split : dataset.splits) {
      for (const Triple& triple : split.triples) relations.push_back(triple.relation);
    }
    std::ranges::sort(relations);
    relations.erase(std::unique(relations.begin(), relations.end()), relations.end());
    dataset.kb.candidates.relations = std::move(relations);
  }
  dataset.duplicates = store.duplicates();
  dataset.sources = source_of(store);
  add_last({}, names.bad(), dataset);
  return dataset;
}

}  // namespace gntp
