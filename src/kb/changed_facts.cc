#include "kb/changed_facts.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"
#include "kb/fact_order.h"
#include "kb/pattern.h"
#include "kb/typed_names.h"

namespace gntp {
namespace {

std::string text_of(const Fact& fact) {
  return fmt::format("{}({}, {})", fact.relation, fact.head, fact.tail);
}

// A run folder keeps a name a line.
void check_name(const Fact& fact, std::string_view name) {
  const bool is_name = !name.empty() && trim(name) == name &&
                       name.find_first_of("\t\n\r") == std::string_view::npos &&
                       byte_order_mark(name) == 0;
  if (is_name) return;
  fail(
      "{}: '{}' cannot be the name of an entity; names are not empty, and have no tabs, no line "
      "ends, and no blanks at their ends",
      excerpt(text_of(fact)), excerpt(name));
}

template <typename Id>
[[noreturn]] void refuse_shared(std::string_view name, const std::vector<Id>& meant,
                                const Vocabulary<Id>& names, const Labels<Id>& labels) {
  fail("'{}' is a label that {} share; write {}", excerpt(name), meant.size(),
       list_meanings(meant, names, labels));
}

// By id or label; nothing for one that nobody has.
std::optional<EntityId> find_entity(std::string_view name, const KnowledgeBase& kb) {
  const std::vector<EntityId> meant = find_named(name, kb.entities, kb.entity_labels);
  if (meant.size() > 1) refuse_shared(name, meant, kb.entities, kb.entity_labels);
  if (meant.empty()) return std::nullopt;
  return meant.front();
}

RelationId relation_of(const Fact& fact, const KnowledgeBase& kb) {
  if (is_pattern(fact.relation)) {
    fail("{}: is read from a text; facts with relations can be added and removed, mentions cannot",
         excerpt(text_of(fact)));
  }
  const std::vector<RelationId> meant = find_named(fact.relation, kb.relations, kb.relation_labels);
  if (meant.size() == 1) return meant.front();
  if (!meant.empty()) refuse_shared(fact.relation, meant, kb.relations, kb.relation_labels);
  const std::string hint = suggest_name(fact.relation, kb.relations, kb.relation_labels);
  fail("unknown relation '{}'; {}", excerpt(fact.relation),
       hint.empty() ? "the model has learned nothing about it: train with facts that have it"
                    : hint);
}

std::optional<Triple> triple_of(const Fact& fact, const KnowledgeBase& kb) {
  const RelationId relation = relation_of(fact, kb);
  const std::optional<EntityId> head = find_entity(fact.head, kb);
  const std::optional<EntityId> tail = find_entity(fact.tail, kb);
  if (!head || !tail) return std::nullopt;
  return Triple{*head, relation, *tail};
}

[[noreturn]] void refuse_removal(const Fact& fact, const KnowledgeBase& kb) {
  for (const std::string& name : {fact.head, fact.tail}) {
    if (find_entity(name, kb)) continue;
    const std::string hint = suggest_name(name, kb.entities, kb.entity_labels);
    fail("{}: cannot be removed: unknown entity '{}'; {}", excerpt(text_of(fact)), excerpt(name),
         hint.empty() ? where_listed("entities", kb) : hint);
  }
  fail("{}: cannot be removed: it is no known fact; 'gntp predict' marks those that are",
       excerpt(text_of(fact)));
}

// The names of entities after those of the training, and what is known of them.
class AddedEntities {
 public:
  AddedEntities(const KnowledgeBase& kb, std::size_t count)
      : kb_(kb), first_(kb.entities.size() - count) {}

  // Numbers the entities that the facts have and training did not know by name; ids of facts and
  // of the result follow. `names` has all names by the ids that the facts have.
  void renumber(Vocabulary<EntityId> names, std::vector<Triple>& facts, ChangedFacts& changed) {
    std::vector<bool> is_used(names.size());
    for (const Triple& fact : facts) is_used[fact.head] = is_used[fact.tail] = true;
    std::vector<EntityId> order;
    for (EntityId id(first_); id < names.size(); ++id) {
      if (is_used[id]) order.push_back(id);
    }
    std::ranges::sort(order, {}, [&](EntityId id) { return names.name(id); });
    std::vector<EntityId> new_ids(names.size(), EntityId::none());
    for (EntityId id{0}; id < first_; ++id) new_ids[id] = id;
    for (EntityId id{0}; id < first_; ++id) changed.kb.entities.add(kb_.entities.name(id));
    for (const EntityId old : order) {
      new_ids[old] = changed.kb.entities.add(names.name(old));
      const bool is_new = old >= kb_.entities.size();
      changed.old_ids.push_back(is_new ? EntityId::none() : old);
      changed.new_entities += is_new ? 1 : 0;
    }
    changed.dropped_entities = kb_.entities.size() - first_ - (order.size() - changed.new_entities);
    const auto move = [&](std::vector<Triple>& triples) {
      for (Triple& triple : triples) {
        triple = {new_ids[triple.head], triple.relation, new_ids[triple.tail]};
      }
      std::ranges::sort(triples);
    };
    std::erase_if(changed.removed, [&](const Triple& triple) {
      return new_ids[triple.head] == EntityId::none() || new_ids[triple.tail] == EntityId::none();
    });
    move(facts);
    move(changed.added);
    move(changed.removed);
  }

