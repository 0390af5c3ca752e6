#include "engine/names_in_words.h"

#include "engine/engine_state.h"
#include "engine/names.h"
#include "kb/syntax.h"
#include "kb/typed_names.h"
#include "kb/wording.h"

namespace gntp {
namespace {

template <typename Id>
NameInWords name_in_words(Id id, const Vocabulary<Id>& names, const Labels<Id>& labels) {
  std::string shown = display_name(id, names, labels);
  std::string typed = query_name(shown);
  return {names.name(id), std::move(shown), std::move(typed)};
}

}  // namespace

NameInWords in_words(const KnowledgeBase& kb, EntityId id) {
  return name_in_words(id, kb.entities, kb.entity_labels);
}

NameInWords in_words(const KnowledgeBase& kb, RelationId id) {
  return name_in_words(id, kb.relations, kb.relation_labels);
}

Fact named(const KnowledgeBase& kb, const Triple& fact) {
  return {kb.entities.name(fact.head), kb.relations.name(fact.relation),
          kb.entities.name(fact.tail)};
}

FactInWords in_words(const KnowledgeBase& kb, const Triple& fact) {
  FactInWords told{named(kb, fact), fact_text(fact, kb), {}};
  told.in_words = kb.has_labels() ? Wording(kb).fact(fact) : told.text;
  return told;
}

NameInWords entity_in_words(const Engine& engine, std::string_view name) {
  const KnowledgeBase& kb = engine.state().models.kb();
  return in_words(kb, entity_named(name, kb));
}

NameInWords relation_in_words(const Engine& engine, std::string_view name) {
  const KnowledgeBase& kb = engine.state().models.kb();
  const std::string id =
      *engine.resolve_question({std::nullopt, std::string(name), std::nullopt}).relation;
  if (const std::optional<RelationId> known = kb.relations.find(id)) return in_words(kb, *known);
  return {id, id, query_name(id)};  // a pattern of text that no mention has
}

FactInWords fact_in_words(const Engine& engine, const Fact& fact) {
  FactInWords told{engine.resolve(fact), {}, {}};
  told.text = fact_text(told.fact.relation, told.fact.head, told.fact.tail);
  if (!engine.state().models.kb().has_labels()) {
    told.in_words = told.text;
    return told;
  }
  told.in_words = relation_in_words(engine, told.fact.relation).typed + '(' +
                  entity_in_words(engine, told.fact.head).typed + ", " +
                  entity_in_words(engine, told.fact.tail).typed + ')';
  return told;
}

}  // namespace gntp
