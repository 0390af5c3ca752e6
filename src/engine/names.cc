#include "engine/names.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "kb/pattern.h"
#include "kb/syntax.h"

namespace gntp {
namespace {

template <typename Id>
Id find(std::string_view kind, std::string_view name, const Vocabulary<Id>& vocabulary,
        std::string_view remedy) {
  if (const std::optional<Id> id = vocabulary.find(name)) return *id;
  const std::string hint = suggestion(name, vocabulary.names());
  fail("unknown {} '{}'; {}", kind, excerpt(name), hint.empty() ? remedy : hint);
}

Query resolve(const AtomText& atom, const KnowledgeBase& kb) {
  const auto argument = [&](const ArgumentText& given) -> std::optional<EntityId> {
    if (given.kind == ArgumentText::Kind::kUnknown) return std::nullopt;
    return entity_named(given.name, kb);
  };
  Query query;
  if (!atom.predicate.empty()) query.relation = relation_named(atom.predicate, kb);
  query.head = argument(atom.arguments[0]);
  query.tail = argument(atom.arguments[1]);
  return query;
}

int unknowns(const Query& query) {
  return (query.relation ? 0 : 1) + (query.head ? 0 : 1) + (query.tail ? 0 : 1);
}

}  // namespace

EntityId entity_named(std::string_view name, const KnowledgeBase& kb) {
  return find("entity", name, kb.entities, "entities.tsv of the run folder lists them");
}

RelationId relation_named(std::string_view name, const KnowledgeBase& kb) {
  if (is_pattern(name)) {
    if (const std::optional<RelationId> pattern = kb.relations.find(pattern_name(name))) {
      return *pattern;
    }
  }
  return find("relation", name, kb.relations, "relations.tsv of the run folder lists them");
}

Query resolve_query(std::string_view text, const KnowledgeBase& kb) {
  const Query query = resolve(parse_query(text), kb);
  if (unknowns(query) != 1) {
    fail("{}: expected one '?', as in 'rel(a, ?)', 'rel(?, b)' or '?(a, b)', found {}",
         excerpt(text), unknowns(query));
  }
  return query;
}

Fact parse_fact(std::string_view text) {
  const AtomText atom = parse_query(text);
  const bool asks = atom.predicate.empty() ||
                    std::ranges::any_of(atom.arguments, [](const ArgumentText& argument) {
                      return argument.kind == ArgumentText::Kind::kUnknown;
                    });
  if (asks) {
    fail("{}: expected a fact without '?', as in 'rel(a, b)'; 'gntp predict' finds what fits",
         excerpt(text));
  }
  return {atom.arguments[0].name, atom.predicate, atom.arguments[1].name};
}

Triple resolve_fact(std::string_view text, const KnowledgeBase& kb) {
  const Fact fact = parse_fact(text);
  return {entity_named(fact.head, kb), relation_named(fact.relation, kb),
          entity_named(fact.tail, kb)};
}

std::vector<Goal> goals_of(std::span<const Triple> triples) {
  std::vector<Goal> goals;
  goals.reserve(triples.size());
  for (const Triple& triple : triples) goals.push_back({triple.relation, triple.head, triple.tail});
  return goals;
}

std::string fact_text(const Triple& triple, const KnowledgeBase& kb) {
  return fact_text(kb.relations.name(triple.relation), kb.entities.name(triple.head),
                   kb.entities.name(triple.tail));
}

}  // namespace gntp