 private:
  const KnowledgeBase& kb_;
  std::size_t first_;
};

// Labels and types, which go by name here: entities may have moved. Only what has no label yet gets
// one.
void rename(const KnowledgeBase& before, std::span<const EntityLabel> labels, KnowledgeBase& kb) {
  kb.relation_labels = before.relation_labels;
  LabelList list;
  for (EntityId id{0}; id < before.entities.size(); ++id) {
    list.add(before.entities.name(id), before.entity_labels[id]);
  }
  for (const EntityLabel& each : labels) list.add(each.name, each.label);
  kb.entity_labels = Labels(list, kb.entities);
  TypeList types;
  LabelList type_labels;
  for (TypeId type{0}; type < before.types.size(); ++type) {
    type_labels.add(before.types.names().name(type), before.type_labels[type]);
    for (const EntityId id : before.types.entities_of(type)) {
      types.add(before.entities.name(id), before.types.names().name(type));
    }
  }
  kb.types = Types(types, kb.entities);
  kb.type_labels = Labels(type_labels, kb.types.names());
}

}  // namespace

void check_added(const Fact& fact, const KnowledgeBase& kb) {
  relation_of(fact, kb);
  for (const std::string& name : {fact.head, fact.tail}) {
    if (!find_entity(name, kb)) check_name(fact, name);
  }
}

void check_removed(const Fact& fact, const KnowledgeBase& kb) {
  const std::optional<Triple> triple = triple_of(fact, kb);
  if (!triple) refuse_removal(fact, kb);
  if (!kb.facts.contains(*triple)) refuse_removal(fact, kb);
}

ChangedFacts change_facts(const KnowledgeBase& kb, std::size_t added_entities,
                          const FactChanges& changes) {
  ChangedFacts changed;
  const auto plain = kb.facts.range(0, kb.first_mention());
  std::vector<Triple> facts(plain.begin(), plain.end());
  for (const Fact& fact : changes.removed) {
    const std::optional<Triple> triple = triple_of(fact, kb);
    if (!triple || !std::ranges::binary_search(facts, *triple)) refuse_removal(fact, kb);
    changed.removed.push_back(*triple);
  }
  changed.repeated += sort_distinct(changed.removed);
  changed.removed_facts = changed.removed.size();
  std::erase_if(
      facts, [&](const Triple& fact) { return std::ranges::binary_search(changed.removed, fact); });

  Vocabulary<EntityId> names = kb.entities;
  for (const Fact& fact : changes.added) {
    check_added(fact, kb);
    const auto id_of = [&](const std::string& name) {
      const std::optional<EntityId> known = find_entity(name, kb);
      return known ? *known : names.add(name);
    };
    const EntityId head = id_of(fact.head);
    changed.added.push_back({head, relation_of(fact, kb), id_of(fact.tail)});
  }
  changed.repeated += sort_distinct(changed.added);
  changed.known_already = std::erase_if(
      changed.added, [&](const Triple& fact) { return std::ranges::binary_search(facts, fact); });
  facts.insert(facts.end(), changed.added.begin(), changed.added.end());
  if (facts.empty()) fail("no fact would be left; leave some of the facts to remove out");

  AddedEntities(kb, added_entities).renumber(std::move(names), facts, changed);
  rename(kb, changes.labels, changed.kb);
  changed.kb.relations = kb.relations;
  changed.kb.rules = kb.rules;
  changed.kb.candidates = kb.candidates;
  changed.kb.patterns = kb.patterns;
  changed.kb.mention_counts = kb.mention_counts;
  changed.kb.sentences = kb.sentences;
  const auto mentions = kb.facts.range(kb.first_mention(), kb.facts.size());
  facts.insert(facts.end(), mentions.begin(), mentions.end());
  changed.kb.set_facts(std::move(facts));
  return changed;
}

}  // namespace gntp
